/// A row's values, as bytes that have the order of the values.
///
/// NULL comes first, then integers, texts and blobs (<https://www.sqlite.org/datatype3.html>, section 4.1).
package struct SortKey {
    package private(set) var bytes: [UInt8] = []

    private enum Mark {
        static let null: UInt8 = 0
        static let integer: UInt8 = 1
        static let text: UInt8 = 2
        static let blob: UInt8 = 3
    }

    /// The bytes of an integer in a key.
    package static let integerSize = 9

    package init() {}

    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    package mutating func appendNull() {
        bytes.append(Mark.null)
    }

    package mutating func append(_ integer: Int64) {
        bytes.append(Mark.integer)
        var ordered = (UInt64(bitPattern: integer) ^ 1 << 63).bigEndian
        unsafe withUnsafeBytes(of: &ordered) { ordered in unsafe bytes.append(contentsOf: ordered) }
    }

    package mutating func append(_ integer: Int64?) {
        if let integer { append(integer) } else { appendNull() }
    }

    package mutating func append(_ text: String) {
        bytes.append(Mark.text)
        var text = text
        let start = bytes.count
        text.withUTF8 { utf8 in unsafe bytes.append(contentsOf: utf8) }
        endContent(from: start)
    }

    package mutating func append(_ text: String?) {
        if let text { append(text) } else { appendNull() }
    }

    package mutating func append(text: borrowing Span<UInt8>) {
        bytes.append(Mark.text)
        let start = bytes.count
        bytes.append(text)
        endContent(from: start)
    }

    package mutating func append(blob: [UInt8]) {
        append(blob: blob.span)
    }

    package mutating func append(blob: borrowing Span<UInt8>) {
        bytes.append(Mark.blob)
        let start = bytes.count
        bytes.append(blob)
        endContent(from: start)
    }

    // A shorter text comes before a longer one that begins with it: two zeros end it, and 255 follows a zero within.
    private mutating func endContent(from start: Int) {
        var place = start
        while place < bytes.count {
            if bytes[place] == 0 {
                bytes.insert(0xff, at: place + 1)
                place += 1
            }
            place += 1
        }
        bytes.append(0)
        bytes.append(0)
    }

    // MARK: Reading

    /// Reads the integer at a place of a key, and moves the place behind it.
    package static func nextInteger(of key: borrowing Span<UInt8>, at place: inout Int) -> Int64 {
        var ordered: UInt64 = 0
        for offset in 1...8 { ordered = ordered << 8 | UInt64(key[place + offset]) }
        place += integerSize
        return Int64(bitPattern: ordered ^ 1 << 63)
    }

    /// Reads the text or blob at a place of a key, and moves the place behind it.
    package static func withNextContent<Output>(
        of key: borrowing Span<UInt8>, at place: inout Int, _ body: (borrowing Span<UInt8>) throws -> Output
    ) rethrows -> Output {
        let start = place + 1
        var end = start
        var hasZero = false
        while key[end] != 0 || key[end + 1] != 0 {
            if key[end] == 0 {
                hasZero = true
                end += 1
            }
            end += 1
        }
        place = end + 2
        guard hasZero else { return try body(key.extracting(start..<end)) }
        var plain: [UInt8] = []
        var next = start
        while next < end {
            plain.append(key[next])
            next += key[next] == 0 ? 2 : 1
        }
        return try body(plain.span)
    }

    /// Appends all values of a key to a record.
    static func append(_ key: borrowing Span<UInt8>, to record: inout RecordBuilder) {
        var place = 0
        while place < key.count {
            switch key[place] {
            case Mark.null:
                record.appendNull()
                place += 1
            case Mark.integer: record.append(nextInteger(of: key, at: &place))
            case Mark.text: withNextContent(of: key, at: &place) { record.append(text: $0) }
            default: withNextContent(of: key, at: &place) { record.append(blob: $0) }
            }
        }
    }
}
