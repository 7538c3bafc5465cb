import Assist
import EventLog
import TestSupport
import Testing

@Suite struct `Canned answers` {
    private let answer = AnswerState(
        id: AnswerID(.number(3)), stream: StreamID(3), profile: nil,
        settings: AnswerSettings(category: .software, questionPattern: "which editor", text: "Any."))

    @Test(.requirement(119)) func `what is not given stays as it is`() throws {
        #expect(try ChangeAnswer().decide(answer).isEmpty)
        #expect(try ChangeAnswer(questionPattern: "which editor").decide(answer).isEmpty)
        let events = try ChangeAnswer(text: "Ed.").decide(answer).map(\.event)
        let expected = AnswerChanged(answer: answer.id) { $0.text = Change(old: "Any.", new: "Ed.") }
        #expect(events.first as? AnswerChanged == expected && events.count == 1)
    }

    @Test(.requirement(136)) func `an id that is taken is refused`() throws {
        let command = AddAnswer(id: answer.id, category: .other, questionPattern: "q", text: "a")
        #expect(throws: DomainError.alreadyExists(kind: "answer", name: answer.id.description)) {
            try command.decide(profile: nil, existing: answer) { .number(1) }
        }
        #expect(try command.decide(profile: nil) { .number(1) }.count == 1)
    }

    @Test(.requirement(118)) func `each use is an event, of an enabled answer only`() throws {
        #expect(try UseAnswer().decide(answer, features: AssistFeature.standard).first?.event is AnswerUsed)
        var disabled = answer
        disabled.settings.isEnabled = false
        #expect(throws: DomainError.self) { try UseAnswer().decide(disabled, features: AssistFeature.standard) }
        #expect(throws: DomainError.self) { try UseAnswer().decide(answer, features: [.sentiment]) }
    }

    @Test(arguments: [("", "a"), (" ", "a"), ("a\nb", "a"), ("q", ""), ("q", "a\u{0}")])
    func `a question is one line, and a text some`(_ question: String, _ text: String) {
        #expect(throws: DomainError.self) {
            try AddAnswer(category: .other, questionPattern: question, text: text).decide(profile: nil) { .number(1) }
        }
    }
}

@Suite struct `The profile` {
    private func profile(_ change: (inout ProfileSettings) -> Void = { _ in }) -> ProfileState {
        var settings = ProfileSettings(email: "ada@example.org", displayName: "Ada")
        change(&settings)
        return ProfileState(id: ProfileID(.number(9)), stream: StreamID(9), settings: settings)
    }

    private func set(_ change: (inout SetProfile) -> Void) -> SetProfile {
        var command = SetProfile()
        change(&command)
        return command
    }

    @Test(.requirement(123)) func `all six features are on at first`() throws {
        let events = try set { $0.email = "ada@example.org" }.decide(nil) { .number(9) }
        let created = try #require(events.first?.event as? ProfileCreated)
        #expect(Set(created.features) == Set(AssistFeature.allCases) && created.features.count == 6)
        #expect(!created.autoTranscribe && !created.autoCreateActions && created.services.isEmpty)
    }

    @Test(.requirement(124)) func `what is given changes, and an empty text takes a value away`() throws {
        #expect(try set { $0.displayName = "Ada" }.decide(profile()) { .number(1) }.isEmpty)
        let events = try set { $0.displayName = "" }.decide(profile()) { .number(1) }
        let expected = ProfileChanged(profile: profile().id) { $0.displayName = Change(old: "Ada", new: nil) }
        #expect(events.first?.event as? ProfileChanged == expected)
    }

    @Test(.requirement(125), arguments: AssistFeature.allCases) func `a feature is switched once`(
        _ feature: AssistFeature
    ) {
        let off = SwitchFeature(feature, isEnabled: false)
        #expect(off.decide(profile()).count == 1)
        #expect(off.decide(profile { $0.features.remove(feature) }).isEmpty)
        #expect(SwitchFeature(feature, isEnabled: true).decide(profile()).isEmpty)
    }

    @Test(.requirement(129), arguments: ConnectedService.allCases) func `a service is connected once, and disconnected`(
        _ service: ConnectedService
    ) {
        #expect(SwitchService(service, isConnected: true).decide(profile()).count == 1)
        #expect(SwitchService(service, isConnected: true).decide(profile { $0.services.insert(service) }).isEmpty)
        #expect(SwitchService(service, isConnected: false).decide(profile()).isEmpty)
    }

    @Test func `a new profile needs an address, and a ledger has one profile`() {
        #expect(throws: DomainError.invalid(field: "email", reason: "is missing")) {
            try set { $0.displayName = "Ada" }.decide(nil) { .number(1) }
        }
        #expect(throws: DomainError.self) {
            try RestoreProfile().decide(profile().with { $0.isDeleted = true }, live: profile())
        }
    }

    @Test(arguments: [
        "ada", "@example.org", "ada@", "a b@example.org", "ada@example.org,b@c", "ada:secret@example.org", "a@b@c",
    ])
    func `an address is one`(_ email: String) {
        #expect(throws: DomainError.self) { try set { $0.email = email }.decide(nil) { .number(1) } }
    }

    @Test(arguments: [
        "ada.png", "ftp://example.org/a.png", "https://ada:secret@example.org/a.png", "https://example.org/a b",
        "https://example.org/a.png?access_token=x", "https://example.org/a.png#api_key=x",
    ])
    func `a picture is an address of the web without a secret in it`(_ url: String) {
        #expect(throws: DomainError.self) { try set { $0.photoURL = url }.decide(profile()) { .number(1) } }
    }

    @Test func `the stored form has no place for a secret`() throws {
        for type in AssistCatalogue.events {
            #expect(!SecretFieldPolicy.isSecret(fieldName: type.type.name))
        }
        let fields = Mirror(reflecting: profile().settings).children.compactMap(\.label)
        #expect(fields.count == 9 && !fields.contains { SecretFieldPolicy.isSecret(fieldName: $0) })
    }
}

extension ProfileState {
    fileprivate func with(_ change: (inout ProfileState) -> Void) -> ProfileState {
        var state = self
        change(&state)
        return state
    }
}
