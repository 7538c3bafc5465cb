import Cryptography
import EventLog
import Mail
import Testing

/// What an importer's find means for a message that the account has.
struct RecordCopyTests {
    private var given = Given()
    private let inbox: FolderState
    private let work: FolderState

    init() {
        let ada = given.account("ada@example.org")
        inbox = given.folder("INBOX", in: ada)
        work = given.folder("Work", in: ada)
    }

    private func found(_ copy: MessageCopy, flags: String) -> FoundCopy {
        FoundCopy(source: copy.source, raw: copy.raw, flags: flags, fromLine: copy.fromLine)
    }

    private func found(_ source: String, flags: String) -> FoundCopy {
        FoundCopy(source: source, raw: .of(source), flags: flags, fromLine: "From ada")
    }

    private func record(_ found: FoundCopy, in folder: FolderState? = nil, of message: MessageState) -> Outcome {
        when {
            let event = try RecordCopy.decide(found, message: message, stream: .existing(message.stream)) {
                // Of a copy that is known nobody asks for the folder.
                try #require(folder).id
            }
            return event.map { [$0] } ?? []
        }
    }

    @Test(arguments: ["", "S", "FS", "T", "ST"])
    mutating func `a copy that is known as it is decides nothing`(flags: String) {
        let message = given.message(in: inbox, flags: flags)
        record(found(message.copies[0], flags: flags), of: message).thenNothing()
    }

    @Test mutating func `a known copy is known wherever the ledger has moved it`() {
        let message = given.message(in: inbox)
        let moved = message.applying(
            MessageMoved(message: message.id, copies: [.init(copy: 1, folder: Change(old: inbox.id, new: work.id))]))
        record(found(message.copies[0], flags: ""), of: moved).thenNothing()
    }

    @Test(
        arguments: [
            ("", "S", [], [.seen]), ("S", "", [.seen], []), ("S", "F", [.seen], [.flagged]),
            ("S", "FS", [.seen], [.flagged, .seen]),
            // What was set here stays, where the copy did not change it.
            ("", "S", [.flagged], [.flagged, .seen]), ("F", "S", [.answered], [.answered, .seen]),
        ] as [(String, String, KeywordSet, KeywordSet)])
    mutating func `a change of a copy's flags is applied to the message as that change`(
        old: String, new: String, before: KeywordSet, after: KeywordSet
    ) {
        let message = given.message(in: inbox, flags: old, keywords: before, areSet: true)
        record(found(message.copies[0], flags: new), of: message).then(
            CopyChanged(
                message: message.id, copy: 1, source: nil, flags: Change(old: old, new: new),
                keywords: Change(old: before, new: after)))
    }

    @Test mutating func `a change that the message has already is taken down for the copy alone`() {
        let message = given.message(in: inbox, flags: "", keywords: [.seen], areSet: true)
        record(found(message.copies[0], flags: "S"), of: message).then(
            CopyChanged(message: message.id, copy: 1, source: nil, flags: Change(old: "", new: "S"), keywords: nil))
    }

    @Test(arguments: [("S", "ST"), ("ST", "S"), ("", "T")])
    mutating func `T is a change of the copy and no keyword`(old: String, new: String) {
        let message = given.message(in: inbox, flags: old)
        record(found(message.copies[0], flags: new), of: message).then(
            CopyChanged(message: message.id, copy: 1, source: nil, flags: Change(old: old, new: new), keywords: nil))
        #expect(MessageCopy.isHidden(flags: new) == new.contains("T"))
    }

    @Test(arguments: [("", "T"), ("S", "ST"), ("DFPRS", "DFPRST"), ("Sa", "STa")])
    func `hiding a copy puts a T in its place, and showing it takes the T away`(shown: String, hidden: String) {
        #expect(!MessageCopy.isHidden(flags: shown) && MessageCopy.isHidden(flags: hidden))
        #expect(MessageCopy.flags(shown, hidden: true) == hidden && MessageCopy.flags(hidden, hidden: false) == shown)
        #expect(MessageCopy.flags(shown, hidden: false) == shown && MessageCopy.flags(hidden, hidden: true) == hidden)
        #expect(MessageCopy.flags(shown, hidden: nil) == shown && MessageCopy.flags(hidden, hidden: nil) == hidden)
    }

    @Test mutating func `one more copy adds its flags until somebody set the keywords`() {
        let message = given.message(in: inbox, flags: "S")
        let more = found("more", flags: "F")
        let outcome = record(more, in: work, of: message)
        outcome.then(
            MessageCopied(
                message: message.id, copy: more.numbered(2, in: work.id),
                keywords: Change(old: [.seen], new: [.flagged, .seen])))
        #expect(outcome.targets == [.any(.existing(message.stream))])
        let set = given.message(in: inbox, flags: "", keywords: [.answered], areSet: true)
        record(more, in: work, of: set).then(
            MessageCopied(message: set.id, copy: more.numbered(2, in: work.id), keywords: nil))
        record(found("nothing new", flags: "S"), in: work, of: message).then(
            MessageCopied(
                message: message.id, copy: found("nothing new", flags: "S").numbered(2, in: work.id), keywords: nil))
    }

    @Test mutating func `other bytes under a known name are one more copy`() {
        let message = given.message(in: inbox)
        let known = message.copies[0]
        let other = FoundCopy(source: known.source, raw: .of("other"), flags: "", fromLine: nil)
        record(other, in: inbox, of: message).then(
            MessageCopied(message: message.id, copy: other.numbered(2, in: inbox.id), keywords: nil))
    }

    @Test mutating func `the number of a removed copy is not used again`() {
        let message = given.message(in: inbox, work)
        let removed = message.applying(CopyRemoved(message: message.id, copy: message.copies[1], keywords: nil))
        #expect(removed.copies.map(\.number) == [1])
        let again = found(message.copies[1], flags: "")
        record(again, in: work, of: removed).then(
            MessageCopied(message: message.id, copy: again.numbered(3, in: work.id), keywords: nil))
    }

    @Test func `a message of the same transaction takes its copy there`() {
        var given = given
        let message = given.message(in: inbox)
        let proposed = RecordCopy.decide(found("more", flags: ""), message: message, stream: .started(4)) { work.id }
        #expect(proposed?.target == .any(.started(4)))
    }

    @Test func `a copy whose message was loaded since is known as it was, with its Maildir`() throws {
        var given = given
        let added = given.message(in: inbox, flags: "S")
        let header = try #require(added.copies.first)
        let maildir = "/home/ada/Maildir"
        let adopted = added.applying(
            CopyChanged(message: added.id, copy: header.number, maildir: Change(old: nil, new: maildir)))
        let whole = SHA256Digest.of("the whole message")
        let loaded = adopted.applying(
            MessageBodyLoaded(
                message: added.id, raw: Change(old: header.raw, new: whole),
                identity: Change(old: .of("header"), new: .of("whole")), size: Change(old: 1, new: 2),
                attachments: [], snippet: ""))
        #expect(
            loaded.copies == [
                MessageCopy(
                    number: header.number, folder: inbox.id, source: header.source, raw: whole, flags: "S",
                    maildir: maildir)
            ])
        let found = FoundCopy(source: header.source, raw: whole, flags: "S", fromLine: nil, maildir: maildir)
        let decided = RecordCopy.decide(found, message: loaded, stream: .existing(loaded.stream)) { inbox.id }
        #expect(decided == nil, "nothing about it is new")
    }
}
