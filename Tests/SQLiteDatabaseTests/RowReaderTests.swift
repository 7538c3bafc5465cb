import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `A reader of rows` {
    private enum Colour: String, ColumnReadable { case red, green }

    private func connection() throws -> Connection {
        try Connection(path: Connection.inMemory, mode: .create)
    }

    @Test func `reads the columns from the first to the last as what is asked for`() throws {
        let row = try connection().first(
            "SELECT 7, \(bind: Int64.min), 0.5, 1, 'a' || char(0) || 'b', x'00ff', 'green', x'010203', 9"
        ) { row in
            try (
                row.next(Int.self), row.next(Int64.self), row.next(Double.self), row.next(Bool.self),
                row.next(String.self),
                row.next([UInt8].self), row.next(Colour.self), row.nextBytes { $0.count }, row.next(Value.self)
            )
        }
        #expect(row?.0 == 7 && row?.1 == .min && row?.2 == 0.5 && row?.3 == true && row?.4 == "a\0b")
        #expect(row?.5 == [0, 255] && row?.6 == .green && row?.7 == 3 && row?.8 == .integer(9))
    }

    @Test func `makes nil of NULL for what is optional, and zero and nothing for what is not`() throws {
        let optional = try connection().first("SELECT NULL, NULL, NULL, NULL, NULL, NULL") { row in
            try (
                row.next(Int?.self) == nil, row.next(String?.self) == nil, row.next([UInt8]?.self) == nil,
                row.next(Bool?.self) == nil, row.next(Double?.self) == nil, row.next(Colour?.self) == nil
            )
        }
        #expect(optional.map { $0 == (true, true, true, true, true, true) } == true)
        let plain = try connection().first("SELECT NULL, NULL, NULL, NULL, NULL, NULL") { row in
            try (
                row.next(Int.self), row.next(String.self), row.next([UInt8].self).count, row.next(Bool.self),
                row.next(Double.self), row.nextIsNull()
            )
        }
        #expect(plain.map { $0 == (0, "", 0, false, 0, true) } == true)
    }

    @Test func `tells an empty text and an empty blob from NULL`() throws {
        let row = try connection().first("SELECT '', x'', NULL") { row in
            try (row.next(String?.self), row.next([UInt8]?.self), row.next(String?.self))
        }
        #expect(row?.0 == "" && row?.1 == [] && row?.2 == nil)
        #expect(try connection().first("SELECT ''") { try $0.nextIsNull() } == false)
    }

    @Test func `infers the type from what the value is for`() throws {
        struct Folder: Equatable {
            let id: Int64
            let name: String?
            let colour: Colour?
        }
        let folders = try connection().rows("SELECT 1, NULL, NULL UNION ALL SELECT 2, 'a', 'red'") { row in
            try Folder(id: row.next(), name: row.next(), colour: row.next())
        }
        #expect(folders == [Folder(id: 1, name: nil, colour: nil), Folder(id: 2, name: "a", colour: .red)])
    }

    @Test(arguments: ["blue", "", "Red"])
    func `names the column and the type of a raw value that none of it has`(text: String) throws {
        let error = #expect(throws: RowError.self) {
            try connection().first("SELECT \(bind: text) AS shade") { try $0.next(Colour.self) }
        }
        #expect(error == .malformed(column: "shade", type: "Colour"))
        #expect(error?.description == "the column shade holds no Colour")
    }

    @Test func `passes over columns`() throws {
        let last = try connection().first("SELECT 1, 2, 3") { row in
            row.skip(2)
            return try row.next(Int.self)
        }
        #expect(last == 3)
    }

    @Test func `can be lent to another that goes on where it is`() throws {
        func pair(_ row: inout RowReader) throws -> [Int] { try [row.next(), row.next()] }
        let pairs = try connection().first("SELECT 1, 2, 3, 4") { row in try [pair(&row), pair(&row)] }
        #expect(pairs == [[1, 2], [3, 4]])
    }

    #if DEBUG
        @Test func `refuses a closure that leaves columns over`() throws {
            let error = RowError.columns(read: 1, of: 2)
            #expect(throws: error) { try connection().rows("SELECT 1, 2") { try $0.next(Int.self) } }
            #expect(throws: error) { try connection().first("SELECT 1, 2") { try $0.next(Int.self) } }
            #expect(throws: error) {
                try connection().forEach("SELECT 1, 2") { row in try row.next(Int.self) == 1 }
            }
            #expect(throws: error) { try connection().prepare("SELECT ?, 2").rows(1) { try $0.next(Int.self) } }
        }

        @Test func `refuses to read more columns than there are`() throws {
            #expect(throws: RowError.columns(read: 2, of: 1)) {
                try connection().first("SELECT 1") { try ($0.next(Int.self), $0.next(Int.self)) }
            }
            #expect(throws: RowError.columns(read: 3, of: 2)) {
                try connection().first("SELECT 1, 2") { row in
                    row.skip(2)
                    return try row.nextBytes { $0.count }
                }
            }
            #expect(throws: RowError.columns(read: 3, of: 2)) {
                try connection().first("SELECT 1, 2") { row in row.skip(3) }
            }
        }
    #endif

    @Test func `lets a closure be that asks only whether there is a row, or reads by numbers`() throws {
        #expect(try connection().first("SELECT 1, 2") { _ in true } == true)
        #expect(try connection().first("SELECT 1, 2") { $0.numbered.integer(1) } == 2)
    }

    @Test func `passes on what a closure throws, whatever it has read`() throws {
        struct Refused: Error {}
        #expect(throws: Refused.self) {
            try connection().first("SELECT 1, 2") { row in
                _ = try row.next(Int.self)
                throw Refused()
            }
        }
    }

    @Test func `reads any row as it is read by numbers`() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("rows read in two ways: seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let connection = try connection()
        for _ in 0..<300 {
            let values = (0..<Int.random(in: 1...12, using: &generator)).map { _ in Self.value(&generator) }
            let types = values.map { _ in Int.random(in: 0..<Self.readings.count, using: &generator) }
            let list = values.map { "\(bind: $0)" as SQL }.joined(separator: ", ")
            let isEqual = try connection.first("SELECT \(list)") { row in
                var isEqual = true
                for (column, type) in types.enumerated() {
                    let next = try Self.readings[type].next(&row)
                    isEqual = isEqual && next == Self.readings[type].numbered(row.numbered, column)
                }
                return isEqual
            }
            #expect(isEqual == true, "seed \(seed)")
        }
    }

    /// A way to read a column in turn, and the same by its number.
    private static var readings: [(next: (inout RowReader) throws -> Value, numbered: (borrowing Row, Int) -> Value)] {
        [
            ({ .integer(try $0.next()) }, { .integer($0.integer($1)) }),
            ({ .integer(Int64(try $0.next(Int.self))) }, { .integer($0.integer($1)) }),
            ({ .real(try $0.next()) }, { .real($0.real($1)) }),
            ({ try $0.next(Bool.self).value }, { $0.bool($1).value }),
            ({ .text(try $0.next()) }, { .text($0.text($1)) }),
            ({ .blob(try $0.next()) }, { .blob($0.blob($1)) }),
            ({ try $0.next() }, { $0.value($1) }),
            ({ try $0.next(Int64?.self).value }, { $0.isNull($1) ? .null : .integer($0.integer($1)) }),
            ({ try $0.next(String?.self).value }, { $0.isNull($1) ? .null : .text($0.text($1)) }),
            ({ try $0.next([UInt8]?.self).value }, { $0.isNull($1) ? .null : .blob($0.blob($1)) }),
            ({ try $0.nextIsNull().value }, { $0.isNull($1).value }),
            ({ try $0.nextBytes { $0.count }.value }, { row, column in row.withBytes(column) { $0.count }.value }),
        ]
    }

    private static func value(_ generator: inout SeededGenerator) -> Value {
        let bytes = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
            UInt8.random(in: .min ... .max, using: &generator)
        }
        return switch Int.random(in: 0..<5, using: &generator) {
        case 0: .null
        case 1: .integer(Int64.random(in: .min ... .max, using: &generator))
        case 2: .real(Double.random(in: -1e9...1e9, using: &generator))
        case 3: .text(String(decoding: bytes, as: UTF8.self))
        default: .blob(bytes)
        }
    }
}
