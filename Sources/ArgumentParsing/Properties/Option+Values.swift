extension Option where Value: ExpressibleByArgument {
    /// Declares a value with a default.
    public init(
        wrappedValue: Value,
        name: NameSpecification = .long,
        parsing strategy: SingleValueParsingStrategy = .next,
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil
    ) {
        let shape = ArgumentShape(option: name, strategy.policy, help, completion)
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
        name: NameSpecification = .long,
        parsing strategy: SingleValueParsingStrategy = .next,
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil
    ) {
        let shape = ArgumentShape(option: name, strategy.policy, help, completion)
        self.init(.single(shape.describing(Value.self), initial: nil, Value.reading))
    }
}

extension Option {
    /// Declares a value that may be left out.
    public init<T: ExpressibleByArgument>(
        wrappedValue: _OptionalNilComparisonType,
        name: NameSpecification = .long,
        parsing strategy: SingleValueParsingStrategy = .next,
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil
    ) where Value == T? {
        let shape = ArgumentShape(option: name, strategy.policy, help, completion)
        self.init(.optional(shape.describing(T.self), T.reading))
    }

    /// Declares a value that may be left out.
    public init<T: ExpressibleByArgument>(
        name: NameSpecification = .long,
        parsing strategy: SingleValueParsingStrategy = .next,
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil
    ) where Value == T? {
        let shape = ArgumentShape(option: name, strategy.policy, help, completion)
        self.init(.optional(shape.describing(T.self), T.reading))
    }

    /// Declares a list with a default, which the first value given replaces.
    public init<T: ExpressibleByArgument>(
        wrappedValue: [T],
        name: NameSpecification = .long,
        parsing strategy: ArrayParsingStrategy = .singleValue,
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil
    ) where Value == [T] {
        let shape = ArgumentShape(option: name, strategy.policy, help, completion)
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
        name: NameSpecification = .long,
        parsing strategy: ArrayParsingStrategy = .singleValue,
        help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil
    ) where Value == [T] {
        let shape = ArgumentShape(option: name, strategy.policy, help, completion)
        self.init(.array(shape.describing(T.self), initial: nil, T.reading))
    }
}
