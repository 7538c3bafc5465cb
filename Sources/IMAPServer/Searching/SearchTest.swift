internal import CivilTime
internal import EventLog
internal import IMAPProtocol
internal import JMAP
internal import Mail
internal import Projections

/// The ids that EMAILID and THREADID compare.
enum SearchIDs {
    static func email(_ id: EmailID) -> String { JMAPID.text(of: id) }
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
    case field(String, TextFold.Needle)
    /// Whether there is such a field, whatever it says.
    case hasField(String)
    case body(TextFold.Needle)
    case text(TextFold.Needle)
    case received(SearchKey.DateTest, SearchDay)
    case sent(SearchKey.DateTest, SearchDay)
    case larger(UInt64)
    case smaller(UInt64)
    case receivedAfter(Int64)
    case receivedUpTo(Int64)
    case modSeq(UInt64)
    case emailID(String)
    case threadID(String)
    case nothing

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
        case .flag(let flag): self = Self.flag(flag)
        case .field(let field, let bytes): self = .field(field.rawValue, try Self.needle(bytes))
        case .header(let name, let bytes):
            self = bytes.isEmpty ? .hasField(name.lowercased()) : .field(name.lowercased(), try Self.needle(bytes))
        case .body(let bytes): self = .body(try Self.needle(bytes))
        case .text(let bytes): self = .text(try Self.needle(bytes))
        case .date(.internalDate, let test, let day): self = .received(test, day)
        case .date(.sent, let test, let day): self = .sent(test, day)
        // When a message was saved here is not kept (RFC 8514 section 4.2).
        case .date(.saved, let test, let day): self = .received(test, day)
        case .larger(let size): self = .larger(size)
        case .smaller(let size): self = .smaller(size)
        case .younger(let seconds): self = .receivedAfter(Self.ago(seconds, now))
        case .older(let seconds): self = .receivedUpTo(Self.ago(seconds, now))
        case .modSeq(let number): self = .modSeq(number)
        case .emailID(let id): self = .emailID(id)
        case .threadID(let id): self = .threadID(id)
        case .savedDateSupported: self = .nothing
        }
    }

    private static func ago(_ seconds: UInt64, _ now: Int64) -> Int64 {
        now - Int64(min(seconds, UInt64(Int64.max / 2_000_000))) * 1_000_000
    }

    private static func needle(_ bytes: [UInt8]) throws -> TextFold.Needle {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw NoAnswer("The words are no UTF-8", code: "BADCHARSET (UTF-8 US-ASCII)")
        }
        return TextFold.Needle(text)
    }

    private static func flag(_ flag: Flag) -> SearchTest {
        switch flag {
        case .seen: .state(.seen)
        case .answered: .state(.answered)
        case .flagged: .state(.flagged)
        case .deleted: .state(.deleted)
        case .draft: .state(.draft)
        case .recent: .nothing
        case .keyword(let name): .keyword(name)
        }
    }

    /// A rough order: rows, then other tables, then the message's bytes.
    private var cost: Int {
        switch self {
        case .and(let tests): tests.map(\.cost).max() ?? 0
        case .or(let left, let right): max(left.cost, right.cost)
        case .not(let test): test.cost
        case .keyword, .emailID, .threadID: 1
        case .field("subject", _), .field("from", _): 1
        case .larger, .smaller: 2
        case .field, .hasField, .sent: 3
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

    func takes(_ message: SearchedMessage, by session: SessionState) throws -> Bool {
        let state = message.row.state
        switch self {
        case .and(let tests): return try tests.allSatisfy { try $0.takes(message, by: session) }
        case .or(let left, let right):
            return try left.takes(message, by: session) || right.takes(message, by: session)
        case .not(let test): return try !test.takes(message, by: session)
        case .numbers(let numbers): return numbers.contains(message.number)
        case .uids(let ranges): return Vanished.contains(state.uid, ranges)
        case .state(let flag): return state.flags.contains(flag)
        case .keyword(let name): return try message.hasKeyword(name)
        case .field(let name, let needle): return try message.field(name).contains { needle.isIn($0) }
        case .hasField(let name): return try !message.field(name).isEmpty
        case .body(let needle): return try needle.isIn(message.body())
        case .text(let needle): return try needle.isIn(message.text())
        case .received(let test, let day): return test.takes(SearchDay(message.row.receivedAt), day)
        case .sent(let test, let day): return try message.sentDay().map { test.takes($0, day) } ?? false
        case .larger(let size): return try UInt64(message.size(by: session)) > size
        case .smaller(let size): return try UInt64(message.size(by: session)) < size
        case .receivedAfter(let moment): return message.row.receivedAt.microseconds >= moment
        case .receivedUpTo(let moment): return message.row.receivedAt.microseconds <= moment
        case .modSeq(let number): return state.modSeq >= Int64(clamping: number)
        case .emailID(let id): return try message.email() == id
        case .threadID(let id): return try message.thread() == id
        case .nothing: return false
        }
    }
}

extension SearchKey.DateTest {
    fileprivate func takes(_ day: SearchDay, _ other: SearchDay) -> Bool {
        switch self {
        case .before: day < other
        case .on: day == other
        case .since: day >= other
        }
    }
}
