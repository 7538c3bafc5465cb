import EventLog
import Mail
import Testing

struct MessageCommandTests {
    private static let seen = KeywordSet([.seen])

    @Test func `only messages that change are marked, each with what came and what left`() {
        var given = Given()
        let ada = given.account("ada@example.org")
        let inbox = given.folder("INBOX", in: ada, role: .inbox)
        let (unread, read) = (given.message(in: inbox, flags: "F"), given.message(in: inbox, flags: "S"))
        let outcome = when { MarkMessages(adding: Self.seen).decide([unread, read]) }
        outcome.then(
            MessageMarked(message: unread.id, keywords: KeywordChange(added: Self.seen)))
        #expect(outcome.targets == [.any(.existing(unread.stream))])
        #expect(outcome.accounts == [.stream(.existing(ada.stream))])
    }

    @Test func `marking again decides nothing`() throws {
        var given = Given()
        let ada = given.account("ada@example.org")
        let message = given.message(in: given.folder("INBOX", in: ada))
        let command = MarkMessages(adding: [.seen, .flagged], removing: [.draft])
        let events = command.decide([message])
        #expect(events.count == 1)
        let after = events.reduce(message) { $0.applying($1.event) }
        when { command.decide([after]) }.thenNothing()
        when { MarkMessages().decide([message, after]) }.thenNothing()
        when { MarkMessages(removing: [.answered]).decide([message, after]) }.thenNothing()
    }

    @Test func `what is both added and removed is there after that`() {
        var given = Given()
        let message = given.message(in: given.folder("INBOX", in: given.account("ada@example.org")))
        when { MarkMessages(adding: Self.seen, removing: Self.seen).decide([message]) }
            .then(MessageMarked(message: message.id, keywords: KeywordChange(added: Self.seen)))
    }

    @Test func `all copies that are elsewhere move`() {
        var given = Given()
        let ada = given.account("ada@example.org")
        let (inbox, work, archive) = (
            given.folder("INBOX", in: ada), given.folder("Work", in: ada), given.folder("Archive", in: ada)
        )
        let (both, there) = (given.message(in: inbox, archive, work), given.message(in: archive))
        when { try MoveMessages().decide([both, there], to: archive) }.then(
            MessageMoved(
                message: both.id,
                copies: [
                    .init(copy: 1, folder: Change(old: inbox.id, new: archive.id)),
                    .init(copy: 3, folder: Change(old: work.id, new: archive.id)),
                ]))
    }

    @Test func `nothing moves when one of the messages is of another account`() {
        var given = Given()
        let (ada, bob) = (given.account("ada@example.org"), given.account("bob@example.org"))
        let (mine, theirs) = (given.folder("INBOX", in: ada), given.folder("INBOX", in: bob))
        let archive = given.folder("Archive", in: ada)
        let messages = [given.message(in: mine), given.message(in: theirs)]
        when { try MoveMessages().decide(messages, to: archive) }.thenConflict()
    }

    @Test func `messages end once`() {
        var given = Given()
        let inbox = given.folder("INBOX", in: given.account("ada@example.org"))
        let (live, gone) = (given.message(in: inbox), given.message(in: inbox, isDeleted: true))
        when { DeleteMessages().decide([live, gone]) }.then(MessageDeleted(message: live.id))
    }

    @Test func `a thread is marked by way of a message, and only in what changes`() {
        var given = Given()
        let inbox = given.folder("INBOX", in: given.account("ada@example.org"))
        let (first, second) = (given.message(in: inbox), given.message(in: inbox))
        let threads = [
            MarkThreads.State(anchor: first, isPinned: false, isMuted: true, isArchived: false),
            MarkThreads.State(anchor: second, isPinned: true, isMuted: false, isArchived: true),
        ]
        when { MarkThreads(isPinned: true, isArchived: false).decide(threads) }.then(
            ThreadMarked(
                message: first.id, isPinned: Change(old: false, new: true), isMuted: nil, isArchived: nil),
            ThreadMarked(
                message: second.id, isPinned: nil, isMuted: nil, isArchived: Change(old: true, new: false)))
        when { MarkThreads().decide(threads) }.thenNothing()
        when { MarkThreads(isPinned: true).decide([threads[1]]) }.thenNothing()
    }
}
