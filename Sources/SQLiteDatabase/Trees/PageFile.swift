package import DiskFiles
internal import Synchronization

/// The pages of a database file that is written without SQLite (<https://www.sqlite.org/fileformat2.html>).
///
/// Pages are reserved in runs and written in any order. The first page is written last, so that a file that was left
/// unfinished is no database.
package final class PageFile: Sendable {
    /// The size of a page in bytes.
    package static let pageSize = 8192

    /// The page of the byte at 1 GiB, which SQLite locks and never uses (section 1.5).
    static let lockPage = UInt32(0x4000_0000 / pageSize + 1)

    private struct State {
        var next: UInt32
        /// Reserved pages that nobody needed.
        var unused: [UInt32] = []
    }

    private let file: File
    /// The first page that is not kept for the database.
    private let first: UInt32
    private let state: Mutex<State>

    /// Opens an empty file, whose pages before `first` are kept for what ``finish(with:roots:)`` gets.
    package init(at path: String, on disk: any Files, from first: UInt32) throws {
        file = try File(disk, path, .readWrite)
        self.first = first
        state = Mutex(State(next: first))
    }

    /// Reserves pages that lie beside each other.
    func reserve(_ count: UInt32) -> Range<UInt32> {
        state.withLock { state in
            if state.next <= Self.lockPage, state.next + count > Self.lockPage {
                state.unused += state.next..<Self.lockPage
                state.next = Self.lockPage + 1
            }
            state.next += count
            return (state.next - count)..<state.next
        }
    }

    func giveBack(_ pages: Range<UInt32>) {
        guard !pages.isEmpty else { return }
        state.withLock { $0.unused += pages }
    }

    /// Writes whole pages that lie beside each other.
    func write(_ pages: [UInt8], from first: UInt32) throws {
        try file.write(pages.span, at: Int64(first - 1) * Int64(Self.pageSize))
    }

    /// Ends the file.
    ///
    /// - Parameters:
    ///   - database: A whole database of the same page size, with the schema and the rows of all tables that have no pages here.
    ///   - roots: The root pages of trees, which take the place of empty ones in the database.
    package func finish(with database: [UInt8], roots: [UInt32: [UInt8]]) throws {
        var database = database
        let size = Self.pageSize
        let count = UInt32(database.count / size)
        guard count < first else { throw TreeError.tooManyPages }
        for (root, page) in roots {
            let start = Int(root - 1) * size
            database.replaceSubrange(start..<start + size, with: page)
        }
        let (last, unused) = state.withLock { state in
            (state.next - 1, ((count + 1)..<first).filter { $0 != Self.lockPage } + state.unused.sorted())
        }
        // The list of free pages: trunks, each with the numbers of others (section 1.5). SQLite has left the header's own.
        var next = Self.integer(at: 32, in: database)
        let perTrunk = size / 4 - 8
        var start = 0
        while start < unused.count {
            let leaves = unused[(start + 1)..<min(start + 1 + perTrunk, unused.count)]
            var page: [UInt8] = []
            page.reserveCapacity(size)
            Self.append(next, to: &page)
            Self.append(UInt32(leaves.count), to: &page)
            for leaf in leaves { Self.append(leaf, to: &page) }
            page.append(contentsOf: repeatElement(0, count: size - page.count))
            try write(page, from: unused[start])
            next = unused[start]
            start += 1 + leaves.count
        }
        let free = Self.integer(at: 36, in: database) + UInt32(unused.count)
        let changes = Self.integer(at: 24, in: database) &+ 1
        for (offset, value) in [(28, last), (32, next), (36, free), (24, changes), (92, changes)] {
            var bytes: [UInt8] = []
            Self.append(value, to: &bytes)
            database.replaceSubrange(offset..<offset + 4, with: bytes)
        }
        // The last page may be a free one that was never written.
        if let end = unused.last, end == last { try write([UInt8](repeating: 0, count: size), from: end) }
        try file.write(database.span.extracting(size..<database.count), at: Int64(size))
        try file.write(database.span.extracting(0..<size), at: 0)
    }

    /// Empties the file, which is not needed after all.
    package func abandon() throws {
        try file.truncate(to: 0)
    }

    static func append(_ value: UInt32, to bytes: inout [UInt8]) {
        bytes.append(UInt8(truncatingIfNeeded: value >> 24))
        bytes.append(UInt8(truncatingIfNeeded: value >> 16))
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
        bytes.append(UInt8(truncatingIfNeeded: value))
    }

    private static func integer(at offset: Int, in bytes: [UInt8]) -> UInt32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
