internal import EventLog
internal import IMAPProtocol
internal import Mail
internal import MailLedger
internal import Projections

/// The mailbox that a session has selected, as its client knows it by now.
struct SelectedMailbox {
    let folder: StreamID
    let id: FolderID
    /// Its name, as the client is answered.
    let name: String
    let isReadOnly: Bool
    /// The moment that it is of; nil for the present.
    let past: Moment?
    /// Whether it has the messages that were deleted, under the positions at which they ended.
    let isOfDeleted: Bool
    /// The UIDs by their numbers: the first has number 1.
    private(set) var uids: [UInt32]
    /// The position up to which the client has heard of changes.
    var heard: Position
    /// Those that left, and that the client still counts.
    private(set) var gone: Set<UInt32> = []
    /// What the last search kept (RFC 5182), ascending.
    var saved: [UInt32] = []

    init(
        folder: StreamID, id: FolderID, name: String, isReadOnly: Bool, past: Moment?, isOfDeleted: Bool = false,
        uids: [UInt32], heard: Position
    ) {
        self.folder = folder
        self.id = id
        self.name = name
        self.isReadOnly = isReadOnly
        self.past = past
        self.isOfDeleted = isOfDeleted
        self.uids = uids
        self.heard = heard
    }

    /// Whether it changes: the past does not.
    var isOfToday: Bool { past == nil && !isOfDeleted }

    /// The number of a UID; nil for one that the client does not count.
    func number(of uid: UInt32) -> UInt32? {
        let index = firstIndex(from: uid)
        return index < uids.count && uids[index] == uid ? UInt32(index + 1) : nil
    }

    private func firstIndex(from uid: UInt32) -> Int {
        var (low, high) = (0, uids.count)
        while low < high {
            let middle = (low + high) / 2
            if uids[middle] < uid { low = middle + 1 } else { high = middle }
        }
        return low
    }

    mutating func append(_ new: [UInt32]) { uids += new }

    mutating func leave(_ left: some Sequence<UInt32>) {
        for uid in left where number(of: uid) != nil { gone.insert(uid) }
    }

    /// Takes out those that left, and returns their numbers, the greatest first, and their UIDs, ascending.
    mutating func takeGone() -> (numbers: [UInt32], uids: [UInt32]) {
        guard !gone.isEmpty else { return ([], []) }
        var numbers: [UInt32] = []
        var left: [UInt32] = []
        var kept: [UInt32] = []
        kept.reserveCapacity(uids.count)
        for (index, uid) in uids.enumerated() {
            if gone.contains(uid) {
                numbers.append(UInt32(index + 1))
                left.append(uid)
            } else {
                kept.append(uid)
            }
        }
        uids = kept
        saved.removeAll { gone.contains($0) }
        gone = []
        return (numbers.reversed(), left)
    }

    /// Returns the UIDs that a set names, ascending: of those that the client counts.
    ///
    /// - Returns: Nil for a number beyond the last message, which RFC 9051 section 9 forbids.
    /// - Complexity: O(log *n*) for each range of the set, and O(1) for each UID.
    func uids(in messages: MessageSet) -> [UInt32]? {
        guard !messages.set.isSaved else { return saved }
        guard messages.isByUID else {
            let count = UInt32(uids.count)
            // In an empty mailbox 1:* names nothing.
            if count == 0, messages.set.pieces.allSatisfy({ $0.first == nil || $0.last == nil }) { return [] }
            var found: [UInt32] = []
            for range in messages.set.ranges(greatest: count) {
                guard range.lowerBound >= 1, range.upperBound <= count else { return nil }
                found += uids[Int(range.lowerBound - 1)...Int(range.upperBound - 1)]
            }
            return found
        }
        guard let last = uids.last else { return [] }
        return uids(in: messages.set.ranges(greatest: last))
    }

    /// Returns the UIDs that numbers name, ascending; a search passes over numbers beyond the last message.
    func uids(numbered set: SequenceSet) -> [UInt32] {
        guard !set.isSaved else { return saved }
        let count = UInt32(uids.count)
        return set.ranges(greatest: count).flatMap { range -> ArraySlice<UInt32> in
            let (first, last) = (max(range.lowerBound, 1), min(range.upperBound, count))
            return first <= last ? uids[Int(first - 1)...Int(last - 1)] : []
        }
    }

    func uids(in ranges: [ClosedRange<UInt32>]) -> [UInt32] {
        ranges.flatMap { range -> ArraySlice<UInt32> in
            let start = firstIndex(from: range.lowerBound)
            let end = range.upperBound == .max ? uids.count : firstIndex(from: range.upperBound + 1)
            return uids[start..<max(start, end)]
        }
    }

    /// Reads its messages.
    func rows(_ reader: LedgerReader) -> FetchedRows {
        FetchedRows(on: reader.connection, ofDeleted: isOfDeleted)
    }
}
