import Access
import Assist
import CivilTime
import EventLog
import JSONCoding
import Mail
import Notes
import TestSupport
import Testing

/// The lists of pairs of notes, actions, answers, the profile and transfers, and the events that they belong to.
@Suite struct `Fields and their change` {
    private static func any<Value>(_ values: [Value], _ random: inout SeededGenerator) -> Value {
        values[Int.random(in: values.indices, using: &random)]
    }

    private static func keys(of event: some Encodable, but ids: Set<String>) throws -> Set<String> {
        let json = try JSONBytesDecoder().decode(JSONValue.self, from: JSONBytesEncoder().encode(event))
        guard case .object(let object) = json else { return [] }
        return Set(object.keys).subtracting(ids)
    }

    /// Compares a list with what an event between random values says in JSON, and between two that differ in all.
    private static func check<Root: Hashable & Sendable, Changed: Event>(
        _ fields: [FieldPair<Root, Changed>], but ids: Set<String>, all: (old: Root, new: Root),
        random make: (inout SeededGenerator) throws -> Root, change: (Root, Root) -> Changed?
    ) throws {
        let names = fields.flatMap(\.names)
        var random = SeededGenerator()
        for _ in 0..<300 {
            let (old, new, third) = (try make(&random), try make(&random), try make(&random))
            guard let changed = change(old, new) else {
                #expect(old == new, "seed \(random.seed)")
                continue
            }
            let (before, stale) = fields.takingBack(changed, in: new)
            #expect(before == old && stale.isEmpty, "seed \(random.seed)")
            let keys = try keys(of: changed, but: ids)
            #expect(!keys.isEmpty && keys.isSubset(of: names), "seed \(random.seed)")
            #expect(keys.isSuperset(of: fields.takingBack(changed, in: third).stale), "seed \(random.seed)")
        }
        let changed = try #require(change(all.old, all.new))
        #expect(try keys(of: changed, but: ids) == Set(names) && Set(names).count == names.count)
    }

    private static let day = Timestamp(microseconds: 86_400_000_000)

    @Test func `a note's are those of its event`() throws {
        let tag = try NoteTag("rowing")
        let audio = NoteAudio(content: .of("audio"), mediaType: "audio/mp4", size: 1, fileName: nil)
        let full = NoteFields(
            title: "b", transcript: "t", summary: "s", duration: 20, folder: FolderID(.number(2)), tags: [tag],
            isPinned: true, isArchived: true, isAIProcessed: true, audio: audio)
        try Self.check(NoteChanged.fields, but: ["note"], all: (NoteFields(title: "a"), full)) { random in
            NoteFields(
                title: Self.any(["a", "b"], &random), transcript: Self.any(["", "t"], &random),
                summary: Self.any([nil, "s"], &random), duration: Self.any([nil, 20], &random),
                folder: Self.any([nil, FolderID(.number(2))], &random), tags: Self.any([[], [tag]], &random),
                isPinned: .random(using: &random), isArchived: .random(using: &random),
                isAIProcessed: .random(using: &random), audio: Self.any([nil, audio], &random))
        } change: {
            NoteChanged(note: NoteID(.number(1)), from: $0, to: $1)
        }
    }

    @Test func `an action's are those of its event`() throws {
        let full = ActionFields(
            title: "b", priority: .high, description: "d", scheduledDate: Self.day, scheduledEndDate: Self.day,
            location: "l", attendees: ["ada"], emailTo: "t", emailSubject: "s", emailBody: "b", externalID: "i",
            externalService: "v", externalURL: "u")
        try Self.check(ActionChanged.fields, but: ["action"], all: (ActionFields(title: "a"), full)) { random in
            ActionFields(
                title: Self.any(["a", "b"], &random), priority: Self.any([.low, .high], &random),
                description: Self.any([nil, "d"], &random), scheduledDate: Self.any([nil, Self.day], &random),
                scheduledEndDate: Self.any([nil, Self.day], &random), location: Self.any([nil, "l"], &random),
                attendees: Self.any([[], ["ada"]], &random), emailTo: Self.any([nil, "t"], &random),
                emailSubject: Self.any([nil, "s"], &random), emailBody: Self.any([nil, "b"], &random),
                externalID: Self.any([nil, "i"], &random), externalService: Self.any([nil, "v"], &random),
                externalURL: Self.any([nil, "u"], &random))
        } change: {
            ActionChanged(action: ActionID(.number(1)), from: $0, to: $1)
        }
    }

