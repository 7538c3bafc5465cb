internal import Content
internal import DiskFiles
internal import EventLog
internal import MIME
public import Mail
public import Projections

/// A message with its header, its text, its thread and its history.
public struct ShownMessage: Sendable {
    public let row: MessageRow
    public let headers: MessageHeaders
    /// Nil when the content is missing.
    public let text: String?
    public let attachments: [AttachmentRow]
    /// The live messages of its thread, the earliest first.
    public let thread: [MessageRow]
    /// The notes on it, and on its thread.
    public let notes: [ShownNote]
    /// The actions that hang off the message itself.
    public let actions: [ActionRow]
    /// What is claimed of it; nil where nothing is.
    public let classification: ClassificationRow?
    public let history: [HistoryEntry]
    /// What is known of a message of a conversation; nil for mail.
    public let chat: ChatFacts?
    /// The paths of the folders, deleted ones too, by the ids that a history has.
    public let folderPaths: [String: String]
}

extension Ledger {
    /// Gathers what there is to show of the message whose id begins so.
    public func show(_ prefix: String) throws -> ShownMessage {
        let history = try history(of: message(prefix).id.description)
        return try read { reader in
            let row = try reader.message(prefix)
            let thread = try reader.messages(matching: .thread(prefix: row.id.description)).reversed()
            return ShownMessage(
                row: row, headers: try headers(of: row.stream), text: try text(of: row),
                attachments: try reader.attachments(of: row.stream), thread: Array(thread),
                notes: try reader.shownNotes(on: row.stream), actions: try reader.actions(on: row.id),
                classification: try reader.classification(of: row.stream), history: history,
                chat: try reader.chat(of: row.stream),
                folderPaths: try reader.folderPaths())
        }
    }
}
