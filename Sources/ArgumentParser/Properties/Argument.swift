/// An argument that is told by its place: `show ID`, `import PATH…`.
@propertyWrapper
public struct Argument<Value>: Decodable, ArgumentDeclaring {
    private var parsed: Parsed<Value>

    init(_ declaration: Declaration<Value>) {
        parsed = .declaration(declaration)
    }

    /// Makes `@Argument var x: T` compile without parentheses: the compiler looks for `init()` in the type itself only, and
    /// then picks the overload that the type of the value has.
    @available(*, unavailable, message: "a default is needed unless the value conforms to ExpressibleByArgument")
    public init() {
        preconditionFailure("unavailable")
    }

    /// Takes the parsed value from a command line's decoder; any other decoder is refused.
    public init(from decoder: any Decoder) throws {
        parsed = try Parsed(from: decoder)
    }

    /// The value: readable once parsed, before that only where there is a default.
    public var wrappedValue: Value {
        get { parsed.value }
        set { parsed = .value(newValue) }
    }

    func definitions(for key: InputKey, ancestors: [any ParsableArguments.Type]) -> [ArgumentDefinition] {
        parsed.definitions(for: key)
    }
}

extension Argument: Sendable where Value: Sendable {}
