package import Content
internal import Cryptography
package import MIME
package import Mail
internal import Projections

/// The indexed text of a message, folded so that case and accents do not matter.
package struct IndexedText: Sendable {
    let sender: String
    /// The To field.
    let recipients: String
    let cc: String
    let bcc: String
    let subject: String
    let body: String
    let attachments: String

    /// In the order of the index.
    var columns: [String] { [sender, recipients, cc, bcc, subject, body, attachments] }

    /// Its size in memory, in bytes.
    package var weight: Int { columns.reduce(256) { $0 + $1.utf8.count } }

    /// - Parameter added: The header and the attachments according to the log, if the bytes are not there.
    package init(_ parsed: ParsedMessage, added: (headers: MessageHeaders, attachments: [AttachmentSummary])? = nil) {
        let headers = added?.headers ?? MessageHeaders(parsed)
        let names = added?.attachments.map(\.fileName) ?? parsed.attachments.map(\.fileName)
        let marks = IndexMark.allCases.filter { mark in
            switch mark {
            case .encrypted: parsed.protection?.isEncrypted ?? false
            case .signed: parsed.protection?.isSigned ?? false
            }
        }
        func fold(_ addresses: [EmailAddress]) -> String {
            SearchFold.fold(
                addresses.map { IndexMark.removed(from: "\($0.name ?? "") \($0.address)") }
                    .joined(separator: IndexMark.boundary))
        }
        sender = fold(headers.from)
        recipients = fold(headers.to)
        cc = fold(headers.cc)
        bcc = fold(headers.bcc)
        subject = SearchFold.fold(headers.subject ?? "")
        body = SearchFold.fold(parsed.indexedText)
        attachments = SearchFold.fold(
            (names.compactMap { $0.map(IndexMark.removed) } + marks.map(\.rawValue))
                .joined(separator: IndexMark.boundary))
    }

    /// Reads the text from the stored message; one whose content is missing or damaged is found by its header only.
    ///
    /// The bytes decide, as today's parser reads them, whatever an older one recorded.
    ///
    /// - Parameters:
    ///   - added: The header according to the log, for such a message.
    ///   - read: Reads the content, as ``ContentStore`` and ``ContentsAhead`` do.
    init(of raw: SHA256Digest, added: MessageAdded?, by read: (SHA256Digest) throws -> StoredContent) throws {
        do {
            self.init(try MessageParser().parse(stored: read(raw)))
        } catch ContentError.missing, ContentError.corrupt {
            self.init(ParsedMessage(), added: added.map { ($0.headers, $0.attachments) })
        }
    }
}

extension MessageParser {
    /// Parses a message where the content store lends it.
    package func parse(stored: StoredContent) throws -> ParsedMessage {
        try withExtendedLifetime(stored) { try parse(stored.source) }
    }

    /// Reads a message without the fields of its header where the content store lends it.
    func parseContent(stored: StoredContent) throws -> ParsedMessage {
        try withExtendedLifetime(stored) { try parseContent(of: stored.source) }
    }

    /// Decodes one part of a message where the content store lends it.
    func decodePart(
        number: String, of stored: StoredContent, to sink: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        try withExtendedLifetime(stored) { try decodePart(number: number, of: stored.source, to: sink) }
    }
}

extension StoredContent {
    /// The same for the parser; a file is open as long as this value lives.
    package var source: MessageSource {
        switch self {
        case .bytes(let bytes): .bytes(bytes)
        case .file(let file): .file(file.file, offset: 0, length: file.size)
        }
    }
}
