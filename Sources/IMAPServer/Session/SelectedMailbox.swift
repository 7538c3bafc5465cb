internal import Cryptography
internal import EventLog
internal import IMAPProtocol
internal import Mail
internal import MailLedger
internal import Projections

/// The mailbox that a session has selected, as its client knows it by now.
struct SelectedMailbox {
    /// The number of deleted messages that are shown: the latest.
    static let mostDeleted = 10_000

    let folder: StreamID
    let id: FolderID
    /// Its name, as the client is answered.
    let name: String
    let isReadOnly: Bool
    /// The moment that it is of; nil for the present.
    let past: Moment?
    /// Whether it has the messages that were deleted, under the positions at which they ended.
    let isOfDeleted: Bool
    /// Whether it has mod-sequences (RFC 7162 section 3.1.2.2).
    let hasModSeqs: Bool
    private var list: UIDList
    /// The end of the log of whose changes the client has heard.
    var bookmark: LogBookmark
    /// Those that left, and that the client still counts.
    private(set) var gone: Set<UInt32> = []
    /// The position up to which the client had heard of all before the first of them left; nil where none did.
    private(set) var heardBeforeGone: Position?
    /// The UIDs that are recent in this session, ascending; not each of them is of a message.
    private(set) var recent: [ClosedRange<UInt32>] = []
    /// The flags that the client has heard of.
    var flagsTold: [String] = []
    /// The position at which they were looked up.
    var flagsToldAt: Position
    /// What the last search kept (RFC 5182), ascending.
    var saved: [UInt32] = []

    init(
        folder: StreamID, id: FolderID, name: String, isReadOnly: Bool, past: Moment?, isOfDeleted: Bool = false,
        hasModSeqs: Bool = true, uids: UIDList, heard: Position
    ) {
        self.folder = folder
        self.id = id
        self.name = name
        self.isReadOnly = isReadOnly
        self.past = past
        self.isOfDeleted = isOfDeleted
        self.hasModSeqs = hasModSeqs
        list = uids
        bookmark = LogBookmark(at: heard)
        flagsToldAt = heard
    }

    /// The position up to which the client has heard of changes.
    var heard: Position { bookmark.position }

    /// Whether it changes: a moment does not.
    var isLive: Bool { past == nil }

    /// Whether it has the messages that are there now.
    var isOfToday: Bool { isLive && !isOfDeleted }

    /// The number of messages that the client counts.
    var count: Int { list.count }
    var last: UInt32? { list.last }

    /// The UIDs by their numbers: the first has number 1.
    ///
    /// - Complexity: O(*n*): it makes them.
    var uids: [UInt32] { list[0..<list.count] }

    /// The digest of the UIDs.
    var digest: SHA256Digest { list.digest }

    /// The number of a UID; nil for one that the client does not count.
    func number(of uid: UInt32) -> UInt32? {
        list.index(of: uid).map { UInt32($0 + 1) }
    }

    /// Numbers UIDs that ascend.
    var numbering: UIDList.Cursor { UIDList.Cursor(of: list) }

    mutating func append(_ new: [UInt32]) { list.append(new) }

    func isRecent(_ uid: UInt32) -> Bool { !recent.isEmpty && Vanished.contains(uid, recent) }

    var countOfRecent: Int { recent.reduce(0) { $0 + uids(in: [$1]).count } }

    /// Takes note of the messages up to the last one that no session has; one that only looks leaves them to others.
    mutating func takeRecent(_ shared: RecentMessages) {
        guard isOfToday, let last else { return }
        guard !isReadOnly else { return recent = [shared.untaken(in: id, upTo: last)].compactMap { $0 } }
        guard let new = shared.take(in: id, upTo: last) else { return }
        if let before = recent.last, before.upperBound + 1 == new.lowerBound {
            recent[recent.count - 1] = before.lowerBound...new.upperBound
        } else {
            recent.append(new)
        }
    }

    /// Takes note of messages that left behind a position, and that the client still counts.
    mutating func leave(_ left: some Sequence<UInt32>, since: Position) {
        for uid in left where number(of: uid) != nil { gone.insert(uid) }
        if !gone.isEmpty { heardBeforeGone = heardBeforeGone ?? since }
    }

    /// Takes out those that left, and returns their numbers, the greatest first, and their UIDs, ascending.
    mutating func takeGone() -> (numbers: [UInt32], uids: [UInt32]) {
        guard !gone.isEmpty else { return ([], []) }
        var numbers: [UInt32] = []
        var left: [UInt32] = []
        var kept: [UInt32] = []
        kept.reserveCapacity(count)
        for (index, uid) in uids.enumerated() {
            if gone.contains(uid) {
                numbers.append(UInt32(index + 1))
                left.append(uid)
            } else {
                kept.append(uid)
            }
        }
        list = UIDList(kept)
        saved.removeAll { gone.contains($0) }
        (gone, heardBeforeGone) = ([], nil)
        return (numbers.reversed(), left)
    }

    /// Returns the UIDs that a set names, ascending: of those that the client counts.
    ///
    /// - Returns: Nil for a number beyond the last message, which RFC 9051 section 9 forbids.
    /// - Complexity: O(log *n*) for each range of the set, and O(1) for each UID.
    func uids(in messages: MessageSet) -> [UInt32]? {
        guard !messages.set.isSaved else { return saved }
        guard messages.isByUID else {
            let count = UInt32(list.count)
            // In an empty mailbox 1:* names nothing.
            if count == 0, messages.set.pieces.allSatisfy({ $0.first == nil || $0.last == nil }) { return [] }
            var found: [UInt32] = []
            for range in messages.set.ranges(greatest: count) {
                guard range.lowerBound >= 1, range.upperBound <= count else { return nil }
                found += list[Int(range.lowerBound - 1)..<Int(range.upperBound)]
            }
            return found
        }
        guard let last else { return [] }
        return uids(in: messages.set.ranges(greatest: last))
    }

    /// Returns the UIDs that numbers name, ascending; a search passes over numbers beyond the last message.
    func uids(numbered set: SequenceSet) -> [UInt32] {
        guard !set.isSaved else { return saved }
        let count = UInt32(list.count)
        return set.ranges(greatest: count).flatMap { range -> [UInt32] in
            let (first, last) = (max(range.lowerBound, 1), min(range.upperBound, count))
            return first <= last ? list[Int(first - 1)..<Int(last)] : []
        }
    }

    func uids(in ranges: [ClosedRange<UInt32>]) -> [UInt32] {
        ranges.flatMap { range -> [UInt32] in
            let start = list.index(from: range.lowerBound)
            let end = range.upperBound == .max ? list.count : list.index(from: range.upperBound + 1)
            return list[start..<max(start, end)]
        }
    }

    /// Reads its messages.
    func rows(_ reader: LedgerReader) -> FetchedRows {
        FetchedRows(on: reader.connection, ofDeleted: isOfDeleted)
    }
}
