public import EventLog
public import JSONCoding
public import WireModels

/// What a request is answered with.
public struct LedgerAnswer: Codable, Hashable, Sendable {
    /// A position up to which at least the log is part of the answer. Whoever goes on with `list-changes` after it misses nothing.
    public let position: Int64
    /// The operation that a command made; nil of a query, and where nothing was to be changed.
    public let operation: OperationID?
    /// Whether an earlier command with the same idempotency key did it, and nothing was done now.
    public let isRepeat: Bool
    /// The answer of the request; null of a command that was done before.
    public let answer: JSONValue

    enum CodingKeys: String, CodingKey {
        case position, operation
        case isRepeat = "is_repeat"
        case answer
    }

    init(
        position: Position, operation: OperationID? = nil, isRepeat: Bool = false, _ answer: (any Encodable)?
    ) throws {
        self.position = position.rawValue
        self.operation = operation
        self.isRepeat = isRepeat
        self.answer =
            try answer.map { answer in
                try JSONBytesDecoder().decode(JSONValue.self, from: JSONBytesEncoder().encode(answer))
            } ?? .null
    }

    // What is not there is null: a program finds each key always.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(position, forKey: .position)
        try container.encode(operation, forKey: .operation)
        try container.encode(isRepeat, forKey: .isRepeat)
        try container.encode(answer, forKey: .answer)
    }
}

/// What became of a request that came as JSON.
public enum LedgerResponse: Sendable {
    case answer(LedgerAnswer)
    case refusal(APIErrorResponse)

    /// The JSON that goes back.
    public var json: [UInt8] {
        get throws {
            switch self {
            case .answer(let answer): try JSONBytesEncoder().encode(answer)
            case .refusal(let error): try JSONBytesEncoder().encode(error)
            }
        }
    }
}
