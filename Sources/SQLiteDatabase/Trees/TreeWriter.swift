/// Writes a tree of a database from its leaves up: of a table, or of an index (<https://www.sqlite.org/fileformat2.html>,
/// section 1.6).
///
/// Rows come in the order of their key, and every page but the last of each level is full. A table WITHOUT ROWID is an
/// index of all its columns, those of its key first.
package final class TreeWriter {
    package enum Kind {
        /// By row id.
        case table
        /// By the record itself.
        case index
    }

    private var tree: GrowingTree

    package init(_ kind: Kind, in file: PageFile) {
        tree = GrowingTree(kind, in: file)
    }

    /// Appends a row of a table; row ids rise.
    package func append(_ record: [UInt8], row: Int64) throws {
        try tree.append(record, row: row)
    }

    /// Appends a record of an index, which comes after the others in its order.
    package func append(_ record: [UInt8]) throws {
        try tree.append(record)
    }

    /// Writes what is left, and returns the root page, which takes the place of the empty tree's.
    package func finish() throws -> [UInt8] {
        try tree.finish()
    }
}

private struct GrowingTree {
    /// One level: the page that is being filled.
    private struct Level {
        /// The cells beside each other, and where each begins.
        var cells: [UInt8] = []
        var starts: [Int] = []

        mutating func removeAll() {
            cells.removeAll(keepingCapacity: true)
            starts.removeAll(keepingCapacity: true)
        }

        mutating func append(_ cell: [UInt8]) {
            starts.append(cells.count)
            cells.append(cell.span)
            // No cell is shorter: it must have room for what a free block has to say (section 1.6).
            while cells.count - starts[starts.count - 1] < 4 { cells.append(0) }
        }

        func fits(_ length: Int, header: Int) -> Bool {
            header + 2 * (starts.count + 1) + cells.count + max(length, 4) <= PageFile.pageSize
        }

        mutating func removeLast() -> [UInt8] {
            let start = starts.removeLast()
            let cell = Array(cells[start...])
            cells.removeSubrange(start...)
            return cell
        }
    }

    private let kind: TreeWriter.Kind
    private let file: PageFile
    private var levels: [Level] = [Level()]
    /// The row id of the last row.
    private var lastRow: Int64 = .min
    private var cell: [UInt8] = []

    /// The pages that were reserved and not used yet, and those that wait to be written.
    private var reserved: Range<UInt32> = 1..<1
    private var pending: [UInt8] = []
    private var pendingFirst: UInt32 = 0
    private static let run: UInt32 = 16

    init(_ kind: TreeWriter.Kind, in file: PageFile) {
        self.kind = kind
        self.file = file
    }

    // MARK: Rows

    mutating func append(_ record: [UInt8], row: Int64) throws {
        guard row > lastRow else { throw TreeError.outOfOrder }
        try appendCell(record, row: row)
        lastRow = row
    }

    mutating func append(_ record: [UInt8]) throws {
        try appendCell(record, row: nil)
    }

    private mutating func appendCell(_ record: [UInt8], row: Int64?) throws {
        cell.removeAll(keepingCapacity: true)
        Varint.append(UInt64(record.count), to: &cell)
        if let row { Varint.append(UInt64(bitPattern: row), to: &cell) }
        let local = localCount(of: record.count)
        if local == record.count {
            cell.append(record.span)
        } else {
            cell.append(contentsOf: record[..<local])
            PageFile.append(try writeOverflow(record[local...]), to: &cell)
        }
        guard !levels[0].fits(cell.count, header: 8) else { return levels[0].append(cell) }
        switch kind {
        case .table:
            let page = try write(levels[0], isLeaf: true, right: 0)
            levels[0].removeAll()
            var key: [UInt8] = []
            Varint.append(UInt64(bitPattern: lastRow), to: &key)
            try push(page, key, to: 1)
        case .index:
            // The last record moves up, between this page and the next.
            let divider = levels[0].removeLast()
            let page = try write(levels[0], isLeaf: true, right: 0)
            levels[0].removeAll()
            try push(page, divider, to: 1)
        }
        levels[0].append(cell)
    }

