import Assist
import EventLog
import JSONCoding
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct `A classification` {
    private let world: AssistWorld
    private var ledger: Ledger { world.ledger }

    init() throws { world = try AssistWorld() }

    @Test(.requirement(109, 110, 111, 113)) func `what is claimed is stored, shown, found and cleared`() throws {
        try world.classify {
            ($0.category, $0.confidence) = (.set(.urgent), 0.93)
            ($0.sentiment, $0.intensity) = (.set(.negative), .high)
            $0.opportunityScore = .set(80)
            $0.replyDraft = .set("Dear Grace,\nsoon.")
        }
        let claims = try #require(try world.classification()).classification
        #expect(claims.category == RatedClaim(.urgent, confidence: 0.93, by: "model-x"))
        #expect(claims.sentiment == SentimentClaim(.negative, intensity: .high, by: "model-x"))
        #expect(claims.opportunityScore?.value == 80 && claims.replyDraft?.value == "Dear Grace,\nsoon.")
        #expect(try ledger.show(world.ids[0].description).classification?.classification == claims)
        for query in ["category:urgent", "sentiment:negative", "score:>70", "score:50..80", "category:* -score:..79"] {
            #expect(try world.found(query) == [world.ids[0]], "\(query)")
        }
        #expect(try world.found("-category:*") == Set(world.ids.dropFirst()))
        #expect(try world.found("score:81..").isEmpty && world.found("category:fan").isEmpty)
        try world.classify { $0.category = .set(.fan) }
        #expect(try world.classification()?.classification.sentiment == claims.sentiment)
        #expect(try world.found("category:fan sentiment:negative score:80") == [world.ids[0]])
        try world.classify { $0.replyDraft = .clear }
        #expect(try world.classification()?.classification.replyDraft == nil)
        try world.classify {
            ($0.category, $0.sentiment, $0.opportunityScore) = (.clear, .clear, .clear)
        }
        #expect(try world.classification() == nil)
        #expect(try ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(112)) func `an answer that fits is one of the ledger, and enabled`() throws {
        let answer = try world.addAnswer()
        func line(_ name: String) -> ClassificationLine {
            ClassificationLine(
                message: world.ids[0].description, claims: ClassifyMessage(by: "ada"), answer: .set(name))
        }
        try ledger.classify(line(String(answer.id.description.prefix(8))), context: world.context("classify"))
        #expect(try world.classification()?.classification.answer?.value == answer.id)
        #expect(try world.found("answer:\(answer.id.description.prefix(8))") == [world.ids[0]])
        #expect(throws: FilterResolutionError.self) { try world.found("answer:ffffffff") }
        #expect(throws: DomainError.self) {
            try ledger.classify(line("ffffffff"), context: world.context("classify"))
        }
        let other = try world.addAnswer("which lens")
        _ = try ledger.changeAnswer(
            other.id.description, ChangeAnswer(isEnabled: false), context: world.context("answer disable"))
        #expect(throws: DomainError.self) {
            try ledger.classify(line(other.id.description), context: world.context("classify"))
        }
    }

    @Test(.requirement(114)) func `a message that is classified again keeps who said what, and when`() throws {
        try world.classify(by: "model-a") { ($0.category, $0.confidence) = (.set(.fan), 0.5) }
        let head = try world.head()
        try world.classify(by: "model-a") { ($0.category, $0.confidence) = (.set(.fan), 0.5) }
        #expect(try world.head() == head)
        try world.classify(by: "mara") { $0.category = .set(.business) }
        let entries = try ledger.history(of: world.ids[0].description).filter {
            $0.type == MessageClassified.type
        }
        #expect(
            entries.count == 2 && entries.allSatisfy { $0.entity == "message" && $0.id == world.ids[0].description })
        func claim(_ value: String, _ confidence: JSONValue?, _ by: String) -> JSONValue {
            var object = JSONObject()
            object["value"] = .string(value)
            if let confidence { object["confidence"] = confidence }
            object["by"] = .string(by)
            return .object(object)
        }
        let (first, second) = (claim("fan", .number(0.5), "model-a"), claim("business", nil, "mara"))
        let changes = entries.flatMap(\.changes)
        #expect(changes.map(\.field) == ["category", "category"])
        #expect(changes.map(\.old) == [.null, first] && changes.map(\.new) == [first, second])
        let reason = try #require(try ledger.why(message: world.ids[0].description, field: "category").first)
        #expect(reason.value == second && reason.changes.map(\.new) == [second, first, .null])
        #expect(reason.changes.first?.event.type == MessageClassified.type && !reason.isDefault)
        #expect(try ledger.why(message: world.ids[1].description, field: "category").first?.isDefault == true)
        #expect(try ledger.why(message: world.ids[0].description).contains { $0.field == "category" })
    }

    @Test(.requirement(115)) func `a feature that is switched off refuses its claim, and nothing is recorded`() throws {
        try world.setProfile()
        _ = try ledger.switchFeature(
            SwitchFeature(.sentiment, isEnabled: false), context: world.context("profile feature"))
        let head = try world.head()
        #expect { try world.classify { $0.sentiment = .set(.positive) } } throws: {
            if case DomainError.forbidden = $0 { true } else { false }
        }
        #expect(try world.head() == head)
        try world.classify { $0.category = .set(.fan) }
    }

    @Test(.requirement(106))
    func `a memory outside knows a message and its conversation by opaque texts, unless it is switched off`()
        throws
    {
        try world.classify { ($0.memory, $0.conversation) = (.set("mem_ä 1"), .set("conv/2")) }
        let reference = MemoryReference(memory: "mem_ä 1", conversation: "conv/2")
        #expect(try world.classification()?.memory == reference)
        #expect(try ledger.history(of: world.ids[0].description).last?.type == MemoryLinked.type)
        try world.undo()
        #expect(try world.classification() == nil)
        try world.setProfile()
        _ = try ledger.switchFeature(
            SwitchFeature(.memoryStorage, isEnabled: false), context: world.context("profile feature"))
        #expect(throws: DomainError.self) { try world.classify { $0.memory = .set("m") } }
    }

    @Test func `an undo takes a claim back, and a later claim stands in its way`() throws {
        try world.classify(by: "model-a") { $0.opportunityScore = .set(1) }
        let first = try #require(try ledger.operations(limit: 1).first).operation
        try world.classify(by: "model-b") { $0.opportunityScore = .set(2) }
        #expect(throws: DomainError.self) { try ledger.undo(.operation(prefix: first.description)) }
        try world.undo()
        #expect(try world.classification()?.classification.opportunityScore == Claim(1, by: "model-a"))
        _ = try ledger.undo(.operation(prefix: first.description))
        #expect(try world.classification() == nil && ledger.maintenance.checkViews() == nil)
    }

    @Test func `differences, changes and earlier moments know claims`() throws {
        let before = try world.head()
        try world.classify { $0.category = .set(.spam) }
        var tables: [String] = []
        try ledger.replay.difference(from: Moment(.position(before))).forEach { row in
            tables.append("\(row.table) \(row.id)")
            return true
        }
        #expect(tables == ["classifications \(world.ids[0])"])
        let changed = try ledger.read { reader in
            var entities: [String] = []
            try ChangesQuery(on: reader.connection).forEach(after: before, through: reader.position) {
                entities.append("\($0.entity) \($0.id) \($0.kind)")
                return true
            }
            return entities
        }
        #expect(changed == ["message \(world.ids[0]) updated"])
        try world.sample.stand(at: Moment(.position(before)))
        #expect(try world.sample.messages("category:spam").isEmpty)
    }

    @Test func `with its message a claim is hidden, brought back and erased`() throws {
        try world.classify { $0.category = .set(.spam) }
        try world.sample.delete("category:spam")
        #expect(try world.found("category:spam").isEmpty)
        try world.undo()
        #expect(try world.found("category:spam") == [world.ids[0]])
        _ = try ledger.erase(
            .message(prefix: world.ids[0].description),
            context: ledger.context(command: "erase", reason: "request 1"))
        #expect(try world.found("category:spam").isEmpty && ledger.maintenance.checkViews() == nil)
        #expect(try ledger.maintenance.verifyLog().events == world.head().rawValue)
    }
}
