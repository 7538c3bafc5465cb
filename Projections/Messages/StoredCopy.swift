internal import Cryptography
internal import EventLog
internal import Mail
internal import SQLiteDatabase

/// A row of the table `copy`, as the events of a fold change it: the other form of the copies' part of ``MessageTables``.
struct StoredCopy {
    let number: Int
    /// The stream of its folder.
    private(set) var folder: Int64
    private(set) var source: String
    private let raw: SHA256Digest
    private(set) var flags: String
    private let fromLine: String?
    private(set) var isLive: Bool
    /// The position of the event that removed it.
    private(set) var ended: Int64?
    private var maildir: String?

    init(_ copy: MessageCopy, in folder: Int64, isLive: Bool) {
        number = copy.number
        self.folder = folder
        source = copy.source
        raw = copy.raw
        flags = copy.flags
        fromLine = copy.fromLine
        self.isLive = isLive
        maildir = copy.maildir
    }

    var isHidden: Bool { MessageCopy.isHidden(flags: flags) }

    /// The visible columns; nil if it is not live.
    private var shown: [String]? { isLive ? ["\(folder)", source, raw.hex, flags] : nil }

    mutating func change(_ changed: CopyChanged) {
        if let source = changed.source?.new { self.source = source }
        if let maildir = changed.maildir { self.maildir = maildir.new }
        if let flags = changed.flags?.new { self.flags = flags }
        if let isHidden = changed.isHidden?.new { flags = MessageCopy.flags(flags, hidden: isHidden) }
        settle()
    }

    // A copy deleted here stays deleted until that is undone: a T that was written for it hides no copy.
    mutating func change(_ written: CopyPushed) {
        if let source = written.source?.new { self.source = source }
        if let flags = written.shownFlags(over: flags) { self.flags = flags }
    }

    mutating func move(to folder: Int64) {
        self.folder = folder
        settle()
    }

    mutating func end(at position: Int64) {
        isLive = false
        ended = position
    }

    // Folders live as long as a fold goes on.
    private mutating func settle() { isLive = ended == nil && !isHidden }

    /// Changes it, and returns whether a visible column changed.
    mutating func showsChange(_ body: (inout StoredCopy) throws -> Void) rethrows -> Bool {
        let before = shown
        try body(&self)
        return shown != before
    }

    /// Whether it shows other columns than a copy that was there under its number.
    func shows(otherThan before: StoredCopy?) -> Bool { shown != before?.shown }

    /// Appends the columns of `copy`.
    func append(of message: Int64, sortDate: Int64, to row: inout some ColumnWriter) throws {
        try row.append(message)
        try row.append(Int64(number))
        try row.append(folder)
        try row.append(source)
        try row.append(blob: raw.bytes)
        try row.append(flags)
        try row.append(fromLine)
        try row.append(isLive)
        try row.append(ended)
        try row.append(maildir)
        try row.append(sortDate)
    }
}

/// The copies of a message, by number.
struct MessageCopies {
    private(set) var rows: [StoredCopy]

    init(_ first: StoredCopy) {
        rows = [first]
    }

    var areLive: Bool { rows.contains(where: \.isLive) }

    /// The folders of its live copies, each once and ascending.
    var liveFolders: [Int64] { Self.distinct(rows.lazy.filter(\.isLive).map(\.folder)) }

    /// The folders of the copies that were not removed, ascending, and whether all that are there are hidden.
    var places: [(folder: Int64, areHidden: Bool)] {
        let present = rows.filter { $0.ended == nil }
        return Self.distinct(present.map(\.folder)).map { folder in
            (folder, present.allSatisfy { $0.folder != folder || $0.isHidden })
        }
    }

    private static func distinct(_ folders: some Sequence<Int64>) -> [Int64] {
        var distinct = Array(folders)
        if distinct.count > 1 { distinct = Set(distinct).sorted() }
        return distinct
    }

    /// Follows an event about copies.
    ///
    /// - Parameter stream: Returns the stream of a folder.
    /// - Returns: Whether a visible column changed.
    mutating func follow(
        _ content: any Event, at position: Int64, folder stream: (FolderID) throws -> Int64
    ) throws -> Bool {
        switch content {
        case let copied as MessageCopied:
            let row = StoredCopy(copied.copy, in: try stream(copied.copy.folder), isLive: !copied.copy.isHidden)
            let index = rows.firstIndex { $0.number >= row.number } ?? rows.endIndex
            let before = index < rows.endIndex && rows[index].number == row.number ? rows.remove(at: index) : nil
            rows.insert(row, at: index)
            return row.shows(otherThan: before)
        case let changed as CopyChanged: return change(changed.copy) { $0.change(changed) }
        case let written as CopyPushed: return change(written.copy) { $0.change(written) }
        case let removed as CopyRemoved: return change(removed.copy.number) { $0.end(at: position) }
        case let moved as MessageMoved:
            var isShown = false
            for move in moved.copies {
                let folder = try stream(move.folder.new)
                if change(move.copy, { $0.move(to: folder) }) { isShown = true }
            }
            return isShown
        default: return false
        }
    }

    private mutating func change(_ number: Int, _ body: (inout StoredCopy) -> Void) -> Bool {
        guard let index = rows.firstIndex(where: { $0.number == number }) else { return false }
        return rows[index].showsChange(body)
    }
}
