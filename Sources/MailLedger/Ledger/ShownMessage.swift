internal import Content
internal import EventLog
internal import Glibc
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
    public let history: [HistoryEntry]
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
                attachments: try reader.attachments(of: row.stream), thread: Array(thread), history: history,
                folderPaths: try reader.folderPaths())
        }
    }

    private func message(_ prefix: String) throws -> MessageRow {
        try read { try $0.message(prefix) }
    }

    // The first event of a message's stream brought its header.
    private func headers(of stream: StreamID) throws -> MessageHeaders {
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

    private func text(of row: MessageRow) throws -> String? {
        do {
            return try MessageParser().parse(stored: content.read(row.content)).text
        } catch ContentError.missing {
            return nil
        }
    }

    /// Writes the bytes of a message's first copy as they came.
    public func writeRawMessage(_ prefix: String, to descriptor: Int32) throws {
        try content.write(message(prefix).content, to: descriptor)
    }

    /// Writes the decoded content of an attachment to a file, and returns its length in bytes.
    ///
    /// - Parameter overwriting: Whether a file that is there is replaced; else it is left as it is.
    public func saveAttachment(_ number: Int, of prefix: String, to path: String, overwriting: Bool) throws -> Int64 {
        let row = try message(prefix)
        let attachments = try read { try $0.attachments(of: row.stream) }
        guard let attachment = attachments.first(where: { $0.number == number }) else {
            throw MailError.notFound(kind: "attachment", name: String(number))
        }
        let stored = try content.read(row.content)
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (overwriting ? O_TRUNC : O_EXCL)
        let descriptor = unsafe Glibc.open(path, flags, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { throw MailError.alreadyExists(kind: "file", name: path) }
            throw LedgerError.io(path: path, reason: unsafe String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        var size: Int64 = 0
        try MessageParser().decodePart(number: attachment.part, of: stored) { chunk in
            size += Int64(chunk.count)
            try writeAll(chunk, to: descriptor, path: path)
        }
        return size
    }
}

private func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, path: String) throws(LedgerError) {
    var offset = 0
    while offset < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { buffer in
            unsafe write(descriptor, buffer.baseAddress.map { unsafe $0 + offset }, buffer.count - offset)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw LedgerError.io(path: path, reason: unsafe String(cString: strerror(errno))) }
        offset += count
    }
}
