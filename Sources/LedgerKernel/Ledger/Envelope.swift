public import EventLog

/// A request's answer, with the position of the ledger.
public struct Envelope<Answer: Encodable> {
    /// A position that the answer includes at least. A client that continues after it with `list-changes` misses
    /// nothing.
    public let position: Position
    /// The operation that a command made; nil for a query, and if there was nothing to change.
    public let operation: OperationID?
    /// Whether an earlier command with the same idempotency key did it, and nothing was done now.
    public let isRepeat: Bool
    /// Nil for a command that was done before.
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

    // Missing values are null, whatever form the answer has: a program always finds each key.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(position, forKey: .position)
        try container.encode(operation, forKey: .operation)
        try container.encode(isRepeat, forKey: .isRepeat)
        try container.encode(answer, forKey: .answer)
    }
}
