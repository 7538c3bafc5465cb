import EventLog
import Mail
import Projections
import SQLiteDatabase
import Testing

/// Which message has which UID in which folder, case by case.
struct MailboxTests {
    private let log: MailLog
    private let ada: AccountState
    private let inbox, archive: FolderState

    init() throws {
        log = try MailLog()
        ada = try log.addAccount("ada@example.org")
        inbox = try log.folder("INBOX", in: ada)
        archive = try log.folder("Archive", in: ada)
    }

    private func expectRebuiltAgrees(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try log.rebuiltMailboxRows() == log.mailboxRows(), sourceLocation: sourceLocation)
    }

    private func only(in folder: FolderState) throws -> MailboxMessage {
        let present = try log.present(in: folder)
        #expect(present.count == 1)
        return try #require(present.first)
    }

    private func setFlags(_ new: String, ofCopy number: Int, of message: MessageState) throws {
        let state = try log.state(of: message.stream)
        let copy = try #require(state.copies.first { $0.number == number })
        let found = FoundCopy(source: copy.source, raw: copy.raw, flags: new, fromLine: nil)
        let event = RecordCopy.decide(found, message: state, stream: .existing(state.stream)) { copy.folder }
        try log.record([try #require(event)])
    }

    private func removeCopy(_ number: Int, of message: MessageState) throws {
        let copy = try #require(log.state(of: message.stream).copies.first { $0.number == number })
        try log.record([message.event(CopyRemoved(message: message.id, copy: copy, keywords: nil))])
    }

    private func mark(_ message: MessageState, adding: KeywordSet = [], removing: KeywordSet = []) throws {
        try log.record(
            MarkMessages(adding: adding, removing: removing).decide([log.state(of: message.stream)]))
    }

    // MARK: UIDs

    @Test func `a UID is the position of the event by which a message came`() throws {
        let first = try log.add(in: inbox)
        let second = try log.add(in: inbox, archive)
        #expect(
            try log.uids(in: inbox) == [UInt32(first.stream.rawValue), UInt32(second.stream.rawValue)])
        #expect(try log.uids(in: archive) == [UInt32(log.last())])
        #expect(try log.mailboxes().uid(of: second.stream.rawValue, in: archive.stream) == UInt32(log.last()))
        #expect(try log.mailboxes().uid(of: first.stream.rawValue, in: archive.stream) == nil)
        try expectRebuiltAgrees()
    }

    @Test func `the UIDVALIDITY of a folder is the position of its first event`() throws {
        let receipt = try log.record(
            AddFolder(name: "Work").decide(in: ada.id, ada.stream, under: nil, siblings: [], newID: log.newID))
        let created = try #require(receipt).firstPosition
        let work = try log.folder("Work", in: ada)
        #expect(work.stream.rawValue == created.rawValue)
        let summary = try log.summary(of: work)
        #expect(summary.uidValidity == UInt32(created.rawValue))
        #expect(summary.uidNext == UInt32(created.rawValue) + 1)
        #expect(summary.highestModSeq == created.rawValue)
        #expect((summary.messages, summary.unseen, summary.deleted) == (0, 0, 0))
    }

    @Test func `two copies in one folder are one message, which leaves with the last`() throws {
        let message = try log.add(in: inbox, inbox)
        let before = try only(in: inbox)
        #expect(before.uid == UInt32(message.stream.rawValue))
        try removeCopy(1, of: message)
        #expect(try only(in: inbox) == before)
        try removeCopy(2, of: message)
        #expect(try log.uids(in: inbox).isEmpty)
        #expect(try log.mailboxes().vanished(in: inbox.stream, since: log.last() - 1) == [before.uid])
        try expectRebuiltAgrees()
    }

    @Test func `a copy that is away and back under its number has a new UID`() throws {
        let message = try log.add(in: inbox, archive)
        let copy = try #require(message.copies.last)
        try removeCopy(2, of: message)
        try log.record([message.event(MessageCopied(message: message.id, copy: copy, keywords: nil))])
        #expect(try log.uids(in: archive) == [UInt32(log.last())])
        #expect(try log.uids(in: inbox) == [UInt32(message.stream.rawValue)])
        try expectRebuiltAgrees()
    }

    @Test func `a moved message leaves here and comes there, and gets a new UID when it is back`() throws {
        let message = try log.add(in: inbox)
        let since = try log.last()
        try log.record(MoveMessages().decide([message], to: archive))
        #expect(try log.uids(in: inbox).isEmpty)
        #expect(try log.uids(in: archive) == [UInt32(log.last())])
        try log.record(MoveMessages().decide([log.state(of: message.stream)], to: inbox))
        #expect(try log.uids(in: inbox) == [UInt32(log.last())])
        #expect(try log.uids(in: archive).isEmpty)
        #expect(try log.mailboxes().vanished(in: inbox.stream, since: since) == [UInt32(message.stream.rawValue)])
        // It came behind that position and left again: a client may have seen it between.
        let moved = try log.mailboxes().vanished(in: archive.stream, since: since)
        #expect(moved.count == 1 && Int64(moved[0]) > since)
        try expectRebuiltAgrees()
    }

    @Test func `a deleted message leaves all its folders, and comes back to each under a new UID`() throws {
        let message = try log.add(in: inbox, archive)
        let old = try log.uids(in: inbox) + log.uids(in: archive)
        try log.record(DeleteMessages().decide([message]))
        #expect(try log.uids(in: inbox) + log.uids(in: archive) == [])
        // What happens to it meanwhile is known when it is back.
        try mark(message, adding: [.flagged])
        try log.record([message.event(MessageRestored(message: message.id))])
        let new = UInt32(try log.last())
        #expect(try log.uids(in: inbox) == [new] && log.uids(in: archive) == [new])
        #expect(try only(in: inbox).flags == .flagged)
        #expect(!old.contains(new))
        try expectRebuiltAgrees()
    }

    @Test func `the end and the return of a folder and of an account change no row`() throws {
        let work = try log.addFolder("Work", in: ada)
        let message = try log.add(in: inbox, work)
        try log.add(.init(flags: "T"), in: work)
        let before = try log.mailboxRows()
        try log.record(DeleteFolder().decide(work))
        #expect(try log.mailboxRows() == before)
        try log.record([work.event(FolderRestored(folder: work.id))])
        try log.record(AccountDeleted(account: ada.id), of: ada)
        #expect(try log.mailboxRows() == before)
        try log.record(AccountRestored(account: ada.id), of: ada)
        #expect(try log.mailboxRows() == before)
        // A message may leave a folder that is away.
        try log.record(DeleteFolder().decide(work))
        try log.record(DeleteMessages().decide([message]))
        #expect(try log.uids(in: work).count == 1)
        try expectRebuiltAgrees()
    }

    // MARK: Bytes

    @Test func `a message whose body comes leaves and comes again in each folder`() throws {
        let message = try log.add(in: inbox, archive)
        try mark(message, adding: [.seen])
        let since = try log.last()
        let old = try (inbox: only(in: inbox).uid, archive: only(in: archive).uid)
        let raw = try #require(message.copies.first).raw
        let loaded = MessageBodyLoaded(
            message: message.id, raw: Change(old: raw, new: .of("whole")),
            identity: Change(old: .of("header"), new: .of("whole")), size: Change(old: 1, new: 2), attachments: [],
            snippet: "")
        try log.record([message.event(loaded)])
        for (folder, uid) in [(inbox, old.inbox), (archive, old.archive)] {
            let row = try only(in: folder)
            #expect(try (Int64(row.uid), row.modSeq) == (log.last(), log.last()))
            #expect(row.message == message.stream.rawValue && row.flags == .seen)
            #expect(try log.mailboxes().vanished(in: folder.stream, since: since) == [uid])
        }
        try expectRebuiltAgrees()
    }

    @Test func `readers get the bytes of the first copy for ever, so its loss changes no UID`() throws {
        let message = try log.add(in: inbox)
        let found = FoundCopy(source: "elsewhere", raw: .of("other bytes"), flags: "", fromLine: nil)
        let event = RecordCopy.decide(found, message: message, stream: .existing(message.stream)) { archive.id }
        try log.record([try #require(event)])
        let before = try (row: #require(log.messages().first), archived: only(in: archive))
        try removeCopy(1, of: message)
        #expect(try log.messages().first?.content == before.row.content)
        #expect(try only(in: archive) == before.archived)
    }

    // MARK: Flags

    @Test func `flags are those of the message, and any keyword raises the mod-sequence in each folder`() throws {
        let message = try log.add(.init(flags: "DFRS"), in: inbox, archive)
        #expect(try only(in: inbox).flags == [.seen, .answered, .flagged, .draft])
        let uid = try only(in: inbox).uid
        let (work, home) = try (Keyword("Work"), Keyword("home"))
        try mark(message, removing: [.flagged, .draft, .answered])
        #expect(try only(in: inbox).flags == .seen)
        try mark(message, adding: [work])
        #expect(try only(in: inbox).flags == [.seen, .hasOthers])
        for (adding, removing) in [([home], []), ([], [work])] as [([Keyword], [Keyword])] {
            // The bits are the same before and after.
            try mark(message, adding: KeywordSet(adding), removing: KeywordSet(removing))
            for folder in [inbox, archive] {
                #expect(try only(in: folder).flags == [.seen, .hasOthers])
                #expect(try only(in: folder).modSeq == log.last())
                #expect(try log.summary(of: folder).highestModSeq == log.last())
            }
        }
        #expect(try only(in: inbox).uid == uid)
        #expect(try log.mailboxes().spellings(of: message.stream.rawValue) == ["$seen", "home"])
        try expectRebuiltAgrees()
    }

    @Test func `a keyword that a copy brings raises the mod-sequence in all folders, whatever the bits say`() throws {
        let message = try log.add(in: inbox, archive)
        try mark(message, adding: [try Keyword("work")])
        // P is $forwarded, which has no bit of its own.
        try setFlags("P", ofCopy: 1, of: message)
        for folder in [inbox, archive] {
            #expect(try only(in: folder).flags == .hasOthers)
            #expect(try only(in: folder).modSeq == log.last())
        }
        let found = FoundCopy(source: "elsewhere", raw: .of("x"), flags: "", fromLine: nil)
        let state = try log.state(of: message.stream)
        let event = RecordCopy.decide(found, message: state, stream: .existing(state.stream)) { archive.id }
        let before = try only(in: archive)
        try log.record([try #require(event)])
        // One more copy where it is already says nothing new.
        #expect(try only(in: archive) == before)
        try expectRebuiltAgrees()
    }

    @Test func `T strikes a message out in one folder once it is on all its copies there`() throws {
        let message = try log.add(in: inbox, inbox, archive)
        let (uid, archived) = try (only(in: inbox).uid, only(in: archive))
        try setFlags("T", ofCopy: 1, of: message)
        #expect(try only(in: inbox).flags == [])
        try setFlags("T", ofCopy: 2, of: message)
        let struckOut = try only(in: inbox)
        #expect(struckOut.uid == uid && struckOut.flags == .deleted)
        #expect(try struckOut.modSeq == log.last())
        #expect(try only(in: archive) == archived)
        #expect(try log.summary(of: inbox).deleted == 1)
        // Keywords leave the stroke as it is.
        try mark(message, adding: [.seen])
        #expect(try only(in: inbox).flags == [.seen, .deleted])
        let hidden = CopyChanged(message: message.id, copy: 2, isHidden: Change(old: true, new: false))
        try log.record([message.event(hidden)])
        #expect(try only(in: inbox).flags == .seen)
        #expect(try only(in: inbox).uid == uid)
        try log.add(.init(flags: "ST"), in: archive)
        #expect(try log.present(in: archive).last?.flags == [.seen, .deleted])
        try expectRebuiltAgrees()
    }

    @Test func `a summary counts the unread and those that are struck out`() throws {
        let flags = ["", "S", "T", "ST", "D"]
        for flags in flags { try log.add(.init(flags: flags), in: inbox) }
        let summary = try log.summary(of: inbox)
        #expect((summary.messages, summary.unseen, summary.deleted) == (5, 3, 2))
        #expect(summary.uidNext == UInt32(try log.last()) + 1)
        #expect(try log.mailboxes().pages(of: inbox.stream).numberOfFirstUnseen == 1)
        #expect(try log.mailboxes().pages(of: archive.stream).numberOfFirstUnseen == nil)
        // Nothing comes here: the next UID stays.
        try log.add(in: archive)
        #expect(try log.summary(of: inbox) == summary)
    }

    // MARK: Erasure

    @Test func `an erasure removes the rows, and neither UIDNEXT nor HIGHESTMODSEQ falls`() throws {
        let kept = try log.add(in: inbox)
        let erased = try log.add(in: inbox, archive)
        try log.record(MoveMessages().decide([erased], to: archive))
        let last = try log.add(in: inbox)
        let before = try (log.summary(of: inbox), log.summary(of: archive))
        #expect(try log.mailboxes().lastErasure(account: ada.stream) == nil)
        try log.erase([erased, last], of: ada)
        #expect(try log.mailboxes().lastErasure(account: ada.stream) == log.last())
        #expect(try log.uids(in: inbox) == [UInt32(kept.stream.rawValue)])
        // And its page.
        #expect(try log.mailboxRows().count == 2)
        for (folder, before) in [(inbox, before.0), (archive, before.1)] {
            let after = try log.summary(of: folder)
            #expect(after.uidNext == UInt32(try log.last()) + 1 && after.uidNext >= before.uidNext)
            #expect(after.highestModSeq == (try log.last()) && after.highestModSeq >= before.highestModSeq)
        }
        try expectRebuiltAgrees()
        // What comes next is above all that was there.
        try log.add(in: inbox)
        #expect(try log.uids(in: inbox).last == UInt32(log.last()))
    }

    @Test func `an erasure in one account is none in another`() throws {
        let bob = try log.addAccount("bob@example.org")
        let message = try log.add(in: log.folder("INBOX", in: bob))
        let before = try log.summary(of: inbox)
        try log.erase([message], of: bob)
        #expect(try log.mailboxes().lastErasure(account: ada.stream) == nil)
        #expect(try log.summary(of: inbox) == before)
    }
}
