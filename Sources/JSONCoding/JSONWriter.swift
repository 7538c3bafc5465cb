/// A growing buffer of bytes with the JSON spelling of strings and numbers.
///
/// The owner calls `deallocate()`: a plain struct behind a pointer keeps exclusivity checks out of the hot path.
@safe struct JSONWriter {
    /// Readable bytes before the first written one, so that eight bytes that end anywhere can be loaded at once.
    private static let margin = 8
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        unsafe base = Self.allocate(capacity)
        self.capacity = capacity
    }

    private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
        let start = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + margin)
        unsafe start.initialize(repeating: 0, count: margin)
        return unsafe start + margin
    }

    func deallocate() {
        unsafe (base - Self.margin).deallocate()
    }

    /// Returns the bytes written so far.
    func output() -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: base, count: count))
    }

    func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe Array(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))[...]
    }

    func isEqual(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
        precondition(a.upperBound <= count && b.upperBound <= count && a.lowerBound >= 0 && b.lowerBound >= 0)
        return unsafe UnsafeBufferPointer(start: base + a.lowerBound, count: a.count)
            .elementsEqual(UnsafeBufferPointer(start: base + b.lowerBound, count: b.count))
    }

    /// Returns the length and the last bytes of a range in one word: different words mean different bytes.
    @inline(__always) func fingerprint(_ range: Range<Int>) -> UInt64 {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        let end = unsafe UnsafeRawPointer(base + range.upperBound)
        var word = unsafe end.loadUnaligned(fromByteOffset: -8, as: UInt64.self).littleEndian
        if range.count < 8 { word = word >> (8 * UInt64(8 - range.count)) }
        return word ^ (UInt64(truncatingIfNeeded: range.count) << 56)
    }

    mutating func truncate(to newCount: Int) {
        precondition(newCount >= 0 && newCount <= count)
        count = newCount
    }

    @inline(__always) private mutating func reserve(_ more: Int) {
        if capacity - count < more { grow(more) }
    }

    @inline(never) private mutating func grow(_ more: Int) {
        let larger = max(capacity * 2, count + more)
        let fresh = unsafe Self.allocate(larger)
        unsafe fresh.update(from: base, count: count)
        deallocate()
        unsafe base = fresh
        capacity = larger
    }

    @inline(__always) mutating func write(_ byte: UInt8) {
        reserve(1)
        unsafe base[count] = byte
        count += 1
    }

    @inline(__always) mutating func write(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        reserve(length)
        unsafe (base + count).update(from: text.utf8Start, count: length)
        count += length
    }

    /// Writes `more` bytes, which the closure fills in.
    @unsafe mutating func write(_ more: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        reserve(more)
        unsafe fill(UnsafeMutableBufferPointer(start: base + count, count: more))
        count += more
    }

    mutating func write(_ bytes: some Collection<UInt8>) {
        reserve(bytes.count)
        for byte in bytes { write(byte) }
    }

    mutating func writeLineBreak(indent: Int) {
        write(UInt8(ascii: "\n"))
        for _ in 0..<indent { write("  ") }
    }

    mutating func write(_ value: Bool) {
        if value { write("true") } else { write("false") }
    }

    @inline(__always) mutating func write<I: FixedWidthInteger>(integer value: I) {
        if value < 0 { write(UInt8(ascii: "-")) }
        write(magnitude: UInt64(value.magnitude))
    }

    private mutating func write(magnitude: UInt64) {
        var digits = 1
        var bound: UInt64 = 10
        while digits < 20, magnitude >= bound {
            digits += 1
            let (next, overflow) = bound.multipliedReportingOverflow(by: 10)
            if overflow { break }
            bound = next
        }
        if digits == 19, magnitude >= 10_000_000_000_000_000_000 { digits = 20 }
        reserve(digits)
        var rest = magnitude
        var index = count + digits
        repeat {
            index -= 1
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
            unsafe base[index] = UInt8(truncatingIfNeeded: remainder) &+ UInt8(ascii: "0")
            rest = quotient
        } while rest > 0
        count += digits
    }

    /// Writes the shortest text that reads back as the same value; the caller has refused infinities and NaN.
    mutating func write(number value: some BinaryFloatingPoint & CustomStringConvertible) {
        write(value.description.utf8)
    }

    /// Writes a string with its quotes.
    @inline(__always) mutating func write(string: String) {
        var string = string
        string.withUTF8 { unsafe write(quoting: $0) }
    }

    private mutating func write(quoting text: UnsafeBufferPointer<UInt8>) {
        reserve(text.count + 2)
        unsafe base[count] = UInt8(ascii: "\"")
        count += 1
        if unsafe text.isPlain {
            unsafe write(run: text)
        } else {
            var start = 0
            for index in 0..<text.count where unsafe Self.isSpecial(text[index]) {
                unsafe write(run: text.extracting(start..<index))
                write(escaping: unsafe text[index])
                start = index + 1
            }
            unsafe write(run: text.extracting(start...))
        }
        write(UInt8(ascii: "\""))
    }

    @inline(__always) private mutating func write(run: UnsafeBufferPointer<UInt8>) {
        guard let start = run.baseAddress, run.count > 0 else { return }
        reserve(run.count)
        unsafe (base + count).update(from: start, count: run.count)
        count += run.count
    }

    @inline(__always) fileprivate static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// RFC 8259 section 7: escapes the characters that require it, in the shortest spelling, and nothing else.
    private mutating func write(escaping byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): write("\\\"")
        case UInt8(ascii: "\\"): write("\\\\")
        case 0x08: write("\\b")
        case 0x09: write("\\t")
        case 0x0A: write("\\n")
        case 0x0C: write("\\f")
        case 0x0D: write("\\r")
        case 0..<0x20:
            write("\\u00")
            write(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
            let low = byte & 0x0F
            write(low < 10 ? low + UInt8(ascii: "0") : low - 10 + UInt8(ascii: "a"))
        default: write(byte)
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether no byte needs an escape, checked eight bytes at a time.
    fileprivate var isPlain: Bool {
        guard let start = baseAddress else { return true }
        let raw = unsafe UnsafeRawPointer(start)
        var index = 0
        while index + 8 <= count {
            let word = unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if SWAR.special(in: word) != 0 { return false }
            index += 8
        }
        while index < count {
            if unsafe JSONWriter.isSpecial(self[index]) { return false }
            index += 1
        }
        return true
    }
}
