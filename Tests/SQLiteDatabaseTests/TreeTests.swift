import DiskFiles
import SQLiteDatabase
import TestSupport
import Testing

/// Databases that are written from the leaves up, as SQLite reads them.
struct TreeTests {
    private static let schema: StaticString = """
        CREATE TABLE numbered (id INTEGER PRIMARY KEY, number INTEGER, text TEXT, bytes BLOB) STRICT;
        CREATE INDEX numbered_by_text ON numbered (text, number);
        CREATE UNIQUE INDEX numbered_by_bytes ON numbered (bytes);
        CREATE TABLE keyed (number INTEGER NOT NULL, text TEXT NOT NULL, bytes BLOB, PRIMARY KEY (number, text))
            STRICT, WITHOUT ROWID;
        CREATE TABLE untouched (text TEXT) STRICT;
        INSERT INTO untouched VALUES ('stays');
        """

    private struct Row: Equatable {
        let id: Int64
        let number: Int64?
        let text: String?
        let bytes: [UInt8]?
    }

    /// Writes rows to a file, and returns a connection to it.
    private func write(
        _ rows: [Row], in folder: borrowing TemporaryDirectory, keepingTo capacity: Int = 1 << 20,
        from first: UInt32 = 100
    ) throws -> Connection {
        let path = folder.path("made.sqlite")
        _ = try File(KernelFiles.shared, path, .createNew)
        let database = try Connection(path: Connection.inMemory, mode: .create)
        try database.run("PRAGMA page_size = 8192")
        try database.runScript(Self.schema)
        let file = try PageFile(at: path, on: KernelFiles.shared, from: first)
        let numbered = TreeWriter(.table, in: file)
        let byText = SortedRows(in: folder.path, on: KernelFiles.shared, capacity: capacity)
        let byBytes = SortedRows(in: folder.path, on: KernelFiles.shared, capacity: capacity)
        let keyed = SortedRows(in: folder.path, on: KernelFiles.shared, capacity: capacity)
        var record = RecordBuilder()
        for row in rows {
            record.appendNull()
            record.append(row.number)
            record.append(row.text)
            if let bytes = row.bytes { record.append(blob: bytes) } else { record.appendNull() }
            record.finish()
            try numbered.append(record.record, row: row.id)
            var key = SortKey()
            key.append(row.text)
            key.append(row.number)
            key.append(row.id)
            try byText.append(key)
            key.removeAll()
            if let bytes = row.bytes { key.append(blob: bytes) } else { key.appendNull() }
            key.append(row.id)
            try byBytes.append(key)
            key.removeAll()
            key.append(row.id % 7 - 3)
            key.append("\(row.id) \(row.text ?? "")")
            if let bytes = row.bytes { key.append(blob: bytes) } else { key.appendNull() }
            try keyed.append(key)
        }
        let roots = try database.rootPages()
        func root(_ name: String) throws -> UInt32 { try #require(roots[name]) }
        var pages = [try root("numbered"): try numbered.finish()]
        for (name, rows, isUnique) in [
            ("numbered_by_text", byText, false), ("numbered_by_bytes", byBytes, false), ("keyed", keyed, false),
        ] {
            let tree = TreeWriter(.index, in: file)
            try rows.write(to: tree, isUnique: isUnique)
            pages[try root(name)] = try tree.finish()
        }
        try file.finish(with: database.serialized(), roots: pages)
        return try Connection(path: path, mode: .readWrite)
    }

    private func expectSound(_ made: Connection, _ rows: [Row], _ label: String) throws {
        let faults = try made.rows("PRAGMA integrity_check") { try $0.next(String.self) }
        #expect(faults == ["ok"], "\(label)")
        let read = try made.rows("SELECT id, number, text, bytes FROM numbered ORDER BY id") {
            try Row(id: $0.next(), number: $0.next(), text: $0.next(), bytes: $0.next())
        }
        #expect(read == rows, "\(label)")
        // SQLite's own order of the same rows.
        let keyed = try made.rows("SELECT number, text, bytes FROM keyed") {
            try Row(id: 0, number: $0.next(), text: $0.next(), bytes: $0.next())
        }
        try made.runScript(
            """
            CREATE TABLE other (number INTEGER NOT NULL, text TEXT NOT NULL, bytes BLOB, PRIMARY KEY (number, text))
                STRICT, WITHOUT ROWID;
            INSERT INTO other SELECT id % 7 - 3, id || ' ' || ifnull(text, ''), bytes FROM numbered;
            """)
        let expected = try made.rows("SELECT number, text, bytes FROM other") {
            try Row(id: 0, number: $0.next(), text: $0.next(), bytes: $0.next())
        }
        #expect(keyed == expected, "\(label)")
        #expect(try made.first("SELECT text FROM untouched") { try $0.next(String.self) } == "stays")
        // It can be written to: pages that were kept and not needed are taken first.
        try made.run("DELETE FROM numbered WHERE id % 3 = 0")
        try made.run("UPDATE keyed SET bytes = zeroblob(20000) WHERE number = 0")
        let after = try made.rows("PRAGMA integrity_check") { try $0.next(String.self) }
        #expect(after == ["ok"], "after changes, \(label)")
    }

    @Test func `SQLite finds every row and every order in what was written from the leaves up`() throws {
        var generator = SeededGenerator(for: "trees")
        for round in 0..<12 {
            let count = [0, 1, 2, 40, 400, 3_000].randomElement(using: &generator) ?? 0
            let longest = [3, 60, 3_000, 40_000].randomElement(using: &generator) ?? 0
            let capacity = [2_000, 100_000, 8 << 20].randomElement(using: &generator) ?? 0
            let label = "seed \(generator.seed) round \(round): \(count) rows of up to \(longest)"
            var id: Int64 = -5
            let rows = (0..<(longest > 1_000 ? min(count, 300) : count)).map { _ in
                id += Int64.random(in: 1...200, using: &generator)
                return Row(
                    id: id, number: Self.number(&generator), text: Self.text(longest, &generator),
                    bytes: Self.bytes(longest, id, &generator))
            }
            let folder = try TemporaryDirectory()
            try expectSound(write(rows, in: folder, keepingTo: capacity), rows, label)
        }
    }

    private static func number(_ generator: inout SeededGenerator) -> Int64? {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return nil
        case 1: return Int64.random(in: -2...2, using: &generator)
        default:
            // Around the powers of two at which an integer takes another number of bytes.
            let edge = Int64(1) << Int64.random(in: 0..<63, using: &generator)
            return (Bool.random(using: &generator) ? edge : -edge) &+ Int64.random(in: -1...1, using: &generator)
        }
    }

