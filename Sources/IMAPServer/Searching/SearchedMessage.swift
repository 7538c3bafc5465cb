internal import CivilTime
internal import EventLog
internal import IMAPProtocol
internal import MIME
internal import Mail
internal import Projections

/// A message under test: what a key asks for is looked up or read when it asks, once.
final class SearchedMessage {
    let state: MailboxMessage
    let number: UInt32
    private let facts: MailboxFacts
    private let clock: SearchClock
    private var foundRow: FetchedRow?
    private var foundSummary: MessageSummary?
    private var foundHeader: RawHeader?
    private var foundBytes: [UInt8]?
    private var foundText: [UInt8]?
    private var foundBody: [UInt8]?
    private var foundFields: [String: [[UInt8]]] = [:]

    init(_ state: MailboxMessage, number: UInt32, _ facts: MailboxFacts, _ clock: SearchClock) {
        self.state = state
        self.number = number
        self.facts = facts
        self.clock = clock
    }

    // MARK: Rows

    private func row() throws -> FetchedRow {
        if let foundRow { return foundRow }
        let row = try facts.row(state.uid)
        foundRow = row
        return row
    }

    func hasKeyword(_ name: String) throws -> Bool {
        guard state.flags.contains(.hasOthers) else { return false }
        return try facts.query.spellings(of: state.message).contains {
            FlagNames.keyword($0)?.lowercased() == name.lowercased()
        }
    }

    func thread() throws -> String? {
        try facts.rows.thread(of: state.message).map { SearchIDs.thread($0) }
    }

    func email() throws -> String {
        SearchIDs.email(EmailID(try row().id, renewals: try facts.query.renewals(of: state.message)))
    }

    /// When it came into the mailbox, in microseconds since 1970.
    func savedAt() throws -> Int64? { try facts.query.savedAt(state.uid)?.microseconds }

    // MARK: Facts

    func summary() throws -> MessageSummary {
        if let foundSummary { return foundSummary }
        let summary = try keptSummary() ?? makeSummary()
        foundSummary = summary
        return summary
    }

    private func keptSummary() throws -> MessageSummary? {
        if let foundSummary { return foundSummary }
        foundSummary = try facts.find(.summary, of: state, row: row).flatMap { MessageSummary($0.bytes, $0.place) }
        return foundSummary
    }

    /// The summary, unless it would have to be made, and be lost, for something that the row has.
    private func usefulSummary() throws -> MessageSummary? {
        try facts.areKept ? summary() : keptSummary()
    }

    /// INTERNALDATE, in microseconds since 1970.
    func received() throws -> Int64 { try usefulSummary()?.received ?? row().receivedAt.microseconds }

    /// The sent date, or INTERNALDATE where that is missing.
    func date() throws -> Int64 {
        if let summary = try usefulSummary() { return summary.date ?? summary.received }
        return try (row().date ?? row().receivedAt).microseconds
    }

    private func makeSummary() throws -> MessageSummary {
        let row = try row()
        let header = try header()
        let bytes = MessageSummary.made(of: row, size: LineEnds.size(of: foundBytes ?? []), header)
        guard let summary = MessageSummary(bytes, 0..<bytes.count) else {
            preconditionFailure("a summary that was made is one")
        }
        try keep(bytes, .summary)
        return summary
    }

    /// Keeps a fact, but not that the message has no bytes: they may come.
    private func keep(_ bytes: [UInt8], _ kind: FactKind) throws {
        let row = try row()
        guard foundBytes?.isEmpty == false else { return }
        try facts.keep(bytes, kind, of: state.message, row.content)
    }

    // MARK: Text

    private func bytes() throws -> [UInt8] {
        if let foundBytes { return foundBytes }
        try clock.checkNow()
        let bytes = try facts.bytes(of: row().content) ?? []
        foundBytes = bytes
        return bytes
    }

