import Assist
import EventLog
import TestSupport
import Testing

@Suite struct `Claims about a message` {
    private let message = ClassifiedMessage(id: MessageID(.number(1)), stream: StreamID(1), accountStream: StreamID(2))
    private let answer = AnswerState(
        id: AnswerID(.number(3)), stream: StreamID(3), profile: nil,
        settings: AnswerSettings(category: .other, questionPattern: "q", text: "a"))

    private func decide(
        _ message: ClassifiedMessage? = nil, by: String = "model-x",
        features: Set<AssistFeature> = AssistFeature.standard,
        answer: AnswerState? = nil, _ change: (inout ClassifyMessage) -> Void
    ) throws -> [any Event] {
        var command = ClassifyMessage(by: by)
        change(&command)
        return try command.decide(message ?? self.message, features: features, answer: answer).map(\.event)
    }

    private func classified(_ events: [any Event]) throws -> MessageClassified {
        try #require(events.first as? MessageClassified)
    }

    @Test(.requirement(109), arguments: [0, 0.5, 1, -0.01, 1.01, .nan])
    func `a category has a confidence from 0 to 1, and another is refused`(_ confidence: Double) throws {
        func decided() throws -> [any Event] {
            try decide { ($0.category, $0.confidence) = (.set(.fan), confidence) }
        }
        guard (0...1).contains(confidence) else {
            #expect(throws: DomainError.invalid(field: "confidence", reason: "is out of range")) { try decided() }
            return
        }
        #expect(try classified(decided()).category?.new == RatedClaim(.fan, confidence: confidence, by: "model-x"))
    }

    @Test(.requirement(110)) func `a mood is claimed with its strength, and a strength alone is refused`() throws {
        let events = try decide { ($0.sentiment, $0.intensity) = (.set(.negative), .high) }
        #expect(try classified(events).sentiment?.new == SentimentClaim(.negative, intensity: .high, by: "model-x"))
        #expect(throws: DomainError.self) { try decide { $0.intensity = .high } }
    }

    @Test(.requirement(111), arguments: [-1, 0, 100, 101]) func `an opportunity score is from 0 to 100`(_ score: Int)
        throws
    {
        func decided() throws -> [any Event] { try decide { $0.opportunityScore = .set(score) } }
        guard (0...100).contains(score) else {
            #expect(throws: DomainError.invalid(field: "opportunity_score", reason: "is out of range")) {
                try decided()
            }
            return
        }
        #expect(try classified(decided()).opportunityScore?.new == Claim(score, by: "model-x"))
    }

    @Test(.requirement(112)) func `an answer that is claimed to fit is there, lives and is enabled`() throws {
        let events = try decide(answer: answer) { ($0.answer, $0.answerConfidence) = (.set(answer.id), 0.75) }
        #expect(try classified(events).answer?.new == RatedClaim(answer.id, confidence: 0.75, by: "model-x"))
        #expect(throws: DomainError.notFound(kind: "answer", name: answer.id.description)) {
            try decide { $0.answer = .set(answer.id) }
        }
        var other = answer
        other.isDeleted = true
        #expect(throws: DomainError.self) { try decide(answer: other) { $0.answer = .set(answer.id) } }
        other = answer
        other.settings.isEnabled = false
        #expect(throws: DomainError.self) { try decide(answer: other) { $0.answer = .set(answer.id) } }
    }

    @Test(.requirement(115)) func `what is switched off refuses its claim, and lets it be taken away`() throws {
        let claims: [(AssistFeature, (inout ClassifyMessage) -> Void)] = [
            (.categorization, { $0.category = .set(.spam) }), (.sentiment, { $0.sentiment = .set(.neutral) }),
            (.opportunityScoring, { $0.opportunityScore = .set(1) }), (.smartReply, { $0.replyDraft = .set("Yes.") }),
            (.cannedAnswers, { [id = answer.id] in $0.answer = .set(id) }), (.memoryStorage, { $0.memory = .set("m") }),
            (.memoryStorage, { $0.conversation = .set("c") }),
        ]
        for (feature, claim) in claims {
            let others = AssistFeature.standard.subtracting([feature])
            #expect("\(feature)") { try decide(features: others, answer: answer, claim) } throws: {
                if case DomainError.forbidden = $0 { true } else { false }
            }
            #expect(try decide(features: [feature], answer: answer, claim).count == 1)
        }
        var claimed = message
        claimed.classification.sentiment = SentimentClaim(.positive, by: "ada")
        #expect(try decide(claimed, features: []) { $0.sentiment = .clear }.count == 1)
    }

    @Test func `what is claimed already by the same decides on nothing, by another on a claim of his`() throws {
        var claimed = message
        claimed.classification.category = RatedClaim(.fan, confidence: 0.5, by: "model-x")
        #expect(try decide(claimed) { ($0.category, $0.confidence) = (.set(.fan), 0.5) }.isEmpty)
        #expect(try decide(claimed) { $0.sentiment = .clear }.isEmpty)
        let other = try classified(decide(claimed, by: "ada") { $0.category = .set(.fan) })
        #expect(other.category == Change(old: claimed.classification.category, new: RatedClaim(.fan, by: "ada")))
        #expect(other.sentiment == nil && other.opportunityScore == nil && other.answer == nil)
    }

    @Test func `who says so is named`() throws {
        for name in ["", " ", "a\nb", String(repeating: "x", count: 256)] {
            #expect(throws: DomainError.self) { try decide(by: name) { $0.category = .set(.fan) } }
        }
    }

    @Test func `a claim is undone only while it is the last`() throws {
        let event = try classified(decide { $0.opportunityScore = .set(7) })
        let claims = message.classification.applying(event)
        #expect(claims.undoing(event).classification == message.classification && claims.undoing(event).stale.isEmpty)
        var later = claims
        later.opportunityScore = Claim(8, by: "ada")
        #expect(later.undoing(event).stale == ["opportunity_score"])
    }
}

extension UniqueID {
    /// The id that ends in a number.
    static func number(_ number: UInt8) -> UniqueID {
        UniqueID.random { count in [UInt8](repeating: 0, count: count - 1) + [number] }
    }
}
