internal import Content
internal import DiskFiles
internal import EventLog
internal import MIME
internal import Mail
package import Projections
internal import QueryLanguage

/// A file that an attachment was written to.
public struct SavedAttachment: Sendable, Hashable {
    public let path: String
    /// In bytes.
    public let size: Int64
}

/// The attachments of the messages in a ledger, read and written to files.
public struct LedgerAttachments {
    package let ledger: Ledger
}

extension Ledger {
    /// The attachments of its messages.
    public var attachments: LedgerAttachments { LedgerAttachments(ledger: self) }
}

extension LedgerAttachments {
    /// Saves the decoded content of an attachment to a file.
    ///
    /// The file appears whole or not at all. If `path` is a folder, the file is made in it under the attachment's own
    /// name, with the harmless form of ``AttachmentName``.
    ///
    /// - Parameter overwriting: Whether an existing file is replaced; otherwise it stays as it is. A link is replaced
    ///   and not followed; anything but a file or a link is never replaced.
    public func save(
        _ number: Int, of prefix: String, to path: String, overwriting: Bool
    ) throws -> SavedAttachment {
        let (row, attachments) = try attachments(of: prefix)
        guard let attachment = attachments.first(where: { $0.number == number }) else {
            throw DomainError.notFound(kind: "attachment", name: String(number), place: "message \(prefix)")
        }
        var path = path
        if ledger.files.isFolder(path) {
            path = NewFile.join(path, AttachmentName.safe(attachment.fileName, number, attachment.mimeType))
        }
        return try save(attachment, from: ledger.content.read(row.content), to: path, overwriting: overwriting)
    }

    /// Writes the attachments of all messages that a filter finds to a folder, which is made if it does not exist.
    ///
    /// Of several with one name, all but the first get a number. Nothing is written where one of the names is taken
    /// already.
    ///
    /// - Parameter sizes: The sizes in bytes of those that are written, as `size:` takes them in a query; nil for all.
    /// - Throws: ``DomainError/invalid(field:reason:hint:)`` for a text that is no size.
    package func saveAll(
        matching filter: MessageFilter, sizes: String? = nil, toFolder folder: String, overwriting: Bool
    ) throws -> [SavedAttachment] {
        let bounds: Bounds?
        do {
            bounds = try sizes.map { text throws(QueryFault) in try QuerySize.bounds(text) }
        } catch {
            throw DomainError.invalid(field: "size", reason: error.message)
        }
        let found = try ledger.read { reader in
            try reader.messages(matching: filter).flatMap { row in
                try reader.attachments(of: row.stream).filter { bounds?.contains($0.size) ?? true }.map { (row, $0) }
            }
        }
        return try save(found, toFolder: folder, overwriting: overwriting)
    }

    private func save(
        _ found: [(message: MessageRow, attachment: AttachmentRow)], toFolder folder: String, overwriting: Bool
    ) throws -> [SavedAttachment] {
        let names = AttachmentName.distinct(
            found.map { AttachmentName.safe($0.attachment.fileName, $0.attachment.number, $0.attachment.mimeType) })
        let paths = names.map { NewFile.join(folder, $0) }
        for path in paths { try NewFile.check(path, overwriting: overwriting, on: ledger.files) }
        if !found.isEmpty { try NewFile.makeFolder(folder, on: ledger.files) }
        return try zip(found, paths).map { found, path in
            let stored = try ledger.content.read(found.message.content)
            return try save(found.attachment, from: stored, to: path, overwriting: overwriting)
        }
    }

    /// Passes on the decoded content of an attachment chunk by chunk.
    public func read(
        _ number: Int, of prefix: String, to sink: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        let (row, attachments) = try attachments(of: prefix)
        guard let attachment = attachments.first(where: { $0.number == number }) else {
            throw DomainError.notFound(kind: "attachment", name: String(number), place: "message \(prefix)")
        }
        try MessageParser().decodePart(number: attachment.part, of: ledger.content.read(row.content), to: sink)
    }

    private func attachments(of prefix: String) throws -> (MessageRow, [AttachmentRow]) {
        try ledger.read { reader in
            let row = try reader.message(prefix)
            return (row, try reader.attachments(of: row.stream))
        }
    }

    private func save(
        _ attachment: AttachmentRow, from stored: StoredContent, to path: String, overwriting: Bool
    ) throws -> SavedAttachment {
        var size: Int64 = 0
        try NewFile.write(to: path, overwriting: overwriting, on: ledger.files) { write in
            try MessageParser().decodePart(number: attachment.part, of: stored) { chunk in
                size += Int64(chunk.count)
                try write(chunk)
            }
        }
        return SavedAttachment(path: path, size: size)
    }
}
