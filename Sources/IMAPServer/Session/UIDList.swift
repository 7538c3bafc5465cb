internal import Cryptography

/// The UIDs of a mailbox, ascending, by their numbers: the first has number 1.
///
/// A server has many sessions that wait, each with a list of its own. So it keeps the gaps between UIDs, of which most need one
/// byte, and each 32nd UID whole. Where 32 follow each other, as those of an import do, it keeps no gaps. To find one takes
/// O(log *n*).
struct UIDList {
    private struct Mark {
        let uid: UInt32
        /// Where the gap to the UID behind it begins; ``UIDList/dense`` for a block whose gaps are all 1.
        var gap: Int32
    }

    private static let dense: Int32 = -1

    private static let stride = 32

    private var marks: [Mark] = []
    private var gaps: [UInt8] = []
    private(set) var count = 0
    private(set) var last: UInt32?

    /// - Parameter uids: Ascending.
    init(_ uids: some Sequence<UInt32>) {
        append(uids)
        // Most lists stay as they are for long, and arrays that grew have room for as much again.
        (marks, gaps) = (Self.fitting(marks), Self.fitting(gaps))
    }

    private static func fitting<Element>(_ elements: [Element]) -> [Element] {
        var fitting: [Element] = []
        fitting.reserveCapacity(elements.count)
        fitting += elements
        return fitting
    }

    /// Appends UIDs, all of them behind the last one and ascending.
    mutating func append(_ uids: some Sequence<UInt32>) {
        for uid in uids {
            if count.isMultiple(of: Self.stride) {
                closeBlock()
                marks.append(Mark(uid: uid, gap: Int32(gaps.count)))
            } else if let last {
                append(gap: uid - last)
            }
            count += 1
            last = uid
        }
    }

    private mutating func closeBlock() {
        guard let start = marks.last.map({ Int($0.gap) }), gaps.count - start == Self.stride - 1 else { return }
        guard gaps[start...].allSatisfy({ $0 == 1 }) else { return }
        gaps.removeLast(Self.stride - 1)
        marks[marks.count - 1].gap = Self.dense
    }

    private mutating func append(gap: UInt32) {
        var rest = gap
        while rest >= 0x80 {
            gaps.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        gaps.append(UInt8(rest))
    }

    /// The digest of what the list has in memory, which follows from the UIDs.
    var digest: SHA256Digest {
        var bytes = gaps
        bytes.reserveCapacity(gaps.count + 8 * marks.count)
        for mark in marks {
            for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: mark.uid >> shift)) }
            for shift in [0, 8, 16, 24] as [Int32] { bytes.append(UInt8(truncatingIfNeeded: mark.gap >> shift)) }
        }
        return SHA256Hasher.digest(of: bytes)
    }

    /// The index of the first UID that is this one or a greater one; ``count`` if there is none.
    ///
    /// - Complexity: O(log *n*).
    func index(from uid: UInt32) -> Int { first(from: uid).index }

    /// The index of a UID; nil for one that is not there.
    ///
    /// - Complexity: O(log *n*).
    func index(of uid: UInt32) -> Int? {
        let first = first(from: uid)
        return first.uid == uid ? first.index : nil
    }

    private func first(from uid: UInt32) -> (index: Int, uid: UInt32?) {
        var (low, high) = (0, marks.count)
        while low < high {
            let middle = (low + high) / 2
            if marks[middle].uid < uid { low = middle + 1 } else { high = middle }
        }
        // It is in the block before the first mark that is not less, or at that mark.
        var place: (index: Int, uid: UInt32?) = (max(low - 1, 0) * Self.stride, nil)
        forEach(from: place.index) { found in
            guard found < uid else {
                place.uid = found
                return false
            }
            place.index += 1
            return true
        }
        return place
    }

    /// Finds UIDs that ascend, each from the place of the one before.
    struct Cursor {
        private let list: UIDList
        private var index = -1
        private var uid: UInt32 = 0
        private var gap = 0

        init(of list: UIDList) {
            self.list = list
        }

        /// The number of a UID; nil for one that is not there.
        ///
        /// - Complexity: O(log *n*), and O(1) if it is behind the one before and near it.
        mutating func number(of wanted: UInt32) -> UInt32? {
            let following = index / UIDList.stride + 1
            let isInBlock = index >= 0 && uid <= wanted
            if !isInBlock || following < list.marks.count && list.marks[following].uid <= wanted {
                guard let block = list.block(of: wanted) else { return nil }
                index = block * UIDList.stride
                (uid, gap) = (list.marks[block].uid, Int(list.marks[block].gap))
            }
            let end = min((index / UIDList.stride + 1) * UIDList.stride, list.count)
            while uid < wanted, index + 1 < end {
                uid += list.readGap(&gap)
                index += 1
            }
            return uid == wanted ? UInt32(index + 1) : nil
        }
    }

    /// The block that has a UID, if one has; nil for a UID before all.
    private func block(of uid: UInt32) -> Int? {
        var (low, high) = (0, marks.count)
        while low < high {
            let middle = (low + high) / 2
            if marks[middle].uid <= uid { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    /// Lends the UIDs from an index on; the closure returns false to stop early.
    func forEach(from start: Int, _ body: (UInt32) -> Bool) {
        var block = start / Self.stride
        var index = block * Self.stride
        while block < marks.count {
            let mark = marks[block]
            var (uid, gap) = (mark.uid, Int(mark.gap))
            let end = min(index + Self.stride, count)
            while true {
                if index >= start, !body(uid) { return }
                index += 1
                guard index < end else { break }
                uid += readGap(&gap)
            }
            block += 1
        }
    }

    private func readGap(_ place: inout Int) -> UInt32 {
        guard place >= 0 else { return 1 }
        var (value, shift): (UInt32, UInt32) = (0, 0)
        while true {
            let byte = gaps[place]
            place += 1
            value |= UInt32(byte & 0x7f) << shift
            guard byte & 0x80 != 0 else { return value }
            shift += 7
        }
    }

    /// Returns the UIDs of a range of indices.
    subscript(range: Range<Int>) -> [UInt32] {
        var found: [UInt32] = []
        found.reserveCapacity(range.count)
        guard !range.isEmpty else { return found }
        forEach(from: range.lowerBound) { uid in
            found.append(uid)
            return found.count < range.count
        }
        return found
    }
}
