internal import ByteSearch
internal import CivilTime
internal import Cryptography
internal import EventLog
internal import IMAPProtocol
internal import MIME
internal import Mail
internal import Projections

/// What SEARCH, SORT and THREAD ask most of a message, in one run of bytes: its dates, its size and some fields.
struct MessageSummary {
    /// Texts, in the order of the bytes.
    enum Text: Int, CaseIterable {
        /// The values of fields, folded; 0xFF ends each.
        case subject, from, to, cc, bcc
        /// The keys of ``SortOrder``.
        case subjectKey, fromKey, toKey, ccKey
        /// `Message-ID`, and the ids that the message refers to; 0xFF ends each.
        case id, references

        /// The text with the values of a field; nil where none has them.
        init?(field name: String) {
            switch name {
            case "subject": self = .subject
            case "from": self = .from
            case "to": self = .to
            case "cc": self = .cc
            case "bcc": self = .bcc
            default: return nil
            }
        }
    }

    private let bytes: [UInt8]
    private let start: Int

    /// In no text that is UTF-8.
    private static let terminator: UInt8 = 0xFF
    private static let numbers = 5
    private static let headSize = 8 * (numbers + Text.allCases.count)

    /// - Returns: Nil for bytes that are none.
    init?(_ bytes: [UInt8], _ place: Range<Int>) {
        guard place.count >= Self.headSize else { return nil }
        self.bytes = bytes
        start = place.lowerBound
        var end = Int64(Self.headSize)
        for text in Text.allCases {
            let next = number(Self.numbers + text.rawValue)
            guard next >= end, next <= place.count else { return nil }
            end = next
        }
    }

    private func number(_ index: Int) -> Int64 { FactSegment.int64(bytes, start + 8 * index) }

    /// INTERNALDATE, in microseconds since 1970.
    var received: Int64 { number(0) }
    /// The sent date; nil where the message has none.
    var date: Int64? { number(1) == .min ? nil : number(1) }
    /// RFC822.SIZE.
    var size: Int { Int(number(2)) }
    /// The day of the Date field by its own clock (RFC 9051 section 6.4.4), as ``number(of:)`` has it.
    var sentDay: Int64? { number(3) == .min ? nil : number(3) }
    /// Whether the subject has a mark of a reply or a forward.
    var isReplyOrForward: Bool { number(4) != 0 }

    private func place(of text: Text) -> Range<Int> {
        let first = text.rawValue == 0 ? Int64(Self.headSize) : number(Self.numbers + text.rawValue - 1)
        return start + Int(first)..<start + Int(number(Self.numbers + text.rawValue))
    }

    /// Whether a value of a field has a needle; a field that is missing has not even an empty one.
    func has(_ needle: Needle, in text: Text) -> Bool {
        let place = place(of: text)
        return !place.isEmpty && needle.isIn(bytes.span.extracting(place))
    }

    func string(_ text: Text) -> String { String(decoding: bytes[place(of: text)], as: UTF8.self) }

    /// The values of a text that has several.
    func strings(_ text: Text) -> [String] {
        let place = place(of: text)
        var strings: [String] = []
        var start = place.lowerBound
        while let end = firstIndex(of: Self.terminator, in: bytes, start..<place.upperBound) {
            strings.append(String(decoding: bytes[start..<end], as: UTF8.self))
            start = end + 1
        }
        return strings
    }

    /// A day as a number that grows with it.
    static func number(of day: SearchDay) -> Int64 {
        Int64(day.year) * 10_000 + Int64(day.month) * 100 + Int64(day.day)
    }
}

extension MessageSummary {
    /// A text in the form with which the fields of summaries are compared.
    static func withSingleBlanks(_ text: String) -> String { text.replacing(/[ \t]+/, with: " ") }

    /// Returns the bytes of the summary of a message, without a bound.
    static func made(of row: FetchedRow, size: Int, _ header: RawHeader) -> [UInt8] {
        let subject = row.subject ?? header.all("subject").first?.text ?? ""
        let base = BaseSubject(of: subject)
        var texts = [[UInt8]](repeating: [], count: Text.allCases.count)
        func set(_ text: Text, _ values: [some Collection<UInt8>]) {
            for value in values { texts[text.rawValue] += Array(value) + [terminator] }
        }
        for (text, name) in [(Text.subject, "subject"), (.from, "from"), (.to, "to"), (.cc, "cc"), (.bcc, "bcc")] {
            set(text, header.folded(name, of: row))
        }
        texts[Text.subjectKey.rawValue] = Array(SortOrder.subjectKey(subject).utf8)
        for (text, name) in [(Text.fromKey, "from"), (.toKey, "to"), (.ccKey, "cc")] {
            texts[text.rawValue] = Array(SortOrder.mailboxKey(header.firstMailbox(name)).utf8)
        }
        let (id, references) = header.references
        set(.id, id.map { [$0.utf8] } ?? [])
        set(.references, references.map(\.utf8))

        let day = (header.all("date").first?.date).flatMap(SearchDay.init(iso8601:))
        var bytes: [UInt8] = []
        let numbers: [Int64] = [
            row.receivedAt.microseconds, row.date?.microseconds ?? Int64.min, Int64(size),
            day.map { number(of: $0) } ?? Int64.min, base.isReplyOrForward ? 1 : 0,
        ]
        for number in numbers { FactSegment.append(number, to: &bytes) }
        var end = headSize
        for text in texts {
            end += text.count
            FactSegment.append(Int64(end), to: &bytes)
        }
        return texts.reduce(into: bytes) { $0 += $1 }
    }
}

extension FetchedRow {
    /// The subject or the single author, folded; nil for other fields, and where there is none, or are several.
    func folded(_ name: String) -> [UInt8]? {
        if name == "subject" { return subject.map { TextFold.fold($0) } }
        guard name == "from", authors == 1, let author else { return nil }
        return TextFold.fold("\(author.name ?? "") <\(author.address)>")
    }
}

extension RawHeader {
    /// The values of a field, decoded and folded, with one blank in place of several, as lists of mail show them.
    func folded(_ name: String, of row: FetchedRow) -> [[UInt8]] {
        row.folded(name).map { [$0] } ?? all(name).map { TextFold.fold(MessageSummary.withSingleBlanks($0.text)) }
    }

    /// The parts that threads are made of.
    var references: (id: String?, references: [String]) {
        let id = all("message-id").first?.messageIDs?.first
        let references = all("references").first?.messageIDs ?? []
        guard references.isEmpty else { return (id, references) }
        return (id, (all("in-reply-to").first?.messageIDs?.first).map { [$0] } ?? [])
    }

    /// The address of the first entry of a field; of a group it is the group's name (RFC 9051 section 7.5.2).
    func firstMailbox(_ name: String) -> String {
        switch all(name).first?.addresses.first {
        case .mailbox(let mailbox)?: mailbox.address
        case .group(let name, _)?: name
        case nil: ""
        }
    }
}

extension SearchDay {
    /// The day that a text begins with: `2026-02-12T…`.
    fileprivate init?(iso8601 text: String) {
        let parts = text.prefix(10).split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return nil }
        self.init(year: parts[0], month: parts[1], day: parts[2])
    }
}
