import Assist
import CivilTime
import EventLog
import JSONCoding
import Mail
import MailLedger
import Projections
import TestSupport
import Testing
import WireModels

/// The profile and the canned answers go out as forms, and forms come back as commands.
@Suite struct `Users and answers at the boundary` {
    private let world: AssistWorld
    private var ledger: Ledger { world.ledger }

    init() throws {
        world = try AssistWorld()
    }

    @Test(.requirement(126, 129, 130)) func `the owner goes out as a user, and an update changes what it says`() throws
    {
        let request = UserCreateRequest(
            email: "ada@example.org", password: Secret("s3cret-canary"), fullName: "Ada Lovelace")
        _ = try ledger.perform(request)
        let user = try ledger.answer(GetUser())
        #expect(user.email == "ada@example.org" && user.fullName == "Ada Lovelace" && user.initials == "AL")
        #expect(user.timezone == "UTC" && user.isActive && !user.isVerified && !user.googleConnected)
        _ = try ledger.switchService(SwitchService(.google, isConnected: true), context: world.context("connect"))
        let update = UserUpdateRequest(timezone: "Europe/Oslo", autoTranscribe: true)
        _ = try ledger.perform(update)
        let changed = try ledger.answer(GetUser())
        #expect(changed.googleConnected && !changed.appleConnected && changed.timezone == "Europe/Oslo")
        #expect(changed.autoTranscribe && !changed.autoCreateActions && changed.fullName == "Ada Lovelace")
        let row = try ledger.read { try $0.requireProfile() }
        #expect(changed.id == row.id.uniqueID && changed.createdAt == WireTime(row.createdAt))
        let json = try JSONBytesEncoder().encode(changed)
        #expect(try JSONBytesDecoder().decode(UserResponse.self, from: json) == changed)
        #expect(throws: DomainError.self) { try SampleLedger().ledger.answer(GetUser()) }
    }

    @Test(.requirement(133)) func `the password of a request is in nothing that is recorded`() throws {
        let request = UserCreateRequest(email: "ada@example.org", password: Secret("s3cret-canary"))
        _ = try ledger.perform(request)
        var payloads = ""
        try ledger.store.forEach(EventSelection()) { event in
            payloads += String(decoding: event.payload ?? [], as: UTF8.self)
            return true
        }
        #expect(payloads.contains("ada@example.org") && !payloads.contains("s3cret-canary"))
    }

