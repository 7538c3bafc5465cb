/// How an option finds its value or values among the words of a command line.
enum ValuePolicy: Hashable, Sendable {
    /// The next word, which may not look like an option.
    case next
    /// The next word, whatever it looks like.
    case unconditional
    /// All words up to the next that looks like an option.
    case upToNextOption
    /// All words that are left.
    case remaining
}

/// How an option of one value finds it.
public struct SingleValueParsingStrategy: Hashable, Sendable {
    let policy: ValuePolicy

    /// The next word, which may not look like an option.
    public static let next = SingleValueParsingStrategy(policy: .next)
    /// The next word, even `--verbose`.
    public static let unconditional = SingleValueParsingStrategy(policy: .unconditional)
}

/// How an option of several values finds them.
public struct ArrayParsingStrategy: Hashable, Sendable {
    let policy: ValuePolicy

    /// One value each time the option is given: `--to a --to b`.
    public static let singleValue = ArrayParsingStrategy(policy: .next)
    /// One value each time, even `--verbose`.
    public static let unconditionalSingleValue = ArrayParsingStrategy(policy: .unconditional)
    /// All words up to the next option: `--to a b --verbose`.
    public static let upToNextOption = ArrayParsingStrategy(policy: .upToNextOption)
    /// All words that are left, options too.
    public static let remaining = ArrayParsingStrategy(policy: .remaining)
}

/// How a positional argument of several values finds them.
public struct ArgumentArrayParsingStrategy: Hashable, Sendable {
    let policy: ValuePolicy

    /// All words left that are neither options nor their values, and all words after `--`.
    public static let remaining = ArgumentArrayParsingStrategy(policy: .remaining)
}
