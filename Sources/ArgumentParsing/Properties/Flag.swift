/// An argument with a name and no value: `--quiet`, or one flag for each case of an enumeration.
@propertyWrapper
public struct Flag<Value: Sendable>: Sendable {
    private var argument: ArgumentValue<Value>

    init(_ declaration: Declaration<Value>) {
        argument = ArgumentValue(declaration)
    }

    /// Makes `@Flag var x: T` compile without parentheses.
    ///
    /// The compiler looks for `init()` in the type itself only, and then picks the overload for the type of the value.
    @available(*, unavailable, message: "a default is needed unless the value conforms to EnumerableFlag")
    public init() {
        preconditionFailure("unavailable")
    }

    /// The value: readable once parsed, before that only where there is a default.
    public var wrappedValue: Value {
        get { argument.value }
        set { argument = ArgumentValue(newValue) }
    }
}

extension Flag where Value == Bool {
    /// Declares a flag that turns its default over.
    public init(wrappedValue: Bool, name: NameSpecification = .long, help: ArgumentHelp? = nil) {
        let shape = ArgumentShape(kind: .flag, names: name, help: help ?? "")
        self.init(
            Declaration(initial: wrappedValue, forms: [.init(shape: shape) { _, value in value = !wrappedValue }])
        )
    }
}

extension Flag where Value: EnumerableFlag {
    /// Declares a flag for each case, and the case that is meant where none is given.
    public init(wrappedValue: Value, help: ArgumentHelp? = nil) {
        self.init(Declaration(initial: wrappedValue, forms: Self.forms(of: Value.self, help: help) { $0 }))
    }

    /// Declares a flag for each case, one of which must be given.
    public init(help: ArgumentHelp? = nil) {
        self.init(Declaration(initial: nil, forms: Self.forms(of: Value.self, help: help) { $0 }))
    }
}

extension Flag {
    /// Declares a flag for each case, none of which need be given.
    public init<T: EnumerableFlag>(
        wrappedValue: _OptionalNilComparisonType,
        help: ArgumentHelp? = nil
    ) where Value == T? {
        self.init(help: help)
    }

    /// Declares a flag for each case, none of which need be given.
    public init<T: EnumerableFlag>(help: ArgumentHelp? = nil) where Value == T? {
        self.init(Declaration(initial: .some(nil), forms: Self.forms(of: T.self, help: help) { $0 }))
    }

    private static func forms<T: EnumerableFlag>(
        of type: T.Type,
        help: ArgumentHelp?,
        _ wrap: @Sendable @escaping (T) -> Value
    ) -> [Declaration<Value>.Form] {
        T.allCases.enumerated().map { offset, flag in
            Declaration<Value>.Form(
                shape: ArgumentShape(kind: .flag, names: T.name(for: flag), help: T.help(for: flag) ?? help ?? ""),
                caseName: String(describing: flag)
            ) { _, value in
                // The case is looked up again, so that the closure need not carry a value that may not be sent.
                value = wrap(T.allCases[T.allCases.index(T.allCases.startIndex, offsetBy: offset)])
            }
        }
    }
}
