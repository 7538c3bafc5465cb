extension Option {
    /// Declares a value with a default, read by `transform`; what that throws is shown with the word.
    public init(
        wrappedValue: Value,
        name: NameSpecification = .long,
        parsing strategy: SingleValueParsingStrategy = .next,
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil,
        transform: @Sendable @escaping (String) throws -> Value
    ) {
        let shape = ArgumentShape(
            kind: .option,
            names: name,
            policy: strategy.policy,
            help: help ?? "",
            completion: completion ?? .default
        )
        self.init(.single(shape, initial: wrappedValue, transform))
    }

    /// Declares a value that must be given, read by `transform`.
    public init(
        name: NameSpecification = .long,
        parsing strategy: SingleValueParsingStrategy = .next,
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil,
        transform: @Sendable @escaping (String) throws -> Value
    ) {
        let shape = ArgumentShape(
            kind: .option,
            names: name,
            policy: strategy.policy,
            help: help ?? "",
            completion: completion ?? .default
        )
        self.init(.single(shape, initial: nil, transform))
    }

    /// Declares a value that may be left out, read by `transform`.
    public init<T: Sendable>(
        wrappedValue: _OptionalNilComparisonType,
        name: NameSpecification = .long,
        parsing strategy: SingleValueParsingStrategy = .next,
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil,
        transform: @Sendable @escaping (String) throws -> T
    ) where Value == T? {
        let shape = ArgumentShape(
            kind: .option,
            names: name,
            policy: strategy.policy,
            help: help ?? "",
            completion: completion ?? .default
        )
        self.init(.optional(shape, transform))
    }

    /// Declares a value that may be left out, read by `transform`.
    public init<T: Sendable>(
        name: NameSpecification = .long,
        parsing strategy: SingleValueParsingStrategy = .next,
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil,
        transform: @Sendable @escaping (String) throws -> T
    ) where Value == T? {
        let shape = ArgumentShape(
            kind: .option,
            names: name,
            policy: strategy.policy,
            help: help ?? "",
            completion: completion ?? .default
        )
        self.init(.optional(shape, transform))
    }

    /// Declares a list with a default, each word read by `transform`.
    public init<T: Sendable>(
        wrappedValue: [T],
        name: NameSpecification = .long,
        parsing strategy: ArrayParsingStrategy = .singleValue,
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil,
        transform: @Sendable @escaping (String) throws -> T
    ) where Value == [T] {
        let shape = ArgumentShape(
            kind: .option,
            names: name,
            policy: strategy.policy,
            help: help ?? "",
            completion: completion ?? .default
        )
        self.init(.array(shape, initial: wrappedValue, transform))
    }

    /// Declares a list of at least one value, each word read by `transform`.
    public init<T: Sendable>(
        name: NameSpecification = .long,
        parsing strategy: ArrayParsingStrategy = .singleValue,
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil,
        transform: @Sendable @escaping (String) throws -> T
    ) where Value == [T] {
        let shape = ArgumentShape(
            kind: .option,
            names: name,
            policy: strategy.policy,
            help: help ?? "",
            completion: completion ?? .default
        )
        self.init(.array(shape, initial: nil, transform))
    }
}
