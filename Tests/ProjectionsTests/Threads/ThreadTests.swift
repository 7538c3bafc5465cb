import CivilTime
import EventLog
import Mail
import Projections
import SQLiteDatabase
import Testing

/// Threads and what is said of them, case by case.
struct ThreadTests {
    private let log: MailLog
    private let ada: AccountState
    private let inbox: FolderState

    init() throws {
        log = try MailLog()
        ada = try log.addAccount("ada@example.org")
        inbox = try log.folder("INBOX", in: ada)
    }

    private func add(
        _ id: String?, _ references: String..., inReplyTo: [String] = [], from: String = "eve@example.com",
        date: Int64? = nil, flags: String = "", subject: String? = nil
    ) throws -> MessageState {
        try log.add(
            .init(
                messageID: id, references: references, inReplyTo: inReplyTo, from: from, subject: subject, date: date,
                flags: flags), in: inbox)
    }

    private func thread(of message: MessageState) throws -> ThreadRow {
        try #require(try log.threads().first { $0.messages.contains(message.id) })
    }

    private func mark(
        _ message: MessageState, pinned: Bool? = nil, muted: Bool? = nil, archived: Bool? = nil
    ) throws {
        func change(_ new: Bool?) -> Change<Bool>? { new.map { Change(old: !$0, new: $0) } }
        try log.record([
            message.event(
                ThreadMarked(
                    message: message.id, isPinned: change(pinned), isMuted: change(muted), isArchived: change(archived))
            )
        ])
    }

    @Test func `references and In-Reply-To join, and the first recorded gives the id`() throws {
        let reply = try add("2", "1")
        let answer = try add("3", inReplyTo: ["2"])
        let first = try add("1")
        let other = try add("x")
        #expect(try thread(of: reply).messages == [reply, answer, first].map(\.id))
        #expect(try thread(of: first).id == reply.id)
        #expect(try thread(of: other).messages == [other.id])
        #expect(try ThreadsQuery(on: log.connection()).thread(of: first.stream) == reply.stream)
        #expect(try log.messages().map(\.thread) == [reply.id, reply.id, reply.id, other.id])
    }

    @Test func `a parent that never came joins its answers`() throws {
        let (left, right) = (try add("2", "phantom"), try add("3", "phantom"))
        #expect(try thread(of: left).messages == [left.id, right.id])
    }

    @Test func `neither subjects nor missing ids join`() throws {
        _ = try add(nil, subject: "Hello")
        _ = try add(nil, subject: "Hello")
        _ = try add("a", subject: "Hello")
        _ = try add("A", subject: "Re: Hello")
        #expect(try log.threads().count == 4)
    }

    @Test func `the same Message-ID with other content is of the same thread`() throws {
        let (first, second) = (try add("1"), try add("1"))
        #expect(try thread(of: second).messages == [first.id, second.id])
    }

    @Test func `accounts do not join`() throws {
        let bob = try log.addAccount("bob@example.org")
        _ = try add("1")
        try log.add(.init(messageID: "2", references: ["1"]), in: log.folder("INBOX", in: bob))
        #expect(try log.threads().count == 2)
    }

    @Test func `a late message merges threads into the one that was first`() throws {
        let (first, second, third) = (try add("1"), try add("2"), try add("3"))
        #expect(try log.threads().count == 3)
        let join = try add("4", "3", "2", "1")
        let threads = try log.threads()
        #expect(threads.count == 1)
        #expect(threads.first?.id == first.id)
        #expect(threads.first?.messages == [first, second, third, join].map(\.id))
        try log.expectRebuildAgrees()
    }

    @Test func `a thread says what its live messages are`() throws {
        let first = try add("1", from: "eve@example.com", date: 30, subject: "Re: the third")
        let second = try add("2", "1", from: "bob@example.com", date: 10, flags: "S", subject: "the first")
        let third = try add("3", "1", from: "EVE@EXAMPLE.com", date: 20)
        let row = try thread(of: first)
        #expect(row.subject == "the first")
        #expect(row.messageCount == 3)
        #expect(row.unreadCount == 2)
        #expect(row.lastDate == Timestamp(microseconds: 30))
        #expect(row.messages == [second, third, first].map(\.id))
        #expect(row.participants.map(\.address) == ["bob@example.com", "EVE@EXAMPLE.com", "eve@example.com"])
    }

    @Test func `deleting never splits a thread, and restoring gives it back`() throws {
        let first = try add("1", date: 1, subject: "one")
        let middle = try add("2", "1", date: 2, subject: "two")
        let last = try add("3", "2", date: 3, subject: "three")
        let before = try log.threads()
        try log.record(DeleteMessages().decide([middle]))
        let without = try thread(of: first)
        #expect(without.messages == [first.id, last.id])
        #expect(without.messageCount == 2)
        try log.record(DeleteMessages().decide([first]))
        let alone = try thread(of: last)
        // The id stays that of the first-recorded message, deleted or not.
        #expect(alone.id == first.id)
        #expect(alone.subject == "three")
        try log.record(DeleteMessages().decide([last]))
        #expect(try log.threads().isEmpty)
        #expect(try ThreadsQuery(on: log.connection()).count() == 0)
        // Mail that comes meanwhile finds the thread.
        let late = try add("4", "2", date: 4)
        #expect(try thread(of: late).id == first.id)
        try log.record([first, middle, last].map { $0.event(MessageRestored(message: $0.id)) })
        try log.record(DeleteMessages().decide([late]))
        #expect(try log.threads() == before)
        try log.expectRebuildAgrees()
    }

