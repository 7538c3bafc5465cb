import Chat
import CivilTime
import EventLog
import Mail
import Projections
import SQLiteDatabase
import Testing

/// Totals and unread counts, case by case.
struct CountTests {
    private let log: MailLog
    private let ada: AccountState
    private let inbox, archive, spam, trash, drafts: FolderState

    init() throws {
        log = try MailLog()
        ada = try log.addAccount("ada@example.org")
        inbox = try log.folder("INBOX", in: ada)
        archive = try log.folder("Archive", in: ada)
        spam = try log.folder("Spam", in: ada)
        trash = try log.folder("Trash", in: ada)
        drafts = try log.folder("Drafts", in: ada)
    }

    @Test func `a message is unread unless it is seen or a draft`() throws {
        for flags in ["", "S", "D", "DS", "F"] { try log.add(.init(flags: flags), in: inbox) }
        #expect(try log.counts() == ["INBOX 5/2"])
        #expect(try log.accountCounts() == ["5/2"])
    }

    @Test func `a message in two folders counts in each and once in its account`() throws {
        let message = try log.add(in: inbox, archive)
        #expect(try log.counts() == ["INBOX 1/1", "Archive 1/1"])
        #expect(try log.accountCounts() == ["1/1"])
        #expect(try log.messages().map(\.folders) == [["Archive", "INBOX"]])
        try log.record(MarkMessages(adding: [.seen]).decide([message]))
        #expect(try log.counts() == ["INBOX 1/0", "Archive 1/0"])
        #expect(try log.accountCounts() == ["1/0"])
    }

    @Test func `two copies in one folder count once`() throws {
        try log.add(in: inbox, inbox)
        #expect(try log.counts() == ["INBOX 1/1"])
        #expect(try log.messages().map(\.folders) == [["INBOX"]])
    }

    @Test func `spam and trash count in their own folders, and in the account only with another folder`() throws {
        try log.add(in: spam)
        try log.add(in: trash)
        try log.add(in: spam, trash)
        let both = try log.add(in: inbox, trash)
        #expect(try log.counts() == ["INBOX 1/1", "Trash 3/3", "Spam 2/2"])
        #expect(try log.accountCounts() == ["1/1"])
        try log.record(MoveMessages().decide([both], to: trash))
        #expect(try log.counts() == ["Trash 3/3", "Spam 2/2"])
        #expect(try log.accountCounts() == ["0/0"])
        try log.record(MoveMessages().decide([try log.state(of: both.stream)], to: archive))
        #expect(try log.accountCounts() == ["1/1"])
        try log.expectRebuildAgrees()
    }

    @Test func `a thread is unread in each of its folders, and in the trash only by what lies there`() throws {
        func counts(_ folder: FolderState) throws -> String? {
            let counts = try MailboxCountsQuery(on: log.connection()).threads(of: ada.stream)[folder.stream]
            return counts.map { "\($0.threads)/\($0.unreadThreads)" }
        }
        let first = try log.add(.init(messageID: "1", flags: "S"), in: inbox)
        let second = try log.add(.init(messageID: "2", references: ["1"]), in: archive)
        try log.add(.init(messageID: "3", references: ["1"], flags: "S"), in: trash)
        #expect(try [inbox, archive, trash].map(counts) == ["1/1", "1/1", "1/0"])
        try log.record(MoveMessages().decide([second], to: trash))
        #expect(try [inbox, archive, trash].map(counts) == ["1/0", nil, "1/1"])
        // Without the role, it is a folder like the others.
        try log.record([trash.event(FolderChanged(folder: trash.id) { $0.role = Change(old: .trash, new: nil) })])
        #expect(try [inbox, archive, trash].map(counts) == ["1/1", nil, "1/1"])
        // A message of a conversation is no mail, and one that joins two threads makes one of them.
        try log.add(.init(messageID: "4"), in: inbox)
        #expect(try counts(inbox) == "2/2")
        let both = try log.add(.init(messageID: "5", references: ["1", "4"], flags: "S"), in: drafts)
        #expect(try [inbox, drafts].map(counts) == ["1/1", "1/1"])
        let joined = ChatMessageJoined(
            message: first.id, conversation: ConversationID(log.newID()), sender: "ada",
            createdAt: .init(microseconds: 0),
            updatedAt: .init(microseconds: 0), status: nil, readBy: [])
        try log.record([first.event(joined)])
        #expect(try [inbox, drafts].map(counts) == ["1/1", "1/1"])
        try log.record(DeleteMessages().decide([both]))
        #expect(try [inbox, drafts].map(counts) == ["1/1", nil])
        try log.expectRebuildAgrees()
    }

