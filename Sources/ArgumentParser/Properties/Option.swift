/// An argument with a name and a value: `--limit 20`, `--limit=20`, `-n 20` or `-n20`.
@propertyWrapper
public struct Option<Value>: Decodable, ArgumentDeclaring {
    private var parsed: Parsed<Value>

    init(_ declaration: Declaration<Value>) {
        parsed = .declaration(declaration)
    }

    /// Makes `@Option var x: T` compile without parentheses: the compiler looks for `init()` in the type itself only, and
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

extension Option: Sendable where Value: Sendable {}
