/// An argument that is identified by its place: `show ID`, `import PATH…`.
@propertyWrapper
public struct Argument<Value: Sendable>: Sendable {
    private var argument: ArgumentValue<Value>

    init(_ declaration: Declaration<Value>) {
        argument = ArgumentValue(declaration)
    }

    /// Makes `@Argument var x: T` compile without parentheses.
    ///
    /// The compiler looks for `init()` in the type itself only, and then picks the overload for the type of the value.
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