    @Test func `T hides a copy, and the message with its last one`() throws {
        let message = try log.add(in: inbox, archive)
        try setFlags("T", ofCopy: 1, of: message)
        #expect(try log.counts() == ["Archive 1/1"])
        try setFlags("ST", ofCopy: 2, of: message)
        #expect(try log.counts().isEmpty)
        #expect(try log.messages().isEmpty)
        #expect(try log.accountCounts() == ["0/0"])
        try setFlags("", ofCopy: 1, of: message)
        #expect(try log.counts() == ["INBOX 1/1"])
        let hidden = try log.add(.init(flags: "T"), in: inbox)
        #expect(try log.counts() == ["INBOX 1/1"])
        #expect(try !log.messages().contains { $0.id == hidden.id })
        try log.expectRebuildAgrees()
    }

    private func setFlags(_ flags: String, ofCopy number: Int, of message: MessageState) throws {
        let changed = CopyChanged(
            message: message.id, copy: number, source: nil, flags: Change(old: "", new: flags), keywords: nil)
        try log.record([message.event(changed)])
    }

    @Test func `a copy that is taken away counts no more`() throws {
        let message = try log.add(in: inbox, archive)
        try log.record([message.event(CopyRemoved(message: message.id, copy: message.copies[0], keywords: nil))])
        #expect(try log.counts() == ["Archive 1/1"])
        #expect(try log.state(of: message.stream).copies.map(\.number) == [2])
        try log.expectRebuildAgrees()
    }

    @Test func `a deleted message counts nowhere and comes back as it was`() throws {
        let message = try log.add(.init(flags: "F"), in: inbox, spam)
        try log.add(in: inbox)
        let before = (try log.counts(), try log.accountCounts(), try log.messages())
        try log.record(DeleteMessages().decide([message]))
        #expect(try log.counts() == ["INBOX 1/1"])
        #expect(try log.accountCounts() == ["1/1"])
        try log.record([message.event(MessageRestored(message: message.id))])
        #expect(try (log.counts(), log.accountCounts(), log.messages()) == before)
        try log.expectRebuildAgrees()
    }

    @Test func `a folder ends with what is below it, and each comes back with its own end`() throws {
        let work = try log.addFolder("Work", in: ada)
        let tax = try log.addFolder("Tax", in: ada, under: work)
        let old = try log.addFolder("Old", in: ada, under: tax)
        let both = try log.add(in: inbox, work)
        for folder in [work, tax, old] { try log.add(in: folder) }
        let before = (try log.counts(), try log.messages())
        #expect(before.0 == ["INBOX 1/1", "Work 2/2", "Work/Tax 1/1", "Work/Tax/Old 1/1"])
        // The folder in the middle goes first, with the one below it; then the one on top.
        try log.record(DeleteFolder().decide(tax))
        #expect(try log.counts() == ["INBOX 1/1", "Work 2/2"])
        let between = (try log.counts(), try log.messages())
        try log.record(DeleteFolder().decide(work))
        #expect(try log.counts() == ["INBOX 1/1"])
        #expect(try log.messages().map(\.id) == [both.id])
        #expect(try log.messages().map(\.folders) == [["INBOX"]])
        #expect(try log.folders().allSatisfy { !$0.path.hasPrefix("Work") })
        // Back comes what went with it, and not what had gone before.
        try log.record([work.event(FolderRestored(folder: work.id))])
        #expect(try (log.counts(), log.messages()) == between)
        #expect(try log.folder("Work/Tax", in: ada).isDeleted)
        #expect(try log.folder("Work/Tax/Old", in: ada).isDeleted)
        try log.record([tax.event(FolderRestored(folder: tax.id))])
        #expect(try (log.counts(), log.messages()) == before)
        try log.expectRebuildAgrees()
    }

