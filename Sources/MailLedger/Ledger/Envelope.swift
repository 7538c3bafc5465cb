public import EventLog

/// A request's answer, with where the ledger stands.
public struct Envelope<Answer: Encodable> {
    /// A position up to which at least the log is part of the answer. Whoever goes on with `list-changes` after it misses nothing.
    public let position: Position
    /// The operation that a command made; nil of a query, and where nothing was to be changed.
    public let operation: OperationID?
    /// Whether an earlier command with the same idempotency key did it, and nothing was done now.
    public let isRepeat: Bool
    /// Nil of a command that was done before.
    public let answer: Answer?

    init(position: Position, operation: OperationID? = nil, isRepeat: Bool = false, _ answer: Answer?) {
        self.position = position
        self.operation = operation
        self.isRepeat = isRepeat
        self.answer = answer
    }
}

extension Envelope: Sendable where Answer: Sendable {}

extension Envelope: Encodable {
    private enum CodingKeys: CodingKey { case position, operation, isRepeat, answer }

    // What is not there is null, whatever form the answer has: a program finds each key always.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(position, forKey: .position)
        try container.encode(operation, forKey: .operation)
        try container.encode(isRepeat, forKey: .isRepeat)
        try container.encode(answer, forKey: .answer)
    }
}
