internal import CivilTime
internal import EventLog
internal import IMAPProtocol
internal import MIME
internal import Mail
internal import Projections

/// A message that the client counts.
struct CountedMessage {
    let entry: MailboxEntry
    /// Nil where no key asks for it.
    let modSeq: Int64?
    let number: UInt32
}

/// The message under test, one after the other: what a key asks for is looked up or read when it asks, once.
final class SearchedMessage {
    private var message: CountedMessage
    private let facts: MailboxFacts
    private let clock: SearchClock
    private var found = Found()

    /// What was looked up of a message, or read.
    private struct Found {
        var row: FetchedRow?
        var summary: MessageSummary?
        var header: RawHeader?
        var loaded: LoadedMessage?
        var text: [UInt8]?
        var body: (texts: [UInt8], fields: [UInt8])?
        var fields: [String: [[UInt8]]] = [:]
    }

    init(_ message: CountedMessage, _ facts: MailboxFacts, _ clock: SearchClock) {
        self.message = message
        self.facts = facts
        self.clock = clock
    }

    /// Turns to another message.
    func turn(to message: CountedMessage) {
        self.message = message
        found = Found()
    }

    var entry: MailboxEntry { message.entry }
    var modSeq: Int64? { message.modSeq }
    var number: UInt32 { message.number }

    // MARK: Rows

    private func row() throws -> FetchedRow {
        if let known = found.row { return known }
        let row = try facts.row(entry.uid)
        found.row = row
        return row
    }

    func hasKeyword(_ name: String) throws -> Bool {
        guard entry.flags.contains(.hasOthers) else { return false }
        return try facts.query.spellings(of: entry.message).contains {
            FlagNames.keyword($0)?.lowercased() == name.lowercased()
        }
    }

    func thread() throws -> String? {
        try facts.rows.thread(of: entry.message).map { SearchIDs.thread($0) }
    }

    func email() throws -> String {
        SearchIDs.email(try row().id)
    }

    /// When it came into the mailbox, in microseconds since 1970.
    func savedAt() throws -> Int64? { try facts.query.savedAt(entry.uid)?.microseconds }

    // MARK: Facts

    func summary() throws -> MessageSummary {
        if let known = found.summary { return known }
        let summary = try keptSummary() ?? makeSummary()
        found.summary = summary
        return summary
    }

    /// Whether what was asked of it so far is of its bytes: those that are missing may come.
    var hasBytes: Bool { found.loaded?.isMissing != true }

    private func keptSummary() throws -> MessageSummary? {
        if let known = found.summary { return known }
        found.summary = try facts.find(.summary, of: entry, row: row).flatMap { MessageSummary($0.bytes, $0.place) }
        return found.summary
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
        let bytes = MessageSummary.made(of: row, size: try found.loaded?.size() ?? 0, header)
        guard let summary = MessageSummary(bytes, 0..<bytes.count) else {
            preconditionFailure("a summary that was made is one")
        }
        try keep(bytes, .summary)
        return summary
    }

    /// Keeps a fact, but not that the message has no bytes: they may come.
    private func keep(_ bytes: [UInt8], _ kind: FactKind) throws {
        let row = try row()
        guard found.loaded?.isMissing == false else { return }
        try facts.keep(bytes, kind, of: entry.message, row.content)
    }

    // MARK: Text

    private func loaded() throws -> LoadedMessage {
        if let known = found.loaded { return known }
        try clock.checkNow()
        let loaded = try facts.load(row().content) ?? .none
        found.loaded = loaded
        return loaded
    }

    private func header() throws -> RawHeader {
        if let known = found.header { return known }
        let header = try loaded().withSource { try MessageParser().header(of: $0) }
        found.header = header
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
        if let values = found.fields[name] { return values }
        let values = try header().all(name).map { TextFold.fold($0.text) }
        found.fields[name] = values
        return values
    }

    /// Whether the texts of the parts have a needle.
    func has(inBody needle: Needle) throws -> Bool {
        try clock.check()
        if let known = found.body { return needle.isIn(known.texts) }
        guard let isThere = try hasWords(of: needle) else { return try needle.isIn(body().texts) }
        return try isThere && (needle.isOfOneWord || needle.isIn(body().texts))
    }

    /// Whether the header, the texts or the parts' headers have a needle.
    func has(inText needle: Needle) throws -> Bool {
        // A needle with line ends may be in the header and in what follows.
        if needle.hasLineEnd, try needle.isIn(headerText() + body().texts) { return true }
        return try has(inHeader: needle) || has(inBody: needle) || has(inFieldsOfParts: needle)
    }

    private func has(inFieldsOfParts needle: Needle) throws -> Bool {
        guard let found = try facts.find(.partFields, of: entry, row: row) else {
            try keep(KeptText.fact(body().fields), .partFields)
            return try needle.isIn(body().fields)
        }
        guard let place = KeptText.place(found.bytes, found.place) else { return try needle.isIn(body().fields) }
        return needle.isIn(found.bytes.span.extracting(place))
    }

    private func has(inHeader needle: Needle) throws -> Bool {
        try clock.check()
        if let known = found.text { return needle.isIn(known) }
        return try mayHave(needle, inHeader: false)
    }

    /// Asks the text of the header among the facts; makes it where it is not there.
    ///
    /// - Parameter mayBeTrue: The answer for a header that is too long to be there, whose fields are looked into then.
    private func mayHave(_ needle: Needle, inHeader mayBeTrue: Bool) throws -> Bool {
        if let found = try facts.find(.header, of: entry, row: row) {
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
        if let known = found.text { return known }
        let text = SearchableText.header(try header())
        found.text = text
        return text
    }

    /// Asks the words of the body among the facts; nil where they are not there, and makes them then.
    private func hasWords(of needle: Needle) throws -> Bool? {
        guard let found = try facts.find(.words, of: entry, row: row) else {
            let words = WordList.made(of: try body().texts, limit: FactShelf.longestFact)
            try keep(KeptText.fact(words), .words)
            return nil
        }
        guard let place = KeptText.place(found.bytes, found.place) else { return nil }
        return needle.mayBeIn(words: found.bytes.span.extracting(place))
    }

    private func body() throws -> (texts: [UInt8], fields: [UInt8]) {
        if let known = found.body { return known }
        let body = try loaded().withSource { try SearchableText.body(of: $0, check: clock.checkNow) }
        found.body = body
        return body
    }
}

extension SearchDay {
    /// The moment at which it begins in UTC, as INTERNALDATE shows days, in microseconds since 1970.
    var start: Int64 {
        CivilDate(year: Int64(year), month: Int64(month), day: Int64(day)).daysSince1970 * 86_400_000_000
    }
}
