public import EventLog

/// What a program asks of a ledger, as a value with a name, parameters and an answer: `{"query": "list-messages", "parameters": {…}}`.
///
/// The tool's verbs, programs in Swift and JSON from outside come in by the same values.
public protocol LedgerRequest: Codable, Hashable, Sendable, SendableMetatype {
    /// A form of `Docs/Schemas`, or one of `WireModels`.
    associatedtype Answer: Encodable & Sendable

    /// Its name in JSON; a literal that never changes.
    static var name: String { get }
    /// Whether its answer is a form of `WireModels`, which leaves out what is not there; in others that is null.
    static var answersInWireForm: Bool { get }
}

extension LedgerRequest {
    public static var answersInWireForm: Bool { false }
}

/// A request that is answered and changes nothing.
public protocol LedgerQuery: LedgerRequest {
    func answer(from ledger: Ledger) throws -> Answer
}

/// A request that changes something.
public protocol LedgerCommand: LedgerRequest {
    /// Does it, or tells what it would do.
    func perform(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer>
}

/// Under which circumstances a command is performed.
public struct CommandCall: Sendable {
    /// Who, why, and by which command.
    public let context: OperationContext
    /// Whether it is only looked at.
    public let isDryRun: Bool
}

/// What a command did, or would do.
public struct CommandResult<Answer: Encodable & Sendable> {
    public let answer: Answer
    /// Nil where nothing was to be changed, or was only looked at.
    public let operation: OperationID?

    public init(_ answer: Answer, operation: OperationID?) {
        self.answer = answer
        self.operation = operation
    }
}

/// What is answered to a command whose look has another form than what it does.
public enum LookOr<Look: Encodable & Sendable, Done: Encodable & Sendable>: Encodable, Sendable {
    case look(Look)
    case done(Done)

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .look(let look): try look.encode(to: encoder)
        case .done(let done): try done.encode(to: encoder)
        }
    }
}

/// What is answered to a command that makes a thing: the thing, or of a look how many it would make.
public typealias Made<Thing: Encodable & Sendable> = LookOr<OutcomeForm, Thing>
