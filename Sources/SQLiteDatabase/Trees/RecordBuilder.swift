/// Encodes the values of a row as SQLite stores them (<https://www.sqlite.org/fileformat2.html>, section 2.1).
///
/// One builder encodes many rows, so that its buffers are allocated once.
package struct RecordBuilder {
    /// The serial types of the values so far.
    private var types: [UInt8] = []
    private var values: [UInt8] = []
    /// The record of the last ``finish()``.
    package private(set) var record: [UInt8] = []

    package init() {}

    package mutating func appendNull() {
        types.append(0)
    }

    package mutating func append(_ integer: Int64) {
        switch integer {
        case 0: types.append(8)
        case 1: types.append(9)
        case -0x80...0x7f: append(integer, type: 1, bytes: 1)
        case -0x8000...0x7fff: append(integer, type: 2, bytes: 2)
        case -0x80_0000...0x7f_ffff: append(integer, type: 3, bytes: 3)
        case -0x8000_0000...0x7fff_ffff: append(integer, type: 4, bytes: 4)
        case -0x8000_0000_0000...0x7fff_ffff_ffff: append(integer, type: 5, bytes: 6)
        default: append(integer, type: 6, bytes: 8)
        }
    }

    private mutating func append(_ integer: Int64, type: UInt8, bytes: Int) {
        types.append(type)
        var shift = 8 * (bytes - 1)
        while shift >= 0 {
            values.append(UInt8(truncatingIfNeeded: integer >> Int64(shift)))
            shift -= 8
        }
    }

    package mutating func append(_ bool: Bool) {
        types.append(bool ? 9 : 8)
    }

    package mutating func append(_ text: String) {
        var text = text
        let count = text.withUTF8 { bytes in
            unsafe values.append(contentsOf: bytes)
            return bytes.count
        }
        Varint.append(UInt64(2 * count + 13), to: &types)
    }

    // Not generic: nothing is specialised across modules.
    /// Appends text by its bytes in UTF-8.
    package mutating func append(text: [UInt8]) {
        append(text: text.span)
    }

    package mutating func append(text: borrowing Span<UInt8>) {
        values.append(text)
        Varint.append(UInt64(2 * text.count + 13), to: &types)
    }

    package mutating func append(blob: [UInt8]) {
        append(blob: blob.span)
    }

    package mutating func append(blob: borrowing Span<UInt8>) {
        values.append(blob)
        Varint.append(UInt64(2 * blob.count + 12), to: &types)
    }

    package mutating func append(_ integer: Int64?) {
        if let integer { append(integer) } else { appendNull() }
    }

    package mutating func append(_ text: String?) {
        if let text { append(text) } else { appendNull() }
    }

    /// Ends the record, which stays in ``record`` until the next one ends.
    package mutating func finish() {
        record.removeAll(keepingCapacity: true)
        // The header says its own length, which takes one byte up to 127.
        let length = types.count + 1 <= 127 ? types.count + 1 : types.count + 2
        Varint.append(UInt64(length), to: &record)
        record.append(contentsOf: types)
        record.append(contentsOf: values)
        types.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
    }
}

extension [UInt8] {
    /// Appends bytes by one copy.
    mutating func append(_ bytes: borrowing Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { bytes in unsafe append(contentsOf: bytes) }
    }
}

/// SQLite's integers of variable length: seven bits a byte, the most significant first; a ninth byte has eight bits.
enum Varint {
    static func append(_ value: UInt64, to bytes: inout [UInt8]) {
        if value < 0x80 { return bytes.append(UInt8(value)) }
        if value < 0x4000 {
            bytes.append(UInt8(value >> 7) | 0x80)
            return bytes.append(UInt8(value & 0x7f))
        }
        if value >> 56 != 0 {
            for shift in stride(from: UInt64(57), through: 8, by: -7) {
                bytes.append(UInt8(truncatingIfNeeded: value >> shift) | 0x80)
            }
            return bytes.append(UInt8(truncatingIfNeeded: value))
        }
        var shift = UInt64(63 - value.leadingZeroBitCount) / 7 * 7
        while shift > 0 {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift) | 0x80)
            shift -= 7
        }
        bytes.append(UInt8(value & 0x7f))
    }
}
