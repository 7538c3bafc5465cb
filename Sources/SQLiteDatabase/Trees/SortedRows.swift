package import DiskFiles

/// Rows that come in any order and are read in that of their keys; what memory does not hold is sorted in runs on the disk.
package final class SortedRows {
    private let disk: any Files
    private let folder: String
    private var held = HeldKeys()
    private var runs: [(start: Int64, end: Int64)] = []
    private var file: File?
    private var fileEnd: Int64 = 0

    /// The bytes of keys that stay in memory.
    private let capacity: Int

    /// - Parameter folder: Where a file without a name is made when it is needed.
    package init(in folder: String, on disk: any Files, capacity: Int = 1 << 20) {
        self.capacity = capacity
        self.folder = folder
        self.disk = disk
    }

    /// The bytes of all keys.
    package private(set) var byteCount = 0

    package func append(_ key: borrowing SortKey) throws {
        byteCount += key.bytes.count
        if held.append(key.bytes.span, within: capacity) { return }
        try spill()
        _ = held.append(key.bytes.span, within: .max)
    }

    private func spill() throws {
        if file == nil {
            file = File(
                disk, owning: try disk.open(FilePath(folder), in: nil, .nameless, links: .followed), path: folder)
        }
        var bytes: [UInt8] = []
        held.forEachSorted { key in
            PageFile.append(UInt32(key.count), to: &bytes)
            bytes.append(key)
        }
        held.removeAll()
        try file?.write(bytes.span, at: fileEnd)
        runs.append((fileEnd, fileEnd + Int64(bytes.count)))
        fileEnd += Int64(bytes.count)
    }

    /// Lends all keys in their order; afterwards there are none.
    package func forEach(_ body: (borrowing Span<UInt8>) throws -> Void) throws {
        defer {
            held = HeldKeys()
            runs = []
            file = nil
        }
        guard !runs.isEmpty else { return try held.forEachSorted(body) }
        if !held.isEmpty { try spill() }
        guard let handle = file?.handle else { return }
        // A heap with the run whose next key is the least.
        var heap: [SortedRun] = []
        for (start, end) in runs {
            if let run = try SortedRun(of: handle, on: disk, from: start, to: end) { heap.append(run) }
        }
        for index in heap.indices.reversed() { Self.sift(&heap, index) }
        while !heap.isEmpty {
            try heap[0].withKey(body)
            if try !heap[0].advance() {
                heap.swapAt(0, heap.count - 1)
                heap.removeLast()
            }
            Self.sift(&heap, 0)
        }
    }

    private static func sift(_ heap: inout [SortedRun], _ start: Int) {
        var place = start
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count {
                if heap[child].isLess(than: heap[least]) { least = child }
            }
            guard least != place else { return }
            heap.swapAt(place, least)
            place = least
        }
    }

    /// Writes the rows to a tree, in order.
    ///
    /// - Parameter isUnique: Whether rows that differ in their last value alone, the row's number, are refused.
    package func write(to tree: TreeWriter, isUnique: Bool) throws {
        var record = RecordBuilder()
        var last: [UInt8] = []
        try forEach { key in
            if isUnique {
                let value = key.extracting(droppingLast: SortKey.integerSize)
                guard !Self.isEqual(value, last.span) else { throw TreeError.notUnique }
                last.removeAll(keepingCapacity: true)
                last.append(value)
            }
            SortKey.append(key, to: &record)
            record.finish()
            try tree.append(record.record)
        }
    }

    private static func isEqual(_ left: borrowing Span<UInt8>, _ right: borrowing Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }
}

/// Keys in memory.
private struct HeldKeys {
    private struct Entry {
        /// The eight bytes behind those that all keys begin with.
        var lead: UInt64 = 0
        let start: UInt32
        let count: UInt32
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    /// Keeps a key, and returns true, if there is room for it.
    mutating func append(_ key: borrowing Span<UInt8>, within capacity: Int) -> Bool {
        guard bytes.count + key.count <= capacity else { return false }
        entries.append(Entry(start: UInt32(bytes.count), count: UInt32(key.count)))
        bytes.append(key)
        return true
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
    }

