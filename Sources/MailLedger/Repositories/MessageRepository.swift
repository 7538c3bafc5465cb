internal import EventLog
public import LedgerContexts
internal import LedgerKernel
public import Mail
public import Projections

/// Fetches messages, and changes them by commands of the ledger.
///
/// Everything throws ``RepositoryError``. Conditions that are nil let all pass; all others must be met. Lists begin
/// with the latest date; equal dates are in the order of recording, the latest first.
public protocol MessageRepository: Sendable {
    /// Returns the live message with an id, or nil.
    func fetch(byID id: MessageID) async throws -> MessageRow?
    /// Returns the live message of an account with a `Message-ID`, without its angle brackets, or nil; the latest of
    /// several.
    func fetch(byMessageID messageID: String, account: AccountID?) async throws -> MessageRow?
    /// Returns the live message of an account with this id on its server, or nil.
    func fetch(byExternalID externalID: String, account: AccountID) async throws -> MessageRow?
    /// Returns messages of an account with a live copy in a folder, filtered by whether they are read.
    func fetch(
        account: AccountID?, folder: FolderID?, isRead: Bool?, limit: Int?, offset: Int
    ) async throws -> [MessageRow]
    /// Returns threads with such a message.
    func fetchThreads(account: AccountID?, folder: FolderID?, limit: Int?) async throws -> [ThreadRow]
    /// Returns the live messages of a thread, the earliest first; any member's id identifies it.
    func fetchConversation(with id: MessageID) async throws -> [MessageRow]
    /// Returns at most ``MessageSearch/maximum`` messages with every word in subject, author or text; a word may be a
    /// prefix.
    func search(_ text: String, account: AccountID?, limit: Int) async throws -> [MessageRow]
    /// Records a message, or updates one that its account has, and returns its row; fails if that one was deleted.
    ///
    /// ``LedgerMail/save(_:context:dryRun:)`` describes how a message is recognised.
    @discardableResult func save(_ message: IncomingMessage) async throws -> MessageRow
    /// Records all in one transaction or none, and returns the rows of the live ones in the order given.
    @discardableResult func saveAll(_ messages: [IncomingMessage]) async throws -> [MessageRow]
    /// Adds and removes keywords: read, flagged and labels are keywords.
    func mark(_ id: MessageID, _ command: MarkMessages) async throws
    /// Ends a message, and its attachments with it.
    func delete(_ id: MessageID) async throws
    /// Keeps `keepCount` messages of an account, the latest by date, ends the others, and returns the number of these.
    @discardableResult func deleteOldest(account: AccountID, keepCount: Int) async throws -> Int
    /// Counts the messages that ``fetch(account:folder:isRead:limit:offset:)`` would return.
    func count(account: AccountID?, folder: FolderID?) async throws -> Int
    /// Counts messages that are neither read nor drafts; spam and trash count in their own folders only.
    func unreadCount(account: AccountID?, folder: FolderID?) async throws -> Int
}

extension MessageRepository {
    /// Returns all messages that meet the conditions.
    public func fetch(
        account: AccountID? = nil, folder: FolderID? = nil, isRead: Bool? = nil
    ) async throws -> [MessageRow] {
        try await fetch(account: account, folder: folder, isRead: isRead, limit: nil, offset: 0)
    }

    /// Searches with the greatest limit.
    public func search(_ text: String, account: AccountID? = nil) async throws -> [MessageRow] {
        try await search(text, account: account, limit: MessageSearch.maximum)
    }

    /// Marks a message as read, or as unread.
    public func markAsRead(_ id: MessageID, _ isRead: Bool = true) async throws {
        try await mark(id, isRead ? MarkMessages(adding: [.seen]) : MarkMessages(removing: [.seen]))
    }
}
