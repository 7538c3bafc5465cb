internal import Content
public import DiskFiles
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

    func message(_ prefix: String) throws -> MessageRow {
        try read { try $0.message(prefix) }
    }

    // The first event of a message's stream brought its header.
    func headers(of stream: StreamID) throws -> MessageHeaders {
        let first = Position(stream.rawValue)
        var headers = MessageHeaders()
        let selection = EventSelection(after: Position(first.rawValue - 1), through: first)
        try store.forEach(selection, decodedBy: catalogue) { event in
            if case .event(let content) = event.content, let added = content as? MessageAdded {
                headers = added.headers
            }
            return true
        }
        return headers
    }

    /// Reads the text of a message, with the targets of the links in HTML listed below it.
    ///
    /// Returns nil where the content is missing, and where only the header came yet. Of a very long text the beginning, with
    /// a line that says so.
    public func text(of row: MessageRow) throws -> String? {
        try content(of: row).map(Self.text)
    }

    /// Reads the bytes of a message; nil where there are none.
    func content(of row: MessageRow) throws -> StoredContent? {
        guard row.hasBody else { return nil }
        do {
            return try content.read(row.content)
        } catch ContentError.missing {
            return nil
        }
    }

    /// Reads the first HTML part of the message whose id begins so.
    public func html(of prefix: String) throws -> String {
        let stored = try content.read(message(prefix).content)
        let html = try withExtendedLifetime(stored) { try MessageParser().html(of: stored.source) }
        guard let html else { throw DomainError.notFound(kind: "HTML part", name: prefix) }
        return html
    }

    /// Writes the bytes of a message's first copy as they came.
    public func writeRawMessage(_ prefix: String, to descriptor: Descriptor) throws {
        try content.write(message(prefix).content, to: descriptor)
    }

    /// Returns the first bytes of a message's first copy, up to a limit.
    public func rawMessage(_ prefix: String, limit: Int) throws -> (bytes: [UInt8], isCut: Bool) {
        switch try content.read(message(prefix).content) {
        case .bytes(let bytes): return (Array(bytes.prefix(limit)), bytes.count > limit)
        case .file(let file):
            var bytes = [UInt8](repeating: 0, count: limit)
            let count = try file.read(into: &bytes, from: 0)
            return (Array(bytes.prefix(count)), file.size > Int64(count))
        }
    }
}
