internal import EventLog
internal import Projections

/// The UIDs that left a mailbox since a client was there (RFC 7162 section 3.2.6).
struct Vanished {
    private let ranges: [ClosedRange<UInt32>]

    /// - Parameter left: Those of which rows say so, ascending.
    init(
        since: Int64, left: @autoclosure () throws -> [UInt32], _ selected: SelectedMailbox, _ numbers: MailboxNumbers,
        account: StreamID, _ query: MailboxesQuery
    ) throws {
        if let erasure = try query.lastErasure(account: account), erasure > since {
            // What was erased is in no row any more: all that are not there are named, as RFC 7162 section 3.2.6 allows.
            ranges = Self.gaps(in: selected.uids, below: numbers.uidNext)
        } else {
            ranges = Self.ranges(of: try left())
        }
    }

    /// - Parameter sets: The UIDs that the client asks about, ascending; nil for all.
    func ranges(within sets: [ClosedRange<UInt32>]?) -> [ClosedRange<UInt32>] {
        guard let sets else { return ranges }
        var found: [ClosedRange<UInt32>] = []
        var (left, right) = (0, 0)
        while left < ranges.count, right < sets.count {
            let (one, other) = (ranges[left], sets[right])
            if one.overlaps(other) { found.append(one.clamped(to: other)) }
            if one.upperBound < other.upperBound { left += 1 } else { right += 1 }
        }
        return found
    }

    static func contains(_ uid: UInt32, _ ranges: [ClosedRange<UInt32>]) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < uid { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(uid)
    }

    private static func gaps(in uids: [UInt32], below end: UInt32) -> [ClosedRange<UInt32>] {
        var gaps: [ClosedRange<UInt32>] = []
        var next: UInt32 = 1
        for uid in uids {
            if uid > next { gaps.append(next...uid - 1) }
            next = uid + 1
        }
        if next < end { gaps.append(next...end - 1) }
        return gaps
    }

    static func ranges(of uids: [UInt32]) -> [ClosedRange<UInt32>] {
        var ranges: [ClosedRange<UInt32>] = []
        for uid in uids {
            if let last = ranges.last, last.upperBound < .max, last.upperBound + 1 == uid {
                ranges[ranges.count - 1] = last.lowerBound...uid
            } else {
                ranges.append(uid...uid)
            }
        }
        return ranges
    }
}