    @Test func `those of an action's progress are those of its event`() throws {
        let execution = ActionExecution(service: "calendar")
        let all = (ActionProgress(), ActionProgress(stage: .executed, execution: execution, error: "e"))
        try Self.check(ActionStatusChanged.fields, but: ["action"], all: all) { random in
            ActionProgress(
                stage: Self.any([.pending, .executed, .failed], &random),
                execution: Self.any([nil, execution], &random), error: Self.any([nil, "e"], &random))
        } change: {
            ActionStatusChanged(action: ActionID(.number(1)), from: $0, to: $1)
        }
    }

    @Test func `a token's are those of its event`() throws {
        let all = (
            TokenSettings(name: "n", actor: "a", scopes: [.read]),
            TokenSettings(
                name: "m", actor: "b", scopes: [.write], accounts: [], expiresAt: Timestamp(microseconds: 1))
        )
        try Self.check(TokenChanged.fields, but: ["token_id"], all: all) { random in
            TokenSettings(
                name: Self.any(["n", "m"], &random), actor: Self.any(["a", "b"], &random),
                scopes: Self.any([[.read], [.write, .audit]], &random),
                accounts: Self.any([nil, [], [AccountID(.number(1))]], &random),
                expiresAt: Self.any([nil, Timestamp(microseconds: 1)], &random))
        } change: {
            TokenChanged(tokenID: TokenID(.number(1)), from: $0, to: $1)
        }
    }

    @Test func `an answer's are those of its event`() throws {
        let all = (
            AnswerSettings(category: .other, questionPattern: "q", text: "t"),
            AnswerSettings(category: .career, questionPattern: "p", text: "u", isEnabled: false)
        )
        try Self.check(AnswerChanged.fields, but: ["answer"], all: all) { random in
            AnswerSettings(
                category: Self.any([.other, .career], &random), questionPattern: Self.any(["q", "p"], &random),
                text: Self.any(["t", "u"], &random), isEnabled: .random(using: &random))
        } change: {
            AnswerChanged(answer: AnswerID(.number(1)), from: $0, to: $1)
        }
    }

    @Test func `the profile's are those of its event, which tells of no feature`() throws {
        let full = ProfileSettings(
            externalID: "i", email: "b", displayName: "n", photoURL: "u", timeZone: "z", transcribesAutomatically: true,
            createsActionsAutomatically: true)
        try Self.check(ProfileChanged.fields, but: ["profile"], all: (ProfileSettings(email: "a"), full)) { random in
            ProfileSettings(
                externalID: Self.any([nil, "i"], &random), email: Self.any(["a", "b"], &random),
                displayName: Self.any([nil, "n"], &random), photoURL: Self.any([nil, "u"], &random),
                timeZone: Self.any([nil, "z"], &random), transcribesAutomatically: .random(using: &random),
                createsActionsAutomatically: .random(using: &random))
        } change: {
            ProfileChanged(profile: ProfileID(.number(1)), from: $0, to: $1)
        }
        var switched = full
        (switched.features, switched.services) = ([], [.google])
        #expect(ProfileChanged(profile: ProfileID(.number(1)), from: full, to: switched) == nil)
    }

    @Test func `those of an attachment's transfer are those of its event`() throws {
        let full = AttachmentTransfer(status: .failed, url: "u", localURL: "l", thumbnailURL: "t", error: "e")
        let fields = AttachmentTransferChanged.fields
        try Self.check(fields, but: ["message", "attachment"], all: (AttachmentTransfer(), full)) { random in
            AttachmentTransfer(
                status: Self.any([nil, .pending, .failed], &random), url: Self.any([nil, "u"], &random),
                localURL: Self.any([nil, "l"], &random), thumbnailURL: Self.any([nil, "t"], &random),
                error: Self.any([nil, "e"], &random))
        } change: {
            AttachmentTransferChanged(message: MessageID(.number(1)), attachment: 1, from: $0, to: $1)
        }
    }
}
