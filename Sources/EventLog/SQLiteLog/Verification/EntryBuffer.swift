internal import Cryptography
internal import SQLiteDatabase

/// The bytes of one entry after another in one buffer, with the zero byte that a leaf begins with; see ``Entry``.
struct EntryBuffer {
    private(set) var bytes: [UInt8]
    private let prefixCount: Int
    /// The three lines that all events of a transaction have: its time, its number, the digest of its header.
    private var transactionLines: [UInt8] = []
    // A table, since a call into another module for every digit took a ninth of the time of a verification.
    private let hexadecimal = Array("0123456789abcdef".utf8)
    /// Room for the digits of any number.
    private var digits = [UInt8](repeating: 0, count: 20)
    /// 64 hexadecimal digits and a line feed, to be filled in.
    private var hexLine = [UInt8](repeating: 0x0a, count: 2 * SHA256Digest.byteCount + 1)

    init(ledger: LedgerID) {
        bytes = [0] + Array("\(Entry.title)\n\(ledger)\n".utf8)
        prefixCount = bytes.count
        bytes.reserveCapacity(512)
    }

    /// Begins a transaction.
    mutating func begin(transaction number: Int64, recordedAt: Int64, digest: [UInt8]) {
        fillHexLine(digest.span)
        transactionLines = Array("\(recordedAt)\n\(number)\n".utf8) + hexLine
    }

    /// Writes the entry of a row of ``EventRangeCheck``.
    mutating func fill(_ row: borrowing Row) {
        bytes.removeLast(bytes.count - prefixCount)
        append(line: row.integer(0))
        append(line: row.integer(6))
        append(line: row.integer(1))
        append(line: row.integer(2))
        row.withBytes(3) { type in unsafe type.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) } }
        bytes.append(UInt8(ascii: "/"))
        append(line: row.integer(4))
        bytes += transactionLines
        row.withBytes(9) { fillHexLine($0) }
        bytes += hexLine
    }

    private mutating func append(line number: Int64) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        var start = digits.count
        repeat {
            start -= 1
            digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        bytes += digits[start...]
        bytes.append(0x0a)
    }

    private mutating func fillHexLine(_ digest: borrowing Span<UInt8>) {
        for index in 0..<min(digest.count, SHA256Digest.byteCount) {
            hexLine[2 * index] = hexadecimal[Int(digest[index] >> 4)]
            hexLine[2 * index + 1] = hexadecimal[Int(digest[index] & 0x0f)]
        }
    }
}
