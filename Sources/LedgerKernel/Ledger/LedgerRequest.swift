public import EventLog

/// A request to a ledger, as a value with a name, parameters and an answer: `{"query": "list-messages", "parameters":
/// {…}}`.
///
/// The tool's verbs, programs in Swift and JSON from outside all use the same values.
public protocol LedgerRequest: Codable, Hashable, Sendable, SendableMetatype {
    /// A form of `Docs/Schemas`, or one of `WireModels`.
    associatedtype Answer: Encodable

    /// Its name in JSON; a literal that never changes.
    static var name: String { get }
}

/// A request whose answer is a form of `WireModels`, which leaves out missing values; other forms write null.
public protocol WireRequest: LedgerRequest {
    /// The type of its answers; nil if a dry run has another one.
    static var answerForm: (any Decodable.Type)? { get }
}

extension WireRequest {
    public static var answerForm: (any Decodable.Type)? { nil }
}

extension WireRequest where Answer: Decodable {
    public static var answerForm: (any Decodable.Type)? { Answer.self }
}

/// A request that changes nothing.
///
/// Nearly all ask the read models of one position (``LedgerQuery``). What compares several conforms to this alone.
public protocol LedgerQuestion: LedgerRequest {
    func answer(from ledger: Ledger) throws -> Answer
    /// Lends the answer, and the position that it is of.
    func lend<Output>(from ledger: Ledger, _ body: (Answer, Position) throws -> Output) throws -> Output
}

extension LedgerQuestion {
    public func lend<Output>(from ledger: Ledger, _ body: (Answer, Position) throws -> Output) throws -> Output {
        // First, so that a caller who continues from there misses nothing.
        let position = try ledger.read { $0.position }
        return try body(answer(from: ledger), position)
    }
}

/// A request that is answered from the read models of one position.
public protocol LedgerQuery: LedgerQuestion {
    /// Answers from one position. Called again after an update of the full text or of damaged views.
    func answer(from reader: LedgerReader) throws -> Answer
}

extension LedgerQuery {
    public func answer(from ledger: Ledger) throws -> Answer { try ledger.read(answer(from:)) }

    public func lend<Output>(from ledger: Ledger, _ body: (Answer, Position) throws -> Output) throws -> Output {
        try ledger.read { try body(answer(from: $0), $0.position) }
    }
}

/// A request that changes something.
///
/// Most of them are decisions (``LedgerCommand``). A request that has to store content first, or takes several
/// transactions, conforms to this protocol alone.
public protocol LedgerWork: LedgerRequest where Answer: Sendable {
    /// Whether its dry run, and all but the ids in its answer, are for those who may read; true where nothing is said.
    ///
    /// Only a command that concerns neither mail nor any other content of the ledger says false.
    static var isForReaders: Bool { get }
    /// Carries it out, or reports in a dry run what it would do.
    func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer>
}

extension LedgerWork {
    public static var isForReaders: Bool { true }
}

/// A request that is decided against the read models at the head of the log, and recorded as one transaction.
public protocol LedgerCommand: LedgerWork {
    /// Decides what to record. Pure: it reads, and changes nothing, so that a dry run and a second try decide the same.
    func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer>
}

extension LedgerCommand {
    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        var decision: Decision<Answer>?
        let receipt = try ledger.writing.change(call) { reader in
            let decided = try decide(reader, call)
            decision = decided
            return decided.proposal
        }
        guard let decision else { preconditionFailure("a change without a decision") }
        let done = Decided(receipt: receipt, isDryRun: call.isDryRun, ledger: ledger)
        return try Recorded.naming(receipt?.operation) {
            CommandResult(try decision.answer(done), operation: receipt?.operation)
        }
    }
}

/// What follows on a transaction that is in the log.
enum Recorded {
    /// Reads what an answer says of an operation that is recorded.
    ///
    /// A server that is gone meanwhile must not look as if nothing had been done: the operation is named.
    ///
    /// - Parameter operation: Nil where nothing was recorded.
    static func naming<Output>(_ operation: OperationID?, _ body: () throws -> Output) throws -> Output {
        do {
            return try body()
        } catch EventLogError.unreachable(let place, let reason) {
            guard let operation else { throw EventLogError.unreachable(place: place, reason: reason) }
            throw EventLogError.unconfirmed(operation)
        }
    }
}

/// The result of a command.
public struct CommandResult<Answer: Encodable & Sendable> {
    public let answer: Answer
    /// Nil if nothing had to change, and for a dry run.
    public let operation: OperationID?

    public init(_ answer: Answer, operation: OperationID?) {
        self.answer = answer
        self.operation = operation
    }
}

/// The answer of a command whose dry run has another form than its result.
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
