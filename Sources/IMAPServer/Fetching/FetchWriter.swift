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
        let mark = session.output.bytes.count
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
        } catch let error as UnknownEncoding {
            session.output.cut(to: mark)
            throw error
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
            let bytes = try message().decoded(part: part)
            session.output.binaryName(part: part, partial: partial)
            session.output.space()
            write(bytes.map { $0[...] }, partial, isBinary: true)
        case .binarySize(let part):
            let bytes = try message().decoded(part: part)
            session.output.binarySizeName(part: part)
            session.output.space()
            session.output.number(bytes?.count ?? 0)
        case .emailID:
            let id = EmailID(row.id, renewals: try facts.mailbox.query.renewals(of: row.state.message))
            session.output.text("EMAILID (\(JMAPID.text(of: id)))")
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
        let bytes = try message().bytes(of: request.section)
        session.output.bodyName(request)
        session.output.space()
        write(bytes, request.partial, isBinary: false)
    }

    private func write(_ bytes: ArraySlice<UInt8>?, _ partial: Partial?, isBinary: Bool) {
        guard var bytes else { return session.output.text("NIL") }
        if let partial { bytes = bytes.dropFirst(Int(partial.offset)).prefix(Int(partial.count)) }
        if isBinary, bytes.contains(0) {
            session.output.literal8(bytes)
        } else {
            session.output.literal(bytes)
        }
    }
}
