internal import ByteSearch
internal import CivilTime
internal import EventLog
internal import IMAPProtocol
internal import JMAP
internal import MailLedger
internal import Projections

/// Writes the answer about one message (RFC 9051 section 7.5.2).
struct FetchWriter {
    private let session: SessionState
    private let row: FetchedRow
    private let facts: FetchedFacts
    private let reader: LedgerReader

    init(_ session: SessionState, _ row: FetchedRow, _ facts: FetchedFacts, _ reader: LedgerReader) {
        self.session = session
        self.row = row
        self.facts = facts
        self.reader = reader
    }

    /// - Throws: ``UnknownEncoding`` for a part that BINARY cannot decode; nothing is written then.
    func write(_ number: UInt32, _ items: [FetchItem]) throws {
        try refuseUnknownEncodings(items)
        let (mark, pieces) = (session.output.bytes.count, session.sentPieces)
        do {
            session.output.text("* ")
            session.output.number(UInt64(number))
            session.output.text(" FETCH (")
            for (index, item) in items.enumerated() {
                if index > 0 { session.output.text(" ") }
                try write(item)
            }
            session.output.text(")")
            session.output.end()
        } catch {
            // What follows a part that has gone out would be read as its bytes.
            guard session.sentPieces == pieces else { throw error is ClientLeft ? error : BrokenAnswer() }
            session.output.cut(to: mark)
            throw error
        }
    }

    /// Looks first where a part of the answer goes out before the next is known.
    private func refuseUnknownEncodings(_ items: [FetchItem]) throws {
        for part in items.dropFirst().compactMap(\.decodedPart) {
            let message = try message()
            if message.isLarge { _ = try message.decode(part: part) { _ in } }
        }
    }

    private func message() throws -> IMAPMessage { try session.messages.message(row.content, reader) }

    private func write(_ item: FetchItem) throws {
        switch item {
        case .uid:
            session.output.text("UID ")
            session.output.number(UInt64(row.uid))
        case .flags:
            session.output.text("FLAGS (")
            let entry = row.state.entry
            let hasOthers = entry.flags.contains(.hasOthers)
            let spellings = hasOthers ? try facts.mailbox.query.spellings(of: entry.message) : []
            session.output.raw(session.flags(of: entry, spellings))
            session.output.text(")")
        case .modSeq:
            session.output.text("MODSEQ (")
            session.output.number(UInt64(row.state.modSeq))
            session.output.text(")")
        case .internalDate:
            session.output.text("INTERNALDATE ")
            session.output.internalDate(microseconds: row.receivedAt.microseconds, zone: 0)
        case .saveDate:
            session.output.text("SAVEDATE ")
            if let saved = try facts.mailbox.query.savedAt(row.uid) {
                session.output.internalDate(microseconds: saved.microseconds, zone: 0)
            } else {
                session.output.text("NIL")
            }
        case .size:
            session.output.text("RFC822.SIZE ")
            session.output.number(UInt64(try facts.size(of: row)))
        case .envelope:
            session.output.text("ENVELOPE ")
            session.output.raw(try facts.answers(about: row).envelope)
        case .bodyStructure(let isExtended):
            session.output.text(isExtended ? "BODYSTRUCTURE " : "BODY ")
            session.output.raw(try facts.answers(about: row).bodyStructure(isExtended: isExtended))
        case .body(let request): try write(request)
        case .binary(let part, _, let partial):
            let content = try content(ofPart: part, partial)
            session.output.binaryName(part: part, partial: partial)
            session.output.space()
            try write(content, isBinary: true)
        case .binarySize(let part):
            var count = 0
            _ = try message().decode(part: part) { count += $0.count }
            session.output.binarySizeName(part: part)
            session.output.space()
            session.output.number(count)
        case .emailID:
            session.output.text("EMAILID (\(SearchIDs.email(row.id)))")
        case .threadID:
            let thread = try facts.mailbox.rows.thread(of: row.state.message)
            session.output.text("THREADID " + (thread.map { "(\(JMAPID.text(ofThread: $0)))" } ?? "NIL"))
        case .preview:
            session.output.text("PREVIEW ")
            session.output.string(Array(row.snippet.prefix(Self.longestPreview).utf8))
        }
    }

    /// RFC 8970 section 3.1.
    private static let longestPreview = 200

    private func write(_ request: BodyRequest) throws {
        let content = try content(request.partial) { $0.bytes(of: request.section) }
        session.output.bodyName(request)
        session.output.space()
        try write(content, isBinary: false)
    }

    // MARK: Content

    private enum Content {
        case missing
        case bytes(ArraySlice<UInt8>)
        /// Of a large message, so that a slow reader holds no memory.
        case file(SpooledBytes, hasNUL: Bool)
    }

    private func content(
        _ partial: Partial?, _ part: (IMAPMessage) throws -> ArraySlice<UInt8>?
    ) throws -> Content {
        let message = try message()
        defer { withExtendedLifetime(message) {} }
        guard var bytes = try part(message) else { return .missing }
        if let partial { bytes = bytes.dropFirst(Int(partial.offset)).prefix(Int(partial.count)) }
        guard message.isLarge else { return .bytes(bytes) }
        // A slice would hold all of the message.
        guard bytes.count > Self.piece else { return .bytes(Array(bytes)[...]) }
        let file = try SpooledBytes(in: reader.content)
        try file.append(bytes)
        return .file(file, hasNUL: bytes.span.firstIndex(of: 0) != nil)
    }

    /// Decodes a part; that of a large message goes to a file piece by piece.
    private func content(ofPart part: [Int], _ partial: Partial?) throws -> Content {
        let message = try message()
        guard message.isLarge else { return try content(partial) { try $0.decoded(part: part).map { $0[...] } } }
        let file = try SpooledBytes(in: reader.content)
        var hasNUL = false
        var before = partial.map { Int($0.offset) } ?? 0
        var room = partial.map { Int($0.count) } ?? .max
        let isThere = try message.decode(part: part) { piece in
            let wanted = piece.dropFirst(before).prefix(room)
            before -= min(before, piece.count)
            room -= wanted.count
            hasNUL = hasNUL || wanted.span.firstIndex(of: 0) != nil
            try file.append(wanted)
        }
        return isThere ? .file(file, hasNUL: hasNUL) : .missing
    }

    private static let piece = 1 << 16

    private func write(_ content: Content, isBinary: Bool) throws {
        switch content {
        case .missing: session.output.text("NIL")
        case .bytes(let bytes) where isBinary && bytes.contains(0): session.output.literal8(bytes)
        case .bytes(let bytes): session.output.literal(bytes)
        case .file(let file, let hasNUL): try write(file, hasNUL: hasNUL, isBinary: isBinary)
        }
    }

    private func write(_ file: SpooledBytes, hasNUL: Bool, isBinary: Bool) throws {
        let isBinary = isBinary && hasNUL
        if isBinary { session.output.literal8Head(file.count) } else { session.output.literalHead(file.count) }
        try file.forEachPiece { piece in
            session.output.literalPiece(piece[...], isBinary: isBinary)
            try session.flushIfLong()
        }
    }
}

extension FetchItem {
    /// The part that it decodes, whose encoding may be unknown.
    fileprivate var decodedPart: [Int]? {
        switch self {
        case .binary(let part, _, _), .binarySize(let part): part
        default: nil
        }
    }
}
