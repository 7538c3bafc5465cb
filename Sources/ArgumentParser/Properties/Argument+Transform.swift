extension Argument {
    /// Declares a value with a default, read by `transform`; what that throws is shown with the word.
    public init(
        wrappedValue: Value,
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil,
        transform: @Sendable @escaping (String) throws -> Value
    ) {
        let shape = ArgumentShape(kind: .positional, help: help ?? "", completion: completion ?? .default)
        self.init(.single(shape, initial: wrappedValue, transform))
    }

    /// Declares a value that must be given, read by `transform`.
    public init(
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil,
        transform: @Sendable @escaping (String) throws -> Value
    ) {
        let shape = ArgumentShape(kind: .positional, help: help ?? "", completion: completion ?? .default)
        self.init(.single(shape, initial: nil, transform))
    }

    /// Declares a value that may be left out, read by `transform`.
    public init<T: Sendable>(
        wrappedValue: _OptionalNilComparisonType,
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil,
        transform: @Sendable @escaping (String) throws -> T
    ) where Value == T? {
        let shape = ArgumentShape(kind: .positional, help: help ?? "", completion: completion ?? .default)
        self.init(.optional(shape, transform))
    }

    /// Declares a value that may be left out, read by `transform`.
    public init<T: Sendable>(
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil,
        transform: @Sendable @escaping (String) throws -> T
    ) where Value == T? {
        let shape = ArgumentShape(kind: .positional, help: help ?? "", completion: completion ?? .default)
        self.init(.optional(shape, transform))
    }

    /// Declares a list with a default, each word read by `transform`.
    public init<T: Sendable>(
        wrappedValue: [T],
        parsing strategy: ArgumentArrayParsingStrategy = .remaining,
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil,
        transform: @Sendable @escaping (String) throws -> T
    ) where Value == [T] {
        let shape = ArgumentShape(
            kind: .positional, policy: strategy.policy, help: help ?? "", completion: completion ?? .default)
        self.init(.array(shape, initial: wrappedValue, transform))
    }

    /// Declares a list of at least one value, each word read by `transform`.
    public init<T: Sendable>(
        parsing strategy: ArgumentArrayParsingStrategy = .remaining,
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil,
        transform: @Sendable @escaping (String) throws -> T
    ) where Value == [T] {
        let shape = ArgumentShape(
            kind: .positional, policy: strategy.policy, help: help ?? "", completion: completion ?? .default)
        self.init(.array(shape, initial: nil, transform))
    }
}
