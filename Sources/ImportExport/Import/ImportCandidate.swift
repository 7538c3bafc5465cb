internal import Content
internal import Cryptography
internal import LedgerKernel
internal import MIME
internal import Mail
internal import Mailboxes

/// A message that an importer found and read.
struct ImportCandidate: Sendable {
    /// Bytes that have yet to go to the content store.
    enum Content: Sendable {
        case stored
        case bytes([UInt8])
        case packed(PackedContent)
        /// They are too many to wait in memory.
        case file(OpenMessage)

        /// The number of bytes that wait in memory, as stored there and decompressed; nil if none wait.
        var waiting: (held: Int, unpacked: Int)? {
            switch self {
            case .bytes(let bytes): (bytes.count, bytes.count)
            case .packed(let packed): (packed.storedSize, packed.size)
            case .stored, .file: nil
            }
        }
    }

    /// A message in its file, open; one at a time waits so.
    final class OpenMessage: Sendable {
        let content: MessageContent
        init(_ content: consuming MessageContent) { self.content = content }
    }

    /// The contents for its event and for the index.
    struct Reading: Sendable {
        let headers: MessageHeaders
        let attachments: [AttachmentSummary]
        let snippet: String
        let text: IndexedText

        init(_ parsed: ParsedMessage) {
            headers = MessageHeaders(parsed)
            attachments = parsed.attachments.map(AttachmentSummary.init)
            snippet = parsed.snippet
            text = IndexedText(parsed, added: (headers, attachments))
        }
    }

    var found: FoundMessage
    let digests: MessageDigests
    let size: Int64
    /// Nil when the ledger seemed to know the message before it was parsed.
    var reading: Reading?
    var content = Content.stored
    /// Whether it was erased, and is to stay out.
    var isErased = false
    /// The place in the memory of its file.
    var place: ImportMemory.Place?
    /// The Maildir that a sync keeps in step; nil for an import.
    var maildir: String?

    /// The name that identifies the copy: its path below the imported one, without a Maildir's flags.
    var sourceName: String {
        switch found.origin {
        case .maildirCur, .maildirNew: (found.folder + [found.sourceName]).joined(separator: "/")
        case .file, .mbox: found.sourceName
        }
    }

    var copy: FoundCopy {
        FoundCopy(
            source: sourceName, raw: digests.raw, flags: found.flags.letters, fromLine: found.fromLine,
            maildir: maildir)
    }

    init(_ found: FoundMessage, digests: MessageDigests, size: Int64) {
        self.found = found
        self.digests = digests
        self.size = size
    }

    /// Its size in memory, in bytes.
    var weight: Int { (content.waiting?.held ?? 0) + (reading?.text.weight ?? 0) + 2 << 10 }

    /// The number of waiting bytes, decompressed, so that transactions end at the same places as without compression.
    var waitingBytes: Int { content.waiting?.unpacked ?? 0 }

    /// Whether its bytes are too many to wait in memory.
    var isLarge: Bool {
        if case .file = content { true } else { false }
    }

    // MARK: The content store

    /// Puts bytes that are too many to wait in memory into the store, so that they are there before their event.
    ///
    /// - Throws: ``MailboxError`` if the file has changed since it was read, or can no longer be read.
    mutating func storeIfLarge(in store: ContentStore) throws {
        try putIfLarge(in: store)
        if isLarge { content = .stored }
    }

    private func putIfLarge(in store: ContentStore) throws {
        guard case .file(let file) = content else { return }
        _ = try file.content.withFile { file, offset, length in
            try store.batch { try $0.put(file, offset: offset, length: length) }
        }
        try file.content.checkUnchanged()
    }

    /// Puts the bytes that wait into the store, before the events that name them, and those that wait in a file.
    ///
    /// - Throws: ``MailboxError`` for such a file, as ``storeIfLarge(in:)`` does.
    static func store(_ candidates: [ImportCandidate], in store: ContentStore) throws {
        for candidate in candidates { try candidate.putIfLarge(in: store) }
        let waiting = candidates.compactMap { candidate -> NewContent? in
            switch candidate.content {
            case .bytes(let bytes): .bytes(bytes, digest: candidate.digests.raw)
            case .packed(let packed): .packed(packed)
            case .stored, .file: nil
            }
        }
        guard !waiting.isEmpty else { return }
        try store.batch { try $0.put(waiting) }
    }
}
