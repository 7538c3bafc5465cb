internal import Hashing
internal import SQLite

/// The bytes of one entry after another in one buffer, with the zero byte that a leaf begins with; see ``Entry``.
struct EntryBuffer {
    private(set) var bytes: [UInt8]
    private let prefixCount: Int

    init(ledger: LedgerID) {
        bytes = [0] + Array("\(Entry.title)\n\(ledger)\n".utf8)
        prefixCount = bytes.count
        bytes.reserveCapacity(512)
    }

    /// Writes the entry of a row of ``EventRangeCheck``.
    mutating func fill(_ row: borrowing Row, recordedAt: Int64, headerDigest: borrowing Span<UInt8>) {
        bytes.removeLast(bytes.count - prefixCount)
        append(line: row.integer(0))
        append(line: row.integer(6))
        append(line: row.integer(1))
        append(line: row.integer(2))
        row.withBytes(3) { type in
            for index in type.indices { bytes.append(type[index]) }
        }
        bytes.append(UInt8(ascii: "/"))
        append(line: row.integer(4))
        append(line: recordedAt)
        append(line: row.integer(5))
        append(hexLine: headerDigest)
        row.withBytes(9) { append(hexLine: $0) }
    }

    private mutating func append(line number: Int64) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        let start = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
        bytes.append(0x0a)
    }

    private mutating func append(hexLine digest: borrowing Span<UInt8>) {
        for index in digest.indices {
            bytes.append(UInt8(hexadecimalDigitOf: digest[index] >> 4))
            bytes.append(UInt8(hexadecimalDigitOf: digest[index] & 0x0f))
        }
        bytes.append(0x0a)
    }
}
