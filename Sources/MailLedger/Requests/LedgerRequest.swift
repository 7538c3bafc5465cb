public import EventLog

/// What a program asks of a ledger, as a value with a name and parameters: `{"query": "list-messages", "parameters": {…}}`.
///
/// A request is a small struct with explicit keys; the registry ``LedgerRequests`` finds its type by its name.
public protocol LedgerRequest: Codable, Hashable, Sendable, SendableMetatype {
    /// Its keys; others are refused, so that a word typed wrong is never a request for more than was meant.
    associatedtype CodingKeys: CodingKey, CaseIterable

    /// Its name in JSON; a literal that never changes.
    static var name: String { get }
}

/// A request that is answered and changes nothing.
public protocol LedgerQuery: LedgerRequest {
    /// Answers in a form of `Docs/Schemas`, or in one of `WireModels`.
    func answer(from ledger: Ledger) throws -> any Encodable
}

/// A request that changes something.
public protocol LedgerCommand: LedgerRequest {
    /// Does it, or tells what it would do.
    func perform(on ledger: Ledger, in call: CommandCall) throws -> CommandResult
}

/// Under which circumstances a command is performed.
public struct CommandCall: Sendable {
    /// Who, why, and by which command.
    public let context: OperationContext
    /// Whether it is only looked at.
    public let isDryRun: Bool
}

/// What a command did, or would do.
public struct CommandResult {
    /// A form of `Docs/Schemas`, or one of `WireModels`.
    public let answer: any Encodable
    /// Nil where nothing was to be changed, or was only looked at.
    public let operation: OperationID?

    public init(_ answer: any Encodable, operation: OperationID?) {
        self.answer = answer
        self.operation = operation
    }
}

/// The keys of a request that has no parameters.
public enum NoParameters: CodingKey, CaseIterable {
    public static let allCases: [NoParameters] = []

    public init?(stringValue: String) { nil }
    public init?(intValue: Int) { nil }
    public var intValue: Int? { nil }
    public var stringValue: String { "" }
}
