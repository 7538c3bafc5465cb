internal import Assist
package import EventLog
package import LedgerKernel
internal import Projections

/// Decides line by line on claims, each after the effects of the lines before it on its message.
package struct ClassificationDecision {
    private let reader: LedgerReader
    private let features: Set<AssistFeature>
    private var messages: [StreamID: ClassifiedMessage] = [:]
    package private(set) var events: [ProposedEvent] = []
    /// The number of lines that change something.
    package private(set) var changed = 0

    package init(_ reader: LedgerReader) throws {
        self.reader = reader
        features = try reader.features()
    }

    package mutating func take(_ line: ClassificationLine) throws {
        guard !line.isEmpty else {
            throw DomainError.invalid(field: "claims", reason: "the line says nothing of its message")
        }
        let stream = try reader.messageStream(line.message)
        guard var message = try messages[stream] ?? reader.classifiedMessage(stream) else {
            throw DomainError.notFound(kind: "message", name: line.message)
        }
        var (claims, answer) = (line.claims, AnswerState?.none)
        switch line.answer {
        case .keep: break
        case .clear: claims.answer = .clear
        case .set(let name):
            let named = try reader.answer(name).state
            (claims.answer, answer) = (.set(named.id), named)
        }
        let decided = try claims.decide(message, features: features, answer: answer)
        for proposed in decided {
            switch proposed.event {
            case let event as MessageClassified: message.classification = message.classification.applying(event)
            case let event as MemoryLinked: message.memory = message.memory.applying(event)
            default: break
            }
        }
        messages[stream] = message
        events += decided
        if !decided.isEmpty { changed += 1 }
    }
}
