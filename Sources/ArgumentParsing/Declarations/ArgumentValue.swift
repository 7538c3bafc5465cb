internal import Synchronization

/// The value of one argument: as it is declared, and as it was read.
final class ArgumentValue<Value: Sendable>: DeclaredProperty {
    private let declaration: Declaration<Value>?
    private let given: Mutex<Value?>

    /// Declares an argument.
    init(_ declaration: Declaration<Value>) {
        self.declaration = declaration
        given = Mutex(nil)
        Declarations.add(self)
    }

    /// Holds a value that no command line gave.
    init(_ value: Value) {
        declaration = nil
        given = Mutex(value)
    }

    /// What was read, else the declared default.
    var value: Value {
        guard let value = given.withLock({ $0 }) ?? declaration?.initial else {
            preconditionFailure("an argument without a default was read before its command line was parsed")
        }
        return value
    }

    var isGiven: Bool {
        given.withLock { if case .none = $0 { false } else { true } }
    }

    /// Takes one word of a form, nil for a flag.
    func read(_ word: String?, as form: Declaration<Value>.Form) throws {
        try given.withLock { try form.read(word, &$0) }
    }

    func definitions(for key: InputKey, ancestors: [any ParsableArguments.Type]) -> [ArgumentDefinition] {
        declaration?.definitions(for: key, of: self) ?? []
    }

    func complete(below above: [any ParsableArguments]) {}
}

/// What a wrapper over an optional is set to in `@Option var name: String? = nil`, so that no value but nil compiles.
public struct _OptionalNilComparisonType: ExpressibleByNilLiteral, Sendable {
    /// Takes the literal nil.
    public init(nilLiteral: ()) {}
}
