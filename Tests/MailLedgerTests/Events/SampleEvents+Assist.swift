import Assist
import EventLog

extension SampleEvents {
    static let answer = AnswerID(.number(20))
    static let profile = ProfileID(.number(21))

    static func assist() -> [any Event & Hashable] {
        [
            MessageClassified(
                message: message,
                category: Change(
                    old: RatedClaim(.fan, confidence: 0.5, by: "model-a"),
                    new: RatedClaim(.urgent, confidence: 0.25, by: "ada")),
                sentiment: Change(old: nil, new: SentimentClaim(.negative, intensity: .high, by: "model-a")),
                opportunityScore: Change(old: Claim(7, by: "model-a"), new: Claim(100, by: "model-b")),
                answer: Change(old: nil, new: RatedClaim(answer, confidence: 0.75, by: "model-a")),
                replyDraft: Change(old: Claim("No.", by: "ada"), new: Claim("Dear Ada,\nyes.", by: "model-a"))),
            MemoryLinked(
                message: message, memory: Change(old: nil, new: "mem_1"), conversation: Change(old: "c_1", new: "c_2")),
            AnswerAdded(
                id: answer, profile: profile,
                settings: AnswerSettings(
                    category: .equipment, questionPattern: "which camera", text: "The \"small\" one.", isEnabled: false)
            ),
            AnswerChanged(answer: answer) {
                $0.category = Change(old: .equipment, new: .other)
                $0.questionPattern = Change(old: "which camera", new: "what camera")
                $0.text = Change(old: "a", new: "b")
                $0.isEnabled = Change(old: true, new: false)
            },
            AnswerUsed(answer: answer, message: message, draft: MessageID(.number(22))),
            AnswerUseCancelled(answer: answer, use: 1 << 40), AnswerUseRestored(answer: answer, use: 1 << 40),
            AnswerDeleted(answer: answer), AnswerRestored(answer: answer), AnswerErased(answer: answer, events: 3),
            ProfileCreated(
                id: profile,
                settings: ProfileSettings(
                    externalID: "uid-1", email: "ada@example.org", displayName: "Ada Lovelace",
                    photoURL: "https://example.org/ada.png", timeZone: "Europe/London", transcribesAutomatically: true,
                    createsActionsAutomatically: true, features: [.sentiment, .categorization],
                    services: [.google, .apple])),
            ProfileChanged(profile: profile) {
                $0.externalID = Change(old: "uid-1", new: nil)
                $0.email = Change(old: "a@example.org", new: "b@example.org")
                $0.displayName = Change(old: nil, new: "Ada")
                $0.photoURL = Change(old: nil, new: "https://example.org/a.png")
                $0.timeZone = Change(old: "Europe/London", new: nil)
                $0.autoTranscribe = Change(old: false, new: true)
                $0.autoCreateActions = Change(old: true, new: false)
            },
            ProfileFeatureSwitched(
                profile: profile,
                changes: Dictionary(
                    uniqueKeysWithValues: AssistFeature.allCases.map { ($0, Change(old: true, new: false)) })),
            ProfileServiceSwitched(
                profile: profile,
                changes: [.google: Change(old: true, new: false), .apple: Change(old: false, new: true)]),
            ProfileDeleted(profile: profile), ProfileRestored(profile: profile),
            ProfileErased(profile: profile, events: 9),
        ]
    }

    static func bareAssist() -> [any Event & Hashable] {
        [
            MessageClassified(message: message),
            MessageClassified(
                message: message, category: Change(old: nil, new: RatedClaim(.spam, by: "ada")),
                sentiment: Change(old: SentimentClaim(.neutral, by: "ada"), new: nil),
                answer: Change(old: RatedClaim(answer, by: "ada"), new: nil)),
            MemoryLinked(message: message),
            AnswerAdded(
                id: answer, profile: nil,
                settings: AnswerSettings(category: .other, questionPattern: "q", text: "a")),
            AnswerChanged(answer: answer) { _ in }, AnswerUsed(answer: answer),
            ProfileCreated(id: profile, settings: ProfileSettings(email: "ada@example.org", features: [])),
            ProfileChanged(profile: profile) { _ in }, ProfileFeatureSwitched(profile: profile, changes: [:]),
            ProfileServiceSwitched(profile: profile, changes: [:]),
        ]
    }
}