    @Test(.requirement(122, 123, 135))
    func `the owner goes out with features and answers, and comes into another ledger so`() throws {
        try world.setProfile {
            ($0.email, $0.externalID, $0.displayName) = ("ada@example.org", "uid-7Hq", "Ada")
            $0.photoURL = "https://example.org/ada.png"
        }
        _ = try ledger.switchFeature(SwitchFeature(.cannedAnswers, isEnabled: false), context: world.context("feature"))
        _ = try ledger.switchFeature(SwitchFeature(.memoryStorage, isEnabled: false), context: world.context("feature"))
        try world.addAnswer()
        let user = try ledger.answer(GetUserEntity())
        #expect(user.id == "uid-7Hq" && user.displayName == "Ada" && user.photoURL == "https://example.org/ada.png")
        #expect(!user.enableFAQ && !user.allowSupermemoryStorage && user.enableSentiment && user.faqs.count == 1)
        let decoded = try JSONBytesDecoder().decode(UserEntity.self, from: JSONBytesEncoder().encode(user))
        #expect(decoded == user)
        // Into a ledger of another machine, and out of it again.
        let other = try AssistWorld()
        let head = try other.head()
        #expect(
            try other.ledger.perform(SaveUserEntity(user: decoded)).answer?.faqs.map(\.id) == decoded.faqs.map(\.id))
        let last = try #require(try other.ledger.store.transaction(other.ledger.store.head().transaction))
        #expect(last.firstPosition == head.advanced(by: 1), "all of it is one transaction")
        #expect(
            try other.ledger.perform(SaveUserEntity(user: decoded)).operation == nil, "the same once more is no change")
        let (row, copy) = (
            try ledger.read { try $0.requireProfile() }, try other.ledger.read { try $0.requireProfile() }
        )
        #expect(copy.settings == row.settings)
        #expect(try other.answers().map(\.settings) == world.answers().map(\.settings))
        #expect(try other.answers().map(\.id) == world.answers().map(\.id), "an answer keeps its id")
    }

    @Test(.requirement(116, 135, 136)) func `an answer whose id is no UUID is one answer, however often it is sent`()
        throws
    {
        let time = WireTime(Timestamp(microseconds: 7))
        func save(_ questions: KeyValuePairs<String, String>) throws {
            let faqs = questions.map { id, question in
                FAQEntity(
                    id: id, category: .equipment, questionPattern: question, answer: "In the box.", usageCount: 3,
                    createdAt: time)
            }
            _ = try ledger.perform(
                SaveUserEntity(
                    user: UserEntity(
                        id: "Zk3vQ9", email: "ada@example.org", displayName: "Ada", createdAt: time, faqs: faqs)))
        }
        func questions() throws -> [String] { try world.answers().map(\.settings.questionPattern) }
        let spanner = "where is the spanner"
        for _ in 0..<3 { try save(["faq-1": spanner, "faq-2": spanner]) }
        #expect(try questions() == [spanner, spanner], "two ids are two answers")
        let ids = try world.answers().map(\.id)
        try save(["faq-1": "where is the hammer"])
        #expect(try questions() == ["where is the hammer", spanner])
        #expect(try world.answers().map(\.id) == ids)
        #expect(try world.answers().map(\.usageCount) == [0, 0], "uses are counted here")
        // What goes out comes in as it is.
        let head = try world.head()
        _ = try ledger.perform(SaveUserEntity(user: ledger.answer(GetUserEntity())))
        #expect(try world.head() == head)
        // Earlier versions added such an answer under an id of its own.
        let oar = "where is the oar"
        _ = try ledger.perform(AddAnswerRequest(questionPattern: oar, text: "In the box."))
        try save(["faq-3": oar])
        #expect(try questions() == ["where is the hammer", spanner, oar])
        // What was deleted here stays so.
        _ = try ledger.perform(DeleteAnswerRequest(answer: ids[0].description))
        try save(["faq-1": "where is the hammer", "faq-2": spanner])
        #expect(try questions() == [spanner, oar])
        _ = try ledger.perform(DeleteAnswerRequest(answer: oar))
        try save(["faq-3": oar])
        #expect(try questions() == [spanner], "nor does one come back that an earlier version added")
        #expect(try ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(116, 136)) func `an answer of a program takes the place of no other answer`() throws {
        let (time, oar) = (WireTime(Timestamp(microseconds: 7)), "where is the oar")
        func save(_ answers: KeyValuePairs<String, String>) throws {
            let faqs = answers.map { id, text in
                FAQEntity(
                    id: id, category: .equipment, questionPattern: oar, answer: text, usageCount: 0, createdAt: time)
            }
            _ = try ledger.perform(
                SaveUserEntity(
                    user: UserEntity(
                        id: "Zk3vQ9", email: "ada@example.org", displayName: "Ada", createdAt: time, faqs: faqs)))
        }
        func texts() throws -> [String] { try world.answers().map(\.settings.text) }
        try save([:])
        let own = try world.addAnswer(oar, "Mine.")
        for text in ["Left.", "Right."] { try world.addAnswer(oar, text) }
        let added = try world.answers().map(\.id)
        // Each finds its own, whatever the order, and what somebody else wrote stays beside them.
        try save(["faq-2": "Right.", "faq-1": "Left."])
        #expect(try texts() == ["Mine.", "Left.", "Right."])
        try save(["faq-3": "Theirs."])
        #expect(try texts() == ["Mine.", "Left.", "Right.", "Theirs."])
        #expect(try Array(world.answers().map(\.id).prefix(3)) == added && added.first == own.id)
        // One answer stands for one of the program's.
        try save(["faq-4": "Mine.", "faq-5": "Mine."])
        #expect(try texts() == ["Mine.", "Left.", "Right.", "Theirs.", "Mine."])
        let head = try world.head()
        try save(["faq-4": "Mine.", "faq-5": "Mine."])
        #expect(try world.head() == head)
    }

    @Test(.requirement(116, 117, 119, 136)) func `a canned answer goes out with its uses, and comes back as a change`()
        throws
    {
        try world.setProfile()
        let row = try world.addAnswer()
        _ = try ledger.recordUse(ofAnswer: row.id.description, context: world.context("use"))
        let used = try #require(try world.answers().first)
        var user = try ledger.answer(GetUserEntity())
        var faq = try #require(user.faqs.first)
        #expect(faq.id == row.id.description && faq.category == .equipment && faq.questionPattern == "which camera")
        #expect(faq.answer == "The small one." && faq.usageCount == 1 && faq.isEnabled)
        #expect(faq.lastUsedAt == used.lastUsedAt.map(WireTime.init(_:)) && faq.createdAt == WireTime(used.createdAt))
        faq.update(answer: "The large one.", at: faq.updatedAt)
        user.faqs = [faq]
        _ = try ledger.perform(SaveUserEntity(user: user))
        #expect(try world.answers().map(\.settings.text) == ["The large one."])
        let head = try world.head()
        _ = try ledger.perform(SaveUserEntity(user: user))
        #expect(try world.head() == head, "the same once more is no change")
        let error = #expect(throws: DomainError.self) {
            try ledger.perform(AddAnswerRequest(id: row.id, questionPattern: "which", text: "This."))
        }
        #expect(error.map { APIErrorResponse(describing: $0).knownCode } == .alreadyExists)
    }
}
