internal import Content
internal import DiskFiles
internal import EventLog
public import LedgerContexts
public import LedgerHistory
public import LedgerKernel
internal import MIME
public import Mail
public import Projections

/// A message with its header, its text, its thread and its history.
public struct ShownMessage: Sendable {
    public let row: MessageRow
    public let headers: MessageHeaders
    /// By how many seconds the clock of the sender was ahead of UTC; nil where no date in the content tells.
    package let dateOffset: Int64?
    /// Nil when the content is missing.
    public let text: String?
    public let attachments: [AttachmentRow]
    /// The live messages of its thread, the earliest first.
    public let thread: [MessageRow]
    /// The notes on it, and on its thread.
    public let notes: [ShownNote]
    /// The actions that belong to the message itself.
    public let actions: [ActionRow]
    /// The claims about it; nil if there are none.
    public let classification: ClassificationRow?
    public let history: [HistoryEntry]
    /// The facts about a message of a conversation; nil for mail.
    public let chat: ChatFacts?
    /// The paths of the folders, deleted ones too, by the ids that a history has.
    public let folderPaths: [String: String]
}

extension LedgerReader {
    /// Gathers everything to show about the message whose id has a prefix.
    ///
    /// - Parameter historyLimit: The most entries of its history, the newest of them; nil for all.
    /// - Complexity: O(its thread + its events); with a limit, O(the limit) entries are made of the events.
    public func show(_ prefix: String, historyLimit: Int? = nil) throws -> ShownMessage {
        let row = try message(prefix)
        let thread = try messages(matching: .thread(prefix: row.id.description)).reversed()
        let stored = try content(of: row)
        return ShownMessage(
            row: row, headers: try headers(of: row.stream),
            dateOffset: try stored.flatMap { stored in
                try withExtendedLifetime(stored) { try MessageParser().dateOffset(of: stored.source) }
            },
            text: try stored.map(Self.text),
            attachments: try attachments(of: row.stream), thread: Array(thread),
            notes: try shownNotes(on: row.stream), actions: try actions(on: row.id),
            classification: try classification(of: row.stream),
            history: try history(of: row.id.description, HistoryOptions(isBackward: true, limit: historyLimit))
                .reversed(),
            chat: try chat(of: row.stream),
            folderPaths: try folderPaths())
    }
}
