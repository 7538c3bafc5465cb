internal import CivilTime
internal import EventLog
internal import IMAPProtocol
internal import MIME
internal import Mail
internal import MailLedger
internal import Projections

/// A message under test: what a key asks for is read when it asks, once.
final class SearchedMessage {
    let row: FetchedRow
    let number: UInt32
    private let reader: LedgerReader
    private let rows: FetchedRows
    private let query: MailboxesQuery
    private var parts: Parts?
    private var foldedBody: [UInt8]?
    private var foldedText: [UInt8]?

    /// Its bytes, and the header that they begin with.
    private struct Parts {
        let bytes: [UInt8]
        let header: RawHeader
    }

    init(
        _ row: FetchedRow, number: UInt32, _ reader: LedgerReader, _ rows: FetchedRows, _ query: MailboxesQuery
    ) {
        self.row = row
        self.number = number
        self.reader = reader
        self.rows = rows
        self.query = query
    }

    private func readParts() throws -> Parts {
        if let parts { return parts }
        let bytes = try reader.blob(ofMessage: row.content)?.bytes(limit: Int(Int32.max)) ?? []
        let parts = Parts(bytes: bytes, header: try MessageParser().header(of: .bytes(bytes)))
        self.parts = parts
        return parts
    }

    func size(by session: SessionState) throws -> Int { try session.size(of: row, reader) }

    func hasKeyword(_ name: String) throws -> Bool {
        guard row.state.flags.contains(.hasOthers) else { return false }
        return try query.spellings(of: row.state.message).contains {
            FlagNames.keyword($0)?.lowercased() == name.lowercased()
        }
    }

    func thread() throws -> String? {
        try rows.thread(of: row.state.message).map { SearchIDs.thread($0) }
    }

    func email() throws -> String {
        SearchIDs.email(EmailID(row.id, renewals: try query.renewals(of: row.state.message)))
    }

    // MARK: Text

    /// The values of a field, decoded and folded.
    func field(_ name: String) throws -> [[UInt8]] {
        if name == "subject", let subject = row.subject { return [TextFold.fold(subject)] }
        if name == "from", row.authors == 1, let author = row.author {
            return [TextFold.fold("\(author.name ?? "") <\(author.address)>")]
        }
        return try readParts().header.all(name).map { TextFold.fold($0.text) }
    }

    /// The text of its parts, decoded and folded.
    func body() throws -> [UInt8] {
        if let foldedBody { return foldedBody }
        var folded: [UInt8] = []
        try MessageParser().forEachText(in: .bytes(try readParts().bytes), limit: Self.longestText) { text in
            folded += TextFold.fold(text)
            folded.append(0x0a)
        }
        foldedBody = folded
        return folded
    }

    /// Its header and its text.
    func text() throws -> [UInt8] {
        if let foldedText { return foldedText }
        var folded: [UInt8] = []
        for field in try readParts().header.fields { folded += TextFold.fold("\(field.name): \(field.text)\n") }
        folded += try body()
        foldedText = folded
        return folded
    }

    /// The parts of a header that threads are made of.
    func references() throws -> (id: String?, references: [String]) {
        let header = try readParts().header
        let id = header.all("message-id").first?.messageIDs?.first
        let references = header.all("references").first?.messageIDs ?? []
        guard references.isEmpty else { return (id, references) }
        return (id, (header.all("in-reply-to").first?.messageIDs?.first).map { [$0] } ?? [])
    }

    /// The address of the first entry of a field; of a group it is the group's name (RFC 9051 section 7.5.2).
    func firstMailbox(_ name: String) throws -> String {
        switch try readParts().header.all(name).first?.addresses.first {
        case .mailbox(let mailbox)?: mailbox.address
        case .group(let name, _)?: name
        case nil: ""
        }
    }

    func subjectText() throws -> String {
        try row.subject ?? readParts().header.all("subject").first?.text ?? ""
    }

    /// The day of the Date field by its own clock (RFC 9051 section 6.4.4); nil where it names none.
    func sentDay() throws -> SearchDay? {
        try (readParts().header.all("date").first?.date).flatMap(SearchDay.init(iso8601:))
    }

    private static let longestText = 16 << 20
}

extension SearchDay {
    /// The day of a moment in UTC, as INTERNALDATE shows it.
    init(_ time: Timestamp) {
        self = SearchDay(iso8601: time.iso8601) ?? SearchDay(year: 1970, month: 1, day: 1)
    }

    /// The day that a text begins with: `2026-02-12T…`.
    init?(iso8601 text: String) {
        let parts = text.prefix(10).split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return nil }
        self.init(year: parts[0], month: parts[1], day: parts[2])
    }
}