    mutating func forEachSorted(_ body: (borrowing Span<UInt8>) throws -> Void) rethrows {
        Self.sort(&entries, of: bytes)
        let bytes = bytes.span
        for entry in entries {
            try body(bytes.extracting(Int(entry.start)..<Int(entry.start) + Int(entry.count)))
        }
    }

    private static func sort(_ entries: inout [Entry], of bytes: [UInt8]) {
        guard let first = entries.first else { return }
        // Keys often begin alike, with the same account.
        var common = Int(first.count)
        let span = bytes.span
        for entry in entries {
            let limit = min(common, Int(entry.count))
            var equal = 0
            while equal < limit, span[Int(first.start) + equal] == span[Int(entry.start) + equal] { equal += 1 }
            common = equal
        }
        for index in entries.indices {
            let entry = entries[index]
            let end = Int(entry.start) + Int(entry.count)
            var lead: UInt64 = 0
            for place in Int(entry.start) + common..<Int(entry.start) + common + 8 {
                lead = lead << 8 | (place < end ? UInt64(span[place]) : 0)
            }
            entries[index].lead = lead
        }
        let skipped = common + 8
        // By pointers: a slice of an array counts its references, for each of some 600,000 comparisons.
        unsafe bytes.withUnsafeBufferPointer { bytes in
            entries.sort { left, right in
                if left.lead != right.lead { return left.lead < right.lead }
                var a = Int(left.start) + skipped
                var b = Int(right.start) + skipped
                let endA = Int(left.start) + Int(left.count)
                let endB = Int(right.start) + Int(right.count)
                while a < endA, b < endB {
                    let (x, y) = unsafe (bytes[a], bytes[b])
                    if x != y { return x < y }
                    a += 1
                    b += 1
                }
                return a >= endA && b < endB
            }
        }
    }
}

/// A sorted run of keys that is read from the disk.
private struct SortedRun {
    private let file: FileHandle
    private let disk: any Files
    private var start: Int64
    private let end: Int64
    private var bytes: [UInt8] = []
    private var key = 0..<0

    private static let readSize = 64 << 10

    /// Nil if there is no key.
    init?(of file: FileHandle, on disk: any Files, from start: Int64, to end: Int64) throws {
        self.file = file
        self.disk = disk
        self.start = start
        self.end = end
        guard try advance() else { return nil }
    }

    func withKey(_ body: (borrowing Span<UInt8>) throws -> Void) rethrows {
        try body(bytes.span.extracting(key))
    }

    func isLess(than other: SortedRun) -> Bool {
        let (left, right) = (bytes.span.extracting(key), other.bytes.span.extracting(other.key))
        for index in 0..<min(left.count, right.count) where left[index] != right[index] {
            return left[index] < right[index]
        }
        return left.count < right.count
    }

    /// Moves to the next key; false if there is none.
    mutating func advance() throws -> Bool {
        try hold(key.upperBound, 4)
        guard bytes.count - key.upperBound >= 4 else { return false }
        var count = 0
        for offset in 0..<4 { count = count << 8 | Int(bytes[key.upperBound + offset]) }
        let first = key.upperBound + 4
        key = first..<first
        try hold(first, count)
        key = key.lowerBound..<key.lowerBound + count
        return true
    }

    /// Reads on unless `count` bytes are there behind a place.
    private mutating func hold(_ place: Int, _ count: Int) throws {
        guard bytes.count - place < count, start < end else { return }
        bytes.removeSubrange(..<place)
        key = 0..<0
        let held = bytes.count
        let wanted = Int(min(end - start, Int64(max(Self.readSize, count))))
        bytes.append(contentsOf: repeatElement(0, count: wanted))
        let read = try disk.read(file, into: &bytes, held..<held + wanted, from: start)
        guard read == wanted else { throw TreeError.cutRun }
        start += Int64(wanted)
    }
}