    private func header() throws -> RawHeader {
        if let foundHeader { return foundHeader }
        let header = try MessageParser().header(of: .bytes(bytes()))
        foundHeader = header
        return header
    }

    /// Whether a value of a field has a needle.
    func has(_ needle: Needle, field name: String) throws -> Bool {
        try clock.check()
        if let text = MessageSummary.Text(field: name) {
            if let summary = try usefulSummary() { return summary.has(needle, in: text) }
            if let value = try row().folded(name) { return needle.isIn(value) }
            return try summary().has(needle, in: text)
        }
        guard try mayHave(needle, inHeader: true) else { return false }
        return try values(of: name).contains { needle.isIn($0) }
    }

    func hasField(_ name: String) throws -> Bool {
        try clock.check()
        if let text = MessageSummary.Text(field: name) { return try summary().has(Needle(""), in: text) }
        guard try mayHave(Needle(name), inHeader: true) else { return false }
        return try !header().all(name).isEmpty
    }

    private func values(of name: String) throws -> [[UInt8]] {
        if let values = foundFields[name] { return values }
        let values = try header().all(name).map { TextFold.fold($0.text) }
        foundFields[name] = values
        return values
    }

    /// Whether the texts of the parts have a needle.
    func has(inBody needle: Needle) throws -> Bool {
        try clock.check()
        if let foundBody { return needle.isIn(foundBody) }
        guard let isThere = try hasWords(of: needle) else { return try needle.isIn(body()) }
        return try isThere && (needle.isOfOneWord || needle.isIn(body()))
    }

    /// Whether the header or the texts have a needle.
    func has(inText needle: Needle) throws -> Bool {
        // A needle with line ends may be in the header and in what follows.
        if needle.hasLineEnd { return try needle.isIn(headerText() + body()) }
        return try has(inHeader: needle) || has(inBody: needle)
    }

    private func has(inHeader needle: Needle) throws -> Bool {
        try clock.check()
        if let foundText { return needle.isIn(foundText) }
        return try mayHave(needle, inHeader: false)
    }

    /// Asks the text of the header among the facts; makes it where it is not there.
    ///
    /// - Parameter mayBeTrue: The answer for a header that is too long to be there, whose fields are looked into then.
    private func mayHave(_ needle: Needle, inHeader mayBeTrue: Bool) throws -> Bool {
        if let found = try facts.find(.header, of: state, row: row) {
            if let place = KeptText.place(found.bytes, found.place) {
                return needle.isIn(found.bytes.span.extracting(place))
            }
            return try mayBeTrue || needle.isIn(headerText())
        }
        let text = try headerText()
        try keep(KeptText.fact(text), .header)
        // The other facts about it take no second look.
        _ = try summary()
        return needle.isIn(text)
    }

    private func headerText() throws -> [UInt8] {
        if let foundText { return foundText }
        let text = SearchableText.header(try header())
        foundText = text
        return text
    }

    /// Asks the words of the body among the facts; nil where they are not there, and makes them then.
    private func hasWords(of needle: Needle) throws -> Bool? {
        guard let found = try facts.find(.words, of: state, row: row) else {
            let words = WordList.made(of: try body(), limit: FactShelf.longestFact)
            try keep(KeptText.fact(words), .words)
            return nil
        }
        guard let place = KeptText.place(found.bytes, found.place) else { return nil }
        return needle.mayBeIn(words: found.bytes.span.extracting(place))
    }

    private func body() throws -> [UInt8] {
        if let foundBody { return foundBody }
        let body = try SearchableText.body(try bytes(), check: clock.checkNow)
        foundBody = body
        return body
    }
}

extension SearchDay {
    /// The moment at which it begins in UTC, as INTERNALDATE shows days, in microseconds since 1970.
    var start: Int64 {
        CivilDate(year: Int64(year), month: Int64(month), day: Int64(day)).daysSince1970 * 86_400_000_000
    }
}
