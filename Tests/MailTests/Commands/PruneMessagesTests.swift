import EventLog
import Mail
import TestSupport
import Testing

@Suite struct `Pruning a message` {
    private static let accountRule = PruningRule(origin: .account, keepNewest: 5)
    private static let folderRule = PruningRule(origin: .folder, keepFor: .last(7, .year))

    private var given = Given()
    private let inbox: FolderState
    private let receipts: FolderState
    private let gone: FolderState
    private let command: PruneMessages

    init() {
        let ada = given.account("ada@example.org")
        (inbox, receipts) = (given.folder("INBOX", in: ada), given.folder("Receipts", in: ada))
        gone = given.folder("Old", in: ada, isDeleted: true)
        command = PruneMessages(live: [inbox.id, receipts.id])
    }

    private func scope(_ folders: FolderState...) -> PruneMessages.Scope {
        PruneMessages.Scope(folders: Set(folders.map(\.id)), rule: Self.folderRule)
    }

    @Test(.requirement(75)) mutating func `ends it where it would be nowhere else, and says by which rule`() {
        let message = given.message(in: receipts)
        when { command.decide(message, [scope(receipts)]) }
            .then(MessageDeleted(message: message.id, prunedBy: Self.folderRule))
        let whole = PruneMessages.Scope(folders: nil, rule: Self.accountRule)
        when { command.decide(message, [whole]) }
            .then(MessageDeleted(message: message.id, prunedBy: Self.accountRule))
        when { command.decide(message, []) }.thenNothing()
        when { command.decide(message.applying(MessageDeleted(message: message.id)), [whole]) }.thenNothing()
    }

    @Test(.requirement(75)) mutating func `takes it out of a folder where it is shown elsewhere too`() {
        let message = given.message(in: inbox, receipts)
        when { command.decide(message, [scope(receipts)]) }.then(
            CopyRemoved(message: message.id, copy: message.copies[1], keywords: nil, prunedBy: Self.folderRule))
    }

    @Test(.requirement(75)) mutating func `ends it once rules take it out of all its folders, and names the first`() {
        let message = given.message(in: inbox, receipts)
        let other = PruneMessages.Scope(folders: [inbox.id], rule: Self.accountRule)
        when { command.decide(message, [scope(receipts), other]) }
            .then(MessageDeleted(message: message.id, prunedBy: Self.folderRule))
    }

    @Test(.requirement(75)) mutating func `counts neither a hidden copy nor one in a deleted folder as elsewhere`() {
        let ended = given.message(in: receipts, gone)
        when { command.decide(ended, [scope(receipts)]) }
            .then(MessageDeleted(message: ended.id, prunedBy: Self.folderRule))
        let hidden = given.message(in: inbox, receipts, flags: "T")
        when { command.decide(hidden, [scope(receipts)]) }
            .then(MessageDeleted(message: hidden.id, prunedBy: Self.folderRule))
    }
}
