import Assist
import CivilTime
import EventLog
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct `Canned answers of a ledger` {
    private let world: AssistWorld
    private var ledger: Ledger { world.ledger }

    init() throws { world = try AssistWorld() }

    @Test(.requirement(116)) func `an answer has an id of its own, a category, a question and a text`() throws {
        let row = try world.addAnswer()
        #expect(row.settings.category == .equipment && row.settings.questionPattern == "which camera")
        #expect(row.settings.text == "The small one." && row.settings.isEnabled && row.usageCount == 0)
        #expect(row.lastUsedAt == nil && row.createdAt == row.updatedAt)
        #expect(try world.answers() == [row])
        for name in [row.id.description, String(row.id.description.prefix(6)), "WHICH camera", "camera"] {
            #expect(try ledger.read { try $0.answer(name).id } == row.id, "\(name)")
        }
        #expect(throws: DomainError.notFound(kind: "answer", name: "lens")) {
            try ledger.read { try $0.answer("lens") }
        }
        try world.addAnswer("which camera bag")
        #expect(throws: DomainError.ambiguous(kind: "answer", name: "camera", count: 2)) {
            try ledger.read { try $0.answer("camera") }
        }
    }

    @Test(.requirement(136)) func `an id is never in two rows`() throws {
        let row = try world.addAnswer()
        let again = AddAnswer(id: row.id, category: .other, questionPattern: "q", text: "a")
        #expect(throws: DomainError.self) { try ledger.addAnswer(again, context: world.context("answer add")) }
        _ = try ledger.deleteAnswer(row.id.description, context: world.context("answer delete"))
        #expect(throws: DomainError.self) { try ledger.addAnswer(again, context: world.context("answer add")) }
        #expect(try world.answers().isEmpty)
    }

    @Test(.requirement(117, 118)) func `usage is counted from uses, and an undo takes one back`() throws {
        let row = try world.addAnswer()
        for _ in 0..<3 { _ = try ledger.recordUse(ofAnswer: "camera", context: world.context("answer use")) }
        let used = try #require(try world.answers().first)
        #expect(used.usageCount == 3 && used.lastUsedAt != nil && (used.lastUsedAt ?? .epoch) >= row.createdAt)
        let undone = try #require(try world.undo())
        #expect(try world.answers().first?.usageCount == 2)
        _ = try ledger.undo(.operation(prefix: undone.operation.description))
        #expect(try world.answers() == [used] && ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(119)) func `an answer is changed in part, and what is so already is not recorded`() throws {
        let row = try world.addAnswer()
        let outcome = try ledger.changeAnswer(
            "camera", ChangeAnswer(text: "The large one."), context: world.context("answer edit"))
        #expect(outcome.changes.map(\.field) == ["text"])
        let now = try #require(try world.answers().first)
        #expect(now.settings.text == "The large one." && now.settings.questionPattern == row.settings.questionPattern)
        let head = try world.head()
        _ = try ledger.changeAnswer(
            "camera", ChangeAnswer(text: "The large one."), context: world.context("answer edit"))
        #expect(try world.head() == head)
        try world.undo()
        #expect(try world.answers().first?.settings == row.settings)
    }

    @Test(.requirement(120)) func `with the profile its answers end, and an undo brings them back`() throws {
        let free = try world.addAnswer("free")
        try world.setProfile()
        let own = try world.addAnswer("own")
        let profile = try ledger.read { try $0.profile()?.id }
        #expect(own.profile == profile)
        let outcome = try ledger.deleteProfile(context: world.context("profile delete"))
        #expect(outcome.matched == 1)
        #expect(try world.answers().map(\.id) == [free.id])
        #expect(try ledger.read { try $0.profile() } == nil)
        #expect(throws: DomainError.self) { try ledger.read { try $0.answer("own") } }
        try world.undo()
        #expect(try world.answers().map(\.id) == [free.id, own.id] && ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(121))
    func `answers are ranked by the share of their words that a message has, the same on each run`() throws {
        // The message says: Which camera do you use for the Straße? Its subject is one.
        for question in ["which lens", "WHICH câmera", "strasse", "which camera for video", "tripod", "the one camera"]
        {
            try world.addAnswer(question)
        }
        func suggested() throws -> [String] {
            try ledger.suggestAnswers(for: world.ids[0].description, limit: 10).map {
                "\($0.answer.settings.questionPattern): \(($0.score * 100).rounded()) \($0.words.joined(separator: " "))"
            }
        }
        let expected = [
            "the one camera: 100.0 the one camera", "WHICH câmera: 100.0 which camera", "strasse: 100.0 strasse",
            "which camera for video: 75.0 which camera for", "which lens: 50.0 which",
        ]
        #expect(try suggested() == expected && suggested() == expected)
        _ = try ledger.changeAnswer(
            "strasse", ChangeAnswer(isEnabled: false), context: world.context("answer disable"))
        #expect(try !suggested().contains { $0.hasPrefix("strasse") })
        #expect(try ledger.suggestAnswers(for: world.ids[0].description, limit: 1).count == 1)
        try world.setProfile()
        _ = try ledger.switchFeature(
            SwitchFeature(.cannedAnswers, isEnabled: false), context: world.context("profile feature"))
        #expect(throws: DomainError.self) { try suggested() }
    }

    @Test func `a use makes a reply in the drafts folder, in the same thread and the same transaction`() throws {
        let answer = try world.addAnswer("which camera", "Die kleine, mit Käse.\nGrüße")
        let original = try ledger.show(world.ids[1].description)
        let outcome = try ledger.useAnswer(
            "camera", for: world.ids[1].description, context: world.context("answer use"))
        let row = outcome.row
        #expect(row.folders == ["Drafts"] && row.keywords == ["$draft"] && row.thread == world.ids[0])
        #expect(row.subject == "Re: two" && row.to.map(\.address) == ["ada@example.org"] || !row.to.isEmpty)
        let headers = try ledger.show(row.id.description).headers
        #expect(headers.inReplyTo == ["two@example.org"])
        #expect(headers.references == ["one@example.org", "two@example.org"])
        #expect(headers.from.map(\.address) == [AssistWorld.address])
        #expect(try ledger.text(of: row)?.split(separator: "\n") == ["Die kleine, mit Käse.", "Grüße"])
        #expect(try original.thread.count == 2 && ledger.show(row.id.description).thread.count == 3)
        let receipt = try #require(outcome.receipt)
        #expect(try receipt.eventCount == 2 && world.answers().first?.usageCount == 1)
        let used = try ledger.history(of: answer.id.description).last
        #expect(used?.type == AnswerUsed.type)
        try world.undo()
        #expect(try ledger.read { try $0.message(withID: row.id) } == nil)
        #expect(try world.answers() == [answer] && ledger.maintenance.checkViews() == nil)
    }

    @Test func `a use that is refused leaves nothing, and a dry run too`() throws {
        try world.addAnswer()
        let head = try world.head()
        try ledger.request(
            UseAnswerRequest(answer: "camera", message: world.ids[0].description), world.context("answer use"),
            dryRun: true)
        #expect(try world.head() == head)
        _ = try ledger.changeAnswer(
            "camera", ChangeAnswer(isEnabled: false), context: world.context("answer disable"))
        let then = try world.head()
        #expect(throws: DomainError.self) {
            try ledger.useAnswer("camera", for: world.ids[0].description, context: world.context("answer use"))
        }
        #expect(try world.head() == then)
    }

    @Test func `an answer that is erased is gone from the log, and its id names it still`() throws {
        let world = try AssistWorld(.disk)
        let answer = try world.addAnswer("canaryquestion", "canarytext")
        _ = try world.ledger.deleteAnswer(answer.id.description, context: world.context("answer delete"))
        let plan = try world.ledger.erasure.plan(of: .streams([answer.stream]))
        #expect(plan.events == 2 && plan.messages == 0)
        _ = try world.ledger.erase(
            .streams([answer.stream]), context: world.ledger.context(command: "erase", reason: "request 2"))
        #expect(try world.ledger.read { try $0.answers(includingDeleted: true) }.isEmpty)
        #expect(throws: DomainError.erased(kind: "answer", name: answer.id.description)) {
            try world.ledger.read { try $0.answer(answer.id.description) }
        }
        #expect(try world.ledger.history(of: answer.id.description).map(\.type).last == AnswerErased.type)
        #expect(
            try world.ledger.maintenance.verifyLog().events == world.head().rawValue
                && world.ledger.maintenance.checkViews() == nil)
        try world.sample.whileClosed { location in
            #expect(files(below: location.directory, holding: "canaryquestion").isEmpty)
            #expect(files(below: location.directory, holding: "canarytext").isEmpty)
        }
    }
}
