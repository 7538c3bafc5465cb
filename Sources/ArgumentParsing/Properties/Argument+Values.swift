extension Argument where Value: ExpressibleByArgument {
    /// Declares a value with a default.
    public init(
        wrappedValue: Value,
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil
    ) {
        let shape = ArgumentShape(kind: .positional, help: help ?? "", completion: completion ?? .default)
        self.init(
            .single(
                shape.describing(Value.self).withDefault(wrappedValue.defaultValueDescription),
                initial: wrappedValue,
                Value.reading
            )
        )
    }

    /// Declares a value that must be given.
    public init(
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil
    ) {
        let shape = ArgumentShape(kind: .positional, help: help ?? "", completion: completion ?? .default)
        self.init(.single(shape.describing(Value.self), initial: nil, Value.reading))
    }
}

extension Argument {
    /// Declares a value that may be left out.
    public init<T: ExpressibleByArgument>(
        wrappedValue: _OptionalNilComparisonType,
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil
    ) where Value == T? {
        let shape = ArgumentShape(kind: .positional, help: help ?? "", completion: completion ?? .default)
        self.init(.optional(shape.describing(T.self), T.reading))
    }

    /// Declares a value that may be left out.
    public init<T: ExpressibleByArgument>(
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil
    ) where Value == T? {
        let shape = ArgumentShape(kind: .positional, help: help ?? "", completion: completion ?? .default)
        self.init(.optional(shape.describing(T.self), T.reading))
    }

    /// Declares a list with a default, which the first value given replaces.
    public init<T: ExpressibleByArgument>(
        wrappedValue: [T],
        parsing strategy: ArgumentArrayParsingStrategy = .remaining,
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil
    ) where Value == [T] {
        let shape = ArgumentShape(
            kind: .positional, policy: strategy.policy, help: help ?? "", completion: completion ?? .default)
        self.init(
            .array(
                shape.describing(T.self).withDefault(
                    wrappedValue.isEmpty ? nil : wrappedValue.map(\.defaultValueDescription).joined(separator: ", ")
                ),
                initial: wrappedValue,
                T.reading
            )
        )
    }

    /// Declares a list of at least one value.
    public init<T: ExpressibleByArgument>(
        parsing strategy: ArgumentArrayParsingStrategy = .remaining,
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil
    ) where Value == [T] {
        let shape = ArgumentShape(
            kind: .positional, policy: strategy.policy, help: help ?? "", completion: completion ?? .default)
        self.init(.array(shape.describing(T.self), initial: nil, T.reading))
    }
}
