internal import CivilTime
internal import EventLog
internal import IMAPProtocol
internal import JMAP
internal import Mail
internal import Projections

/// The ids that EMAILID and THREADID compare.
enum SearchIDs {
    /// The id of a UID never changes (RFC 8474 section 5.1): JMAP makes another one when a message is read otherwise.
    static func email(_ id: MessageID) -> String { JMAPID.text(of: EmailID(id, renewals: 0)) }
    static func thread(_ id: MessageID) -> String { JMAPID.text(ofThread: id) }
}

/// A key of SEARCH, prepared: what costs least is asked first.
indirect enum SearchTest {
    case and([SearchTest])
    case or(SearchTest, SearchTest)
    case not(SearchTest)
    case numbers(Set<UInt32>)
    case uids([ClosedRange<UInt32>])
    case state(MailboxFlags)
    case keyword(String)
    case field(String, Needle)
    /// Whether there is such a field, whatever it says.
    case hasField(String)
    case body(Needle)
    case text(Needle)
    /// By the moments, in microseconds since 1970.
    case received(Range<Int64>)
    case saved(Range<Int64>)
    /// By the days, as ``MessageSummary/number(of:)`` has them.
    case sent(SearchKey.DateTest, Int64)
    case larger(UInt64)
    case smaller(UInt64)
    case receivedAfter(Int64)
    case receivedUpTo(Int64)
    case modSeq(UInt64)
    case emailID(String)
    case threadID(String)

    /// - Parameters:
    ///   - selected: The mailbox, whose numbers are meant.
    ///   - now: In microseconds since 1970.
    init(_ key: SearchKey, _ selected: SelectedMailbox, now: Int64) throws {
        func test(_ key: SearchKey) throws -> SearchTest { try SearchTest(key, selected, now: now) }
        switch key {
        case .and(let keys): self = .and(try keys.map(test).sorted { $0.cost < $1.cost })
        case .or(let left, let right):
            let (left, right) = try (test(left), test(right))
            self = left.cost <= right.cost ? .or(left, right) : .or(right, left)
        case .not(let key): self = .not(try test(key))
        case .numbers(let set):
            self = .uids(Vanished.ranges(of: selected.uids(numbered: set)))
        case .uids(let set):
            self = .uids(Vanished.ranges(of: selected.uids(in: MessageSet(set, isByUID: true)) ?? []))
        case .flag(let flag): self = Self.flag(flag, selected)
        case .field(let field, let bytes): self = .field(field.rawValue, try Self.needle(bytes, field: field.rawValue))
        case .header(let name, let bytes):
            let name = name.lowercased()
            self = bytes.isEmpty ? .hasField(name) : .field(name, try Self.needle(bytes, field: name))
        case .body(let bytes): self = .body(try Self.needle(bytes))
        case .text(let bytes): self = .text(try Self.needle(bytes))
        case .date(.sent, let test, let day): self = .sent(test, MessageSummary.number(of: day))
        case .date(.internalDate, let test, let day): self = .received(test.moments(day))
        case .date(.saved, let test, let day): self = .saved(test.moments(day))
        case .larger(let size): self = .larger(size)
        case .smaller(let size): self = .smaller(size)
        case .younger(let seconds): self = .receivedAfter(Self.ago(seconds, now))
        case .older(let seconds): self = .receivedUpTo(Self.ago(seconds, now))
        case .modSeq(let number): self = .modSeq(number)
        case .emailID(let id): self = .emailID(id)
        case .threadID(let id): self = .threadID(id)
        // It is asked of mailboxes, and holds for each message (RFC 8514 section 4.3).
        case .savedDateSupported: self = .and([])
        }
    }

    private static func ago(_ seconds: UInt64, _ now: Int64) -> Int64 {
        now - Int64(min(seconds, UInt64(Int64.max / 2_000_000))) * 1_000_000
    }

    private static func needle(_ bytes: [UInt8], field: String? = nil) throws -> Needle {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw NoAnswer("The words are no UTF-8", code: "BADCHARSET (UTF-8 US-ASCII)")
        }
        guard let field, MessageSummary.Text(field: field) != nil else { return Needle(text) }
        return Needle(MessageSummary.withSingleBlanks(text))
    }

    private static func flag(_ flag: Flag, _ selected: SelectedMailbox) -> SearchTest {
        switch flag {
        case .seen: .state(.seen)
        case .answered: .state(.answered)
        case .flagged: .state(.flagged)
        case .deleted: .state(.deleted)
        case .draft: .state(.draft)
        case .recent: .uids(selected.recent)
        case .keyword(let name): .keyword(name)
        }
    }

    /// A rough order: the mailbox's rows, then other tables, then fields, then texts.
    private var cost: Int {
        switch self {
        case .and(let tests): tests.map(\.cost).max() ?? 0
        case .or(let left, let right): max(left.cost, right.cost)
        case .not(let test): test.cost
        case .keyword, .saved, .emailID, .threadID: 1
        case .received, .receivedAfter, .receivedUpTo, .larger, .smaller, .sent: 2
        case .field(let name, _), .hasField(let name): MessageSummary.Text(field: name) == nil ? 3 : 2
        case .body, .text: 4
        default: 0
        }
    }

    /// Whether it asks for mod-sequences, which the answer names then (RFC 7162 section 3.1.5).
    var asksForModSeq: Bool {
        switch self {
        case .and(let tests): tests.contains { $0.asksForModSeq }
        case .or(let left, let right): left.asksForModSeq || right.asksForModSeq
        case .not(let test): test.asksForModSeq
        case .modSeq: true
        default: false
        }
    }

    func takes(_ message: SearchedMessage) throws -> Bool {
        let entry = message.entry
        switch self {
        case .and(let tests): return try tests.allSatisfy { try $0.takes(message) }
        case .or(let left, let right):
            return try left.takes(message) || right.takes(message)
        case .not(let test): return try !test.takes(message)
        case .numbers(let numbers): return numbers.contains(message.number)
        case .uids(let ranges): return Vanished.contains(entry.uid, ranges)
        case .state(let flag): return entry.flags.contains(flag)
        case .keyword(let name): return try message.hasKeyword(name)
        case .field(let name, let needle): return try message.has(needle, field: name)
        case .hasField(let name): return try message.hasField(name)
        case .body(let needle): return try message.has(inBody: needle)
        case .text(let needle): return try message.has(inText: needle)
        case .received(let moments): return try moments.contains(message.received())
        case .saved(let moments): return try message.savedAt().map(moments.contains) ?? false
        case .sent(let test, let day): return try message.summary().sentDay.map { test.takes($0, day) } ?? false
        case .larger(let size): return try UInt64(message.summary().size) > size
        case .smaller(let size): return try UInt64(message.summary().size) < size
        case .receivedAfter(let moment): return try message.received() >= moment
        case .receivedUpTo(let moment): return try message.received() <= moment
        case .modSeq(let number): return message.modSeq.map { $0 >= Int64(clamping: number) } ?? false
        case .emailID(let id): return try message.email() == id
        case .threadID(let id): return try message.thread() == id
        }
    }
}

extension SearchKey.DateTest {
    fileprivate func takes(_ day: Int64, _ other: Int64) -> Bool {
        switch self {
        case .before: day < other
        case .on: day == other
        case .since: day >= other
        }
    }

    /// The moments that a test of a day takes.
    fileprivate func moments(_ day: SearchDay) -> Range<Int64> {
        switch self {
        case .before: .min..<day.start
        case .on: day.start..<day.start + 86_400_000_000
        case .since: day.start..<Int64.max
        }
    }
}
