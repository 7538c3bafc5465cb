package import EventLog
package import JSONCoding

/// How the answer of a request that came as JSON is written.
package struct AnswerLayout: Sendable {
    package var options: JSONBytesEncoder.Options
    /// Whether the answer is written alone, without its envelope, whose other values are returned beside it.
    package var isAlone = false

    package init(_ options: JSONBytesEncoder.Options, isAlone: Bool = false) {
        self.options = options
        self.isAlone = isAlone
    }

    /// The answer in its envelope, on one line.
    package static let enveloped = AnswerLayout(.answer)
    /// The answer without an envelope, as paths of its own have it.
    package static let alone = AnswerLayout(.answer, isAlone: true)
}

/// The answer of a request that came as JSON.
package struct RequestAnswer: Sendable {
    /// The envelope, or the answer alone; of a repetition that is null.
    package let json: [UInt8]
    package let position: Position
    package let operation: OperationID?
    package let isRepeat: Bool

    init<Answer: Encodable>(
        _ envelope: Envelope<Answer>, _ layout: AnswerLayout, _ encoder: JSONBytesEncoder
    ) throws {
        json = layout.isAlone ? try encoder.encode(envelope.answer) : try encoder.encode(envelope)
        position = envelope.position
        operation = envelope.operation
        isRepeat = envelope.isRepeat
    }
}
