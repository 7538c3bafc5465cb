/// An argument that is told by its place: `show ID`, `import PATH…`.
@propertyWrapper
public struct Argument<Value: Sendable>: Sendable {
    private var argument: ArgumentValue<Value>

    init(_ declaration: Declaration<Value>) {
        argument = ArgumentValue(declaration)
    }

    /// Makes `@Argument var x: T` compile without parentheses: the compiler looks for `init()` in the type itself only, and
    /// then picks the overload that the type of the value has.
    @available(*, unavailable, message: "a default is needed unless the value conforms to ExpressibleByArgument")
    public init() {
        preconditionFailure("unavailable")
    }

    /// The value: readable once parsed, before that only where there is a default.
    public var wrappedValue: Value {
        get { argument.value }
        set { argument = ArgumentValue(newValue) }
    }
}