    @Test func `of several marks of a thread the latest counts, by way of whatever message`() throws {
        let (first, second) = (try add("1"), try add("2", "1"))
        try mark(first, pinned: true, muted: true)
        try mark(second, muted: false)
        #expect(try thread(of: first).isPinned)
        #expect(try !thread(of: first).isMuted)
        try mark(second, pinned: false)
        #expect(try !thread(of: first).isPinned)
        try log.expectRebuildAgrees()
    }

    @Test func `a mail that refers to a muted and to another thread mutes neither, and pins both where one was`() throws
    {
        let (strange, muted) = (try add("1"), try add("2"))
        try mark(strange, pinned: true)
        try mark(muted, pinned: false, muted: true, archived: true)
        // From the account itself, so that nothing comes back by being inbound.
        let join = try add("3", "1", "2", from: "ada@example.org")
        let row = try thread(of: join)
        #expect(row.messages == [strange, muted, join].map(\.id))
        #expect(row.isPinned && !row.isMuted && !row.isArchived)
        // As long as nobody says otherwise of the whole, by way of any message of it.
        _ = try add("4", "2")
        #expect(try !thread(of: join).isMuted)
        try mark(muted, pinned: false, muted: true)
        #expect(try !thread(of: strange).isPinned)
        #expect(try thread(of: strange).isMuted)
        try log.expectRebuildAgrees()
    }

    @Test func `threads that were all muted and archived stay so when a mail joins them`() throws {
        let all = [try add("1"), try add("2"), try add("3")]
        for message in all { try mark(message, muted: true, archived: true) }
        let join = try add("4", "1", "2", "3", from: "ada@example.org")
        #expect(try thread(of: join).isMuted)
        #expect(try thread(of: join).isArchived)
        // A further thread that nobody muted.
        _ = try add("5")
        let last = try add("6", "5", "4", from: "ada@example.org")
        #expect(try thread(of: last).messages.count == 6)
        #expect(try !thread(of: last).isMuted)
        #expect(try !thread(of: last).isArchived)
        try log.expectRebuildAgrees()
    }

    @Test func `what joins archived threads brings them back if it is inbound`() throws {
        let (first, second) = (try add("1"), try add("2"))
        for message in [first, second] { try mark(message, muted: true, archived: true) }
        let join = try add("3", "1", "2")
        #expect(try thread(of: join).isMuted)
        #expect(try !thread(of: join).isArchived)
        try log.record(DeleteMessages().decide([join]))
        #expect(try thread(of: first).isArchived)
        try log.expectRebuildAgrees()
    }

    @Test func `a thread tells which it was made of, and what held of these`() throws {
        let (first, second) = (try add("1"), try add("2"))
        try mark(second, muted: true)
        let join = try add("3", "1", "2")
        let query = ThreadsQuery(on: try log.connection())
        let joined = try query.threads(joinedBy: join.stream)
        #expect(joined.map(\.id) == [first.id, second.id])
        #expect(joined.map(\.isMuted) == [false, true])
        #expect(try query.threads(joinedBy: second.stream).isEmpty)
        #expect(try query.messages(joiningThreadsMarkedAt: second.stream) == [join.stream])
        #expect(try query.messages(joiningThreadsMarkedAt: first.stream).isEmpty)
    }

    @Test func `an archived thread returns with inbound mail, not with what was written here`() throws {
        let first = try add("1")
        try mark(first, archived: true)
        #expect(try thread(of: first).isArchived)
        _ = try add("2", "1", from: "ADA@example.org", flags: "S")
        #expect(try thread(of: first).isArchived)
        _ = try add("3", "1", from: "eve@example.com", flags: "D")
        #expect(try thread(of: first).isArchived)
        let inbound = try add("4", "1")
        #expect(try !thread(of: first).isArchived)
        try mark(inbound, archived: true)
        #expect(try thread(of: first).isArchived)
        let archived = try ThreadsQuery(on: log.connection()).all(
            matching: "TRUE", where: ThreadConditions(isArchived: false), limit: nil)
        #expect(archived.isEmpty)
        try mark(first, archived: false)
        #expect(try !thread(of: first).isArchived)
        try log.expectRebuildAgrees()
    }

    @Test func `pinned and muted threads stay so when mail comes`() throws {
        let first = try add("1")
        try mark(first, pinned: true, muted: true)
        _ = try add("2", "1")
        #expect(try thread(of: first).isPinned)
        #expect(try thread(of: first).isMuted)
    }

    @Test func `threads are listed by their latest message`() throws {
        let (early, late) = (try add("1", date: 10), try add("2", date: 20))
        #expect(try log.threads().map(\.id) == [late.id, early.id])
        _ = try add("3", "1", date: 30)
        #expect(try log.threads().map(\.id) == [early.id, late.id])
        let page = try ThreadsQuery(on: log.connection()).all(matching: "TRUE", limit: 1, offset: 1)
        #expect(page.map(\.id) == [late.id])
    }
}
