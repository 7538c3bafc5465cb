/// What a property wrapper holds: a declaration before parsing, a value after it.
enum Parsed<Value> {
    case declaration(Declaration<Value>)
    case value(Value)

    init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? ParsedValuesDecoder, let value = decoder.value(Value.self) else {
            throw ParsedValuesDecoder.notACommandLine(decoder)
        }
        self = .value(value)
    }

    /// The value, or the declared default where nothing was parsed yet.
    var value: Value {
        switch self {
        case .value(let value): return value
        case .declaration(let declaration):
            guard let value = declaration.initial else {
                preconditionFailure("an argument without a default was read before its command line was parsed")
            }
            return value
        }
    }

    func definitions(for key: InputKey) -> [ArgumentDefinition] {
        switch self {
        case .value: []
        case .declaration(let declaration): declaration.definitions(for: key)
        }
    }
}

extension Parsed: Sendable where Value: Sendable {}

/// A property wrapper that declares arguments.
protocol ArgumentDeclaring {
    /// Returns what the wrapper declares under a key; `ancestors` are the commands above, whose options are shared.
    func definitions(for key: InputKey, ancestors: [any ParsableArguments.Type]) -> [ArgumentDefinition]
}

/// What a wrapper over an optional is set to in `@Option var name: String? = nil`, so that no value but nil compiles.
public struct _OptionalNilComparisonType: ExpressibleByNilLiteral, Sendable {
    /// Takes the literal nil.
    public init(nilLiteral: ()) {}
}