    /// The bytes of a record that its own page has (section 1.6).
    private func localCount(of count: Int) -> Int {
        let size = PageFile.pageSize
        let most = kind == .table ? size - 35 : (size - 12) * 64 / 255 - 23
        guard count > most else { return count }
        let least = (size - 12) * 32 / 255 - 23
        let local = least + (count - least) % (size - 4)
        return local <= most ? local : least
    }

    /// Writes the rest of a long record to pages of its own, and returns the first.
    private mutating func writeOverflow(_ bytes: ArraySlice<UInt8>) throws -> UInt32 {
        let capacity = PageFile.pageSize - 4
        let pages = try (0..<(bytes.count + capacity - 1) / capacity).map { _ in try reservePage() }
        for (index, page) in pages.enumerated() {
            let start = bytes.startIndex + index * capacity
            try startPage(page)
            PageFile.append(index + 1 < pages.count ? pages[index + 1] : 0, to: &pending)
            pending.append(contentsOf: bytes[start..<min(start + capacity, bytes.endIndex)])
            fillPage()
        }
        return pages[0]
    }

    // MARK: Inner pages

    /// Adds a child with the key that ends it to a level.
    private mutating func push(_ child: UInt32, _ key: [UInt8], to level: Int) throws {
        if levels.count == level { levels.append(Level()) }
        if !levels[level].fits(key.count + 4, header: 12) {
            // The last child becomes the page's right one, and its key moves up.
            let last = levels[level].removeLast()
            let right = last[..<4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            let page = try write(levels[level], isLeaf: false, right: right)
            levels[level].removeAll()
            try push(page, Array(last[4...]), to: level + 1)
        }
        var cell: [UInt8] = []
        PageFile.append(child, to: &cell)
        levels[level].append(cell + key)
    }

    mutating func finish() throws -> [UInt8] {
        var right: UInt32 = 0
        for level in levels.indices.dropLast() {
            right = try write(levels[level], isLeaf: level == 0, right: right)
        }
        try writePending()
        file.giveBack(reserved)
        reserved = 1..<1
        pending.removeAll()
        appendPage(levels[levels.count - 1], isLeaf: levels.count == 1, right: right)
        levels = [Level()]
        return pending
    }

    // MARK: Pages

    private mutating func write(_ level: Level, isLeaf: Bool, right: UInt32) throws -> UInt32 {
        let page = try reservePage()
        try startPage(page)
        appendPage(level, isLeaf: isLeaf, right: right)
        return page
    }

    private mutating func appendPage(_ level: Level, isLeaf: Bool, right: UInt32) {
        let size = PageFile.pageSize
        let type: UInt8 =
            switch (kind, isLeaf) {
            case (.table, true): 13
            case (.table, false): 5
            case (.index, true): 10
            case (.index, false): 2
            }
        pending.append(type)
        append(short: 0)
        append(short: level.starts.count)
        let first = size - level.cells.count
        append(short: first)
        pending.append(0)
        if !isLeaf { PageFile.append(right, to: &pending) }
        for start in level.starts { append(short: first + start) }
        let header = (isLeaf ? 8 : 12) + 2 * level.starts.count
        pending.append(contentsOf: repeatElement(0, count: first - header))
        pending.append(contentsOf: level.cells)
    }

    private mutating func append(short value: Int) {
        pending.append(UInt8(truncatingIfNeeded: value >> 8))
        pending.append(UInt8(truncatingIfNeeded: value))
    }

    private mutating func reservePage() throws -> UInt32 {
        if reserved.isEmpty { reserved = file.reserve(Self.run) }
        defer { reserved = reserved.dropFirst() }
        return reserved.lowerBound
    }

    /// Begins a page behind those that wait, if it lies there.
    private mutating func startPage(_ page: UInt32) throws {
        let waiting = UInt32(pending.count / PageFile.pageSize)
        if waiting >= Self.run || waiting > 0 && page != pendingFirst + waiting { try writePending() }
        if pending.isEmpty { pendingFirst = page }
    }

    private mutating func fillPage() {
        let rest = pending.count % PageFile.pageSize
        if rest > 0 { pending.append(contentsOf: repeatElement(0, count: PageFile.pageSize - rest)) }
    }

    private mutating func writePending() throws {
        guard !pending.isEmpty else { return }
        try file.write(pending, from: pendingFirst)
        pending.removeAll(keepingCapacity: true)
    }
}
