package import Content
public import DiskFiles
internal import EventLog
internal import MIME
internal import Mail
public import Projections

extension LedgerReader {
    /// Reads the text of a message, with the targets of the links in HTML listed below it.
    ///
    /// Returns nil if the content is missing, or if only the header has come yet. A very long text is cut, with a line
    /// that says so.
    public func text(of row: MessageRow) throws -> String? {
        try content(of: row).map(Self.text)
    }

    /// Reads the bytes of a message; nil if there are none.
    package func content(of row: MessageRow) throws -> StoredContent? {
        guard row.hasBody else { return nil }
        do {
            return try content.read(row.content)
        } catch ContentError.missing {
            return nil
        }
    }

    /// Reads the first HTML part of the message whose id has a prefix.
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