    @Test func `a message of a deleted folder lives in its others, and moves from there to where it is seen`() throws {
        let work = try log.addFolder("Work", in: ada)
        let message = try log.add(in: work)
        try log.record(DeleteFolder().decide(work))
        #expect(try log.messages().isEmpty)
        try log.record(MoveMessages().decide([message], to: inbox))
        #expect(try log.counts() == ["INBOX 1/1"])
        try log.record([work.event(FolderRestored(folder: work.id))])
        #expect(try log.counts() == ["INBOX 1/1"])
        try log.expectRebuildAgrees()
    }

    @Test func `nothing returns anything of a deleted account, and all comes back with it`() throws {
        let bob = try log.addAccount("bob@example.org")
        try log.add(in: log.folder("INBOX", in: bob))
        try log.add(in: inbox, spam)
        let before = (try log.counts(), try log.accountCounts(), try log.messages(), try log.threads())
        try log.record(DeleteAccount().decide(ada))
        #expect(try log.counts() == ["INBOX 1/1"])
        #expect(try log.accountCounts() == ["1/1"])
        #expect(try log.messages().map(\.accountAddress) == ["bob@example.org"])
        #expect(try log.threads().count == 1)
        #expect(try ThreadsQuery(on: log.connection()).count() == 1)
        for table in AllProjections.publicTables {
            let text = try log.connection().rows(table.rows) { "\($0.numbered.value(0)) \($0.numbered.value(1))" }
            #expect(!text.joined().contains("ada@example.org"), "\(table.name): \(text)")
        }
        try log.record([
            ProposedEvent(
                AccountRestored(account: ada.id), target: .any(.existing(ada.stream)),
                account: .stream(.existing(ada.stream)))
        ])
        #expect(try log.counts() == before.0)
        #expect(try log.accountCounts() == before.1)
        #expect(try log.messages() == before.2)
        #expect(try log.threads() == before.3)
        try log.expectRebuildAgrees()
    }

    @Test func `what changes is announced for those who page through it`() throws {
        let message = try log.add(in: inbox)
        try log.record(MarkMessages(adding: [.seen]).decide([message]))
        let position = try log.store.head().position.rawValue
        try log.record(DeleteMessages().decide([message]))
        let rows = try log.connection().rows(
            "SELECT position, entity, id, kind, counts_only FROM changes WHERE position >= \(bind: position) ORDER BY position, sub"
        ) { row in
            "\(row.numbered.integer(0) - position) " + (1..<5).map { row.numbered.text($0) }.joined(separator: " ")
        }
        let (id, folder) = (message.stream, inbox.stream)
        #expect(
            rows == [
                "0 message \(id) 2 0", "0 folder \(folder) 2 1", "0 thread \(id) 2 0",
                "1 message \(id) 3 0", "1 folder \(folder) 2 1", "1 thread \(id) 3 0",
            ])
    }

    @Test func `files that were passed over are remembered with the latest reason`() throws {
        for reason in ["not-mail", "unreadable"] {
            let skipped = FileSkipped(account: ada.id, source: "/a", reason: reason, detail: nil)
            try log.record([
                ProposedEvent(
                    skipped, target: .any(.existing(ada.stream)), account: .stream(.existing(ada.stream)))
            ])
        }
        let query = SkippedQuery(on: try log.connection())
        #expect(try query.reason(for: "/a", account: ada.stream) == "unreadable")
        #expect(try query.reason(for: "/b", account: ada.stream) == nil)
    }
}
