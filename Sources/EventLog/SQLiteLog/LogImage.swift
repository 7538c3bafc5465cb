internal import DiskFiles
internal import SQLiteDatabase

/// A damaged log, opened to copy from.
package struct DamagedLog {
    package let store: any LogStore
    /// What kept its file from being opened as it is; nil if nothing did.
    package let obstacle: String?
}

extension LogFile {
    /// Opens a log to copy from, as far as it can be read.
    ///
    /// If SQLite refuses the file, a copy among the temporary files is mended and opened. The file stays as it is, and
    /// nothing is written beside it.
    ///
    /// - Throws: What ``openCopy(_:)`` throws if no event can be read in a mended copy, either. `FileError` and
    ///   `SQLiteError` if the system refuses room, memory or a read: that says nothing about the log.
    package func openDamaged() throws -> DamagedLog {
        do {
            let store = try openCopy(.readOnly)
            guard try !store.beginsSoundly(), let copy = try openImage() else {
                return DamagedLog(store: store, obstacle: nil)
            }
            return DamagedLog(store: copy, obstacle: "the definitions of its tables are damaged")
        } catch EventLogError.corrupt(let reason) {
            guard let copy = try openImage() else { throw EventLogError.corrupt(reason) }
            return DamagedLog(store: copy, obstacle: reason)
        } catch EventLogError.notALedger(let path) {
            guard let copy = try openImage() else { throw EventLogError.notALedger(path: path) }
            return DamagedLog(store: copy, obstacle: "its file does not begin as a log does")
        }
    }

    /// Opens a mended copy; nil if none has a first event that is sound.
    private func openImage() throws -> SQLiteLogStore? {
        guard let image = try LogImage(of: self) else { return nil }
        // The identity is near the start. A file without it is another program's, and its rest need not be copied.
        try image.copy(pages: 0..<LogImage.pagesAtStart)
        let fitting = try image.firstPages().filter { try image.log(beginningWith: $0) != nil }
        guard !fitting.isEmpty else { return nil }
        try image.copy(pages: LogImage.pagesAtStart..<max(LogImage.pagesAtStart, image.pageCount))
        for page in fitting {
            guard let store = try image.log(beginningWith: page), try store.beginsSoundly(), try store.hasFirstEvent()
            else { continue }
            return store
        }
        return nil
    }
}

extension LogReading {
    /// Whether the first event can be read and holds, if there is one.
    fileprivate func beginsSoundly() throws -> Bool {
        do {
            try forEachItem(after: .start, through: Position(1)) { _ in }
            return true
        } catch  where !EventLogError.isOfSystem(error) {
            return false
        }
    }

    fileprivate func hasFirstEvent() throws -> Bool {
        do {
            return try event(at: Position(1)) != nil
        } catch  where !EventLogError.isOfSystem(error) {
            return false
        }
    }
}

/// A copy of a log's file among the temporary files, with its journal merged in; it has its name while it is mended.
///
/// All logs begin alike: their head is the same, and so are the definitions of their tables. A sound first page
/// therefore comes from a new log. The pages that the file was cut by are missing, and the others can be read.
private final class LogImage {
    private let source: SharedFile
    private let sourceSize: Int64
    private let journal: JournalPages?
    private let target: File
    private let pageSize: Int
    let pageCount: Int

    /// A new log's tables begin in the first 16 pages.
    static let pagesAtStart = 64
    /// No database has more pages (<https://www.sqlite.org/limits.html>, section 14), and none of a log is larger.
    static let largestSize = Int64(UInt32.max - 1) * 8192
    /// The bytes of the head of a database file (<https://www.sqlite.org/fileformat2.html>, section 1.3).
    private static let headSize = 100
    private static let pieceSize = 1 << 20

    /// - Throws: `FileError`; nil without a file, and for one that can be no log.
    init?(of log: LogFile) throws {
        guard let source = try Self.open(log.path, on: log.files) else { return nil }
        let size = try source.status().size
        guard size > 0, size <= Self.largestSize else { return nil }
        var head = [UInt8](repeating: 0, count: Self.headSize)
        _ = try source.read(into: &head, 0..<head.count, from: 0)
        // Format 1 has had both sizes; any other is damage.
        let pageSize = head[16] == 0x10 && head[17] == 0 ? 4096 : 8192
        let beside = try Self.open(log.path + "-wal", on: log.files)
        let journal = try beside.map { try JournalPages(in: $0, ofSize: pageSize, besideFileOf: size) }
        self.journal = journal
        self.source = source
        sourceSize = size
        self.pageSize = pageSize
        pageCount = max(Int((size - 1) / Int64(pageSize)) + 1, journal?.places.keys.max() ?? 0)
        target = try Self.makeFile(on: log.files)
    }

    deinit {
        // A connection reads on, and the room is free when it closes.
        try? target.files.remove(target.path)
    }

    private static func open(_ path: String, on files: any Files) throws -> SharedFile? {
        do throws(FileError) {
            guard try files.status(of: path).isRegular else { return nil }
            return try SharedFile(files, FilePath(path), .read)
        } catch {
            guard error.code.meansNothingThere else { throw error }
            return nil
        }
    }

    private static var folder: String { ScratchFolder.path(orElse: "/var/tmp") }

