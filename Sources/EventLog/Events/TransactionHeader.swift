public import CivilTime

/// The actor, program, time and reason of a transaction.
///
/// The log stores it as JSON with its own salt, so that it can be erased without breaking a proof.
public struct TransactionHeader: Codable, Hashable, Sendable {
    public let number: Int64
    public let operation: OperationID
    /// The command and its arguments in short, as in `mark`.
    public let command: String
    /// The declared actor; the operating system's user if none is named.
    public let actor: String
    /// The user and the host that the operating system named.
    public let osUser: String
    public let host: String
    /// The program's name and version.
    public let program: String
    public let reason: String?
    /// The cause, as in `undo:<operation>`.
    public let cause: String?
    /// The clock's reading, unaltered.
    public let time: Timestamp
    public let firstPosition: Position
    /// SHA-256 of the idempotency key in hexadecimal.
    public let idempotency: String?

    enum CodingKeys: String, CodingKey {
        case number, operation, command, actor
        case osUser = "os_user"
        case host, program, reason, cause, time
        case firstPosition = "first_position"
        case idempotency
    }
}

/// The header of a command before its transactions are numbered.
public struct OperationContext: Sendable, Hashable {
    public var operation: OperationID
    public var command: String
    public var actor: String
    public var osUser: String
    public var host: String
    public var program: String
    public var reason: String?
    public var cause: String?

    public init(
        operation: OperationID, command: String, actor: String, osUser: String, host: String, program: String,
        reason: String? = nil, cause: String? = nil
    ) {
        self.operation = operation
        self.command = command
        self.actor = actor
        self.osUser = osUser
        self.host = host
        self.program = program
        self.reason = reason
        self.cause = cause
    }
}