    private static func text(_ longest: Int, _ generator: inout SeededGenerator) -> String? {
        guard Int.random(in: 0..<6, using: &generator) > 0 else { return nil }
        let letters = ["a", "b", "\u{0}", "\u{1}", "é", "e\u{301}", "\u{ff}", "😀"]
        let count = Int.random(in: 0...longest, using: &generator)
        return (0..<count).map { _ in letters.randomElement(using: &generator) ?? "" }.joined()
    }

    private static func bytes(_ longest: Int, _ id: Int64, _ generator: inout SeededGenerator) -> [UInt8]? {
        guard Int.random(in: 0..<6, using: &generator) > 0 else { return nil }
        let count = Int.random(in: 0...longest, using: &generator)
        // No two alike, as the index asks.
        return (0..<count).map { _ in UInt8.random(in: 0...2, using: &generator) } + Array("\(id)".utf8)
    }

    @Test func `the page that SQLite locks is left out`() throws {
        let folder = try TemporaryDirectory()
        let rows = (1...400).map { Row(id: $0, number: $0, text: "text \($0)", bytes: Array("\($0)".utf8)) }
        // The byte at 1 GiB is on page 131,073; the file has a hole before.
        for first: UInt32 in [131_072, 131_073] {
            let made = try write(rows, in: folder, from: first)
            #expect(try made.first("PRAGMA page_count") { try $0.next(Int64.self) } ?? 0 > 131_073)
            try expectSound(made, rows, "from page \(first)")
            try KernelFiles.shared.remove(folder.path("made.sqlite"))
        }
    }

    @Test func `what has no order or is not unique is refused`() throws {
        let folder = try TemporaryDirectory()
        _ = try File(KernelFiles.shared, folder.path("made"), .createNew)
        let file = try PageFile(at: folder.path("made"), on: KernelFiles.shared, from: 10)
        let tree = TreeWriter(.table, in: file)
        var record = RecordBuilder()
        record.append(Int64(5))
        record.finish()
        try tree.append(record.record, row: 2)
        #expect(throws: TreeError.outOfOrder) { try tree.append(record.record, row: 2) }
        let rows = SortedRows(in: folder.path, on: KernelFiles.shared)
        for id: Int64 in [1, 2] {
            var key = SortKey()
            key.append("alike")
            key.append(id)
            try rows.append(key)
        }
        #expect(throws: TreeError.notUnique) { try rows.write(to: TreeWriter(.index, in: file), isUnique: true) }
        #expect(throws: TreeError.tooManyPages) {
            try file.finish(with: [UInt8](repeating: 0, count: 10 * PageFile.pageSize), roots: [:])
        }
    }
}