    private static func makeFile(on files: any Files) throws(FileError) -> File {
        let path = "\(folder)/mailledger-\(files.uniqueNumber())"
        do throws(FileError) {
            return try File(files, path, .createNew, links: .refused)
        } catch {
            throw FileError(error.call, folder, error.code)
        }
    }

    /// Names the folder in errors: people know it, and not the file.
    private func writing(_ body: () throws(FileError) -> Void) throws {
        do throws(FileError) {
            try body()
        } catch {
            throw FileError(error.call, Self.folder, error.code)
        }
    }

    /// Copies pages, each as the journal has it last; the first call gives the copy its size.
    func copy(pages: Range<Int>) throws {
        let pages = pages.clamped(to: 0..<pageCount)
        if pages.lowerBound == 0 {
            try writing { () throws(FileError) in try target.truncate(to: Int64(pageCount * pageSize)) }
        }
        var piece = [UInt8](repeating: 0, count: Self.pieceSize)
        var place = Int64(pages.lowerBound * pageSize)
        let end = min(Int64(pages.upperBound * pageSize), sourceSize)
        while place < end {
            let wanted = Int(min(Int64(piece.count), end - place))
            let count = try source.read(into: &piece, 0..<wanted, from: place)
            try write(piece, count, at: place)
            guard count == wanted else { break }
            place += Int64(count)
        }
        guard let journal else { return }
        for (page, start) in journal.places where pages.contains(page - 1) {
            guard try journal.file.read(into: &piece, 0..<pageSize, from: start) == pageSize else { continue }
            try write(piece, pageSize, at: Int64((page - 1) * pageSize))
        }
    }

    private func write(_ bytes: [UInt8], _ count: Int, at place: Int64) throws {
        try writing { () throws(FileError) in try target.write(bytes.span.extracting(0..<count), at: place) }
    }

    /// The first pages to try: its own below a sound head, that of a new log, and that of a log that was rewritten,
    /// whose tables begin elsewhere.
    func firstPages() throws -> [[UInt8]] {
        var own = [UInt8](repeating: 0, count: pageSize)
        _ = try target.read(into: &own, 0..<pageSize, from: 0)
        let new = try Self.firstPage(of: pageSize, isRewritten: false)
        return [
            Array(new[..<Self.headSize] + own[Self.headSize...]), new,
            try Self.firstPage(of: pageSize, isRewritten: true),
        ]
    }

    private static func firstPage(of size: Int, isRewritten: Bool) throws -> [UInt8] {
        let model = try Connection(path: Connection.inMemory, mode: .create)
        try model.run(size == 4096 ? "PRAGMA page_size = 4096" : "PRAGMA page_size = 8192")
        try model.transaction(.immediate) {
            try model.run("PRAGMA application_id = \(LogSchema.applicationIDLiteral)")
            try LogSchema.create(on: model)
        }
        if isRewritten { try model.run("VACUUM") }
        return Array(try model.serialized().prefix(size))
    }

    /// Opens the copy with another first page, whose head states the number of pages; nil if it is no log then.
    func log(beginningWith page: [UInt8]) throws -> SQLiteLogStore? {
        var page = page
        let count = UInt32(clamping: pageCount)
        for index in 0..<4 { page[28 + index] = UInt8(truncatingIfNeeded: count >> UInt32(24 - 8 * index)) }
        try write(page, page.count, at: 0)
        do {
            // It has no path by which another thread could open it.
            let store = try SQLiteLogStore(
                connection: Connection(immutablePath: target.path, on: target.files), path: Connection.inMemory,
                environment: .system)
            return store.identity.format <= LedgerIdentity.newestFormat ? store : nil
        } catch  where !EventLogError.isOfSystem(error) {
            return nil
        }
    }
}

/// The pages that the commits of a write-ahead log wrote (<https://www.sqlite.org/fileformat2.html>, section 4).
///
/// Its checksums are not compared: each event has its own.
private struct JournalPages {
    let file: SharedFile
    /// The place of each page in the file, by its number; of a page that was written again, the last one.
    private(set) var places: [Int: Int64] = [:]

    init(in file: SharedFile, ofSize pageSize: Int, besideFileOf fileSize: Int64) throws {
        self.file = file
        let (headSize, frameHeadSize) = (32, 24)
        let size = try file.status().size
        var head = [UInt8](repeating: 0, count: headSize)
        guard size <= LogImage.largestSize, try file.read(into: &head, 0..<headSize, from: 0) == headSize
        else { return }
        // A page is at most as far away as all pages together.
        let limit = Int((fileSize + size) / Int64(pageSize))
        var frameHead = [UInt8](repeating: 0, count: frameHeadSize)
        var pending: [Int: Int64] = [:]
        var start = Int64(headSize)
        while start + Int64(frameHeadSize + pageSize) <= size {
            guard try file.read(into: &frameHead, 0..<frameHeadSize, from: start) == frameHeadSize,
                frameHead[8..<16] == head[16..<24]
            else { return }
            let page = Self.number(in: frameHead, at: 0)
            if page > 0, page <= limit { pending[page] = start + Int64(frameHeadSize) }
            // The last page of a commit says how many pages there are.
            if Self.number(in: frameHead, at: 4) > 0 {
                places.merge(pending) { $1 }
                pending = [:]
            }
            start += Int64(frameHeadSize + pageSize)
        }
    }

    private static func number(in bytes: [UInt8], at place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
