/// A SHA-256 digest of 32 bytes (FIPS 180-4).
public struct SHA256Digest: Hashable, Sendable, Comparable {
    /// The number of bytes of every digest.
    public static let byteCount = 32

    // Four words rather than an array: a digest is copied and compared far more often than it is printed.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// Takes over exactly 32 bytes, and is nil for any other count.
    public init?(bytes: some Collection<UInt8>) {
        self.init(bytes: Array(bytes))
    }

    // Not generic: nothing is specialised across modules, and digests are read by the million.
    /// Takes over exactly 32 bytes, and is nil for any other count.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        unsafe withUnsafeMutableBytes(of: &words) { unsafe $0.copyBytes(from: bytes) }
        self.words = (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
    }

    /// Takes over exactly 32 bytes, and is nil for any other count.
    package init?(span bytes: borrowing Span<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(
            bigEndian: unsafe bytes.withUnsafeBytes {
                unsafe $0.loadUnaligned(as: (UInt64, UInt64, UInt64, UInt64).self)
            })
    }

    /// Copies four words in the order of memory, most significant byte first.
    init(bigEndian words: (UInt64, UInt64, UInt64, UInt64)) {
        self.words = (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
    }

    /// Whether both are the same, in a time that does not depend on where they differ: for digests of secrets.
    package func isEqualInConstantTime(to other: SHA256Digest) -> Bool {
        (words.0 ^ other.words.0) | (words.1 ^ other.words.1) | (words.2 ^ other.words.2) | (words.3 ^ other.words.3)
            == 0
    }

    /// Reads 64 hexadecimal digits in either case, and is nil for anything else.
    public init?(hex: String) {
        var text = hex
        guard let digest = text.withUTF8({ unsafe SHA256Digest(hex: $0.span) }) else { return nil }
        self = digest
    }

    /// The same of the bytes of a text.
    package init?(hex digits: borrowing Span<UInt8>) {
        guard digits.count == 2 * Self.byteCount else { return nil }
        let words: (UInt64, UInt64, UInt64, UInt64)? = unsafe digits.withUnsafeBytes { digits in
            guard let first = unsafe Self.word(digits, at: 0), let second = unsafe Self.word(digits, at: 16),
                let third = unsafe Self.word(digits, at: 32), let fourth = unsafe Self.word(digits, at: 48)
            else { return nil }
            return (first, second, third, fourth)
        }
        guard let words else { return nil }
        self.words = words
    }

    private static func word(_ digits: UnsafeRawBufferPointer, at start: Int) -> UInt64? {
        let high = unsafe UInt32(
            hexadecimalDigits: digits.loadUnaligned(fromByteOffset: start, as: UInt64.self).littleEndian)
        let low = unsafe UInt32(
            hexadecimalDigits: digits.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self).littleEndian)
        guard let high, let low else { return nil }
        return UInt64(high) << 32 | UInt64(low)
    }

    /// The digest, most significant byte first.
    public var bytes: [UInt8] {
        let bigEndian = (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
        return unsafe withUnsafeBytes(of: bigEndian) { unsafe [UInt8]($0) }
    }

    /// The first sixteen bytes as two numbers, for distinguishing digests, not for proofs.
    package var leadingWords: (UInt64, UInt64) { (words.0, words.1) }

    /// Appends the bytes to others, without an array between.
    package func append(to target: inout [UInt8]) {
        let bigEndian = (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
        unsafe withUnsafeBytes(of: bigEndian) { unsafe target.append(contentsOf: $0) }
    }

    /// Puts the bytes in the place of others.
    package func write(to target: inout [UInt8], at offset: Int) {
        let bigEndian = (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
        unsafe withUnsafeBytes(of: bigEndian) { bytes in
            unsafe target.withUnsafeMutableBytes { unsafe $0[offset..<offset + Self.byteCount].copyBytes(from: bytes) }
        }
    }

    /// Whether bytes are those of the digest.
    package func equals(_ other: borrowing Span<UInt8>) -> Bool {
        guard other.count == Self.byteCount else { return false }
        return unsafe other.withUnsafeBytes { bytes in
            unsafe bytes.loadUnaligned(as: UInt64.self) == words.0.bigEndian
                && bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self) == words.1.bigEndian
                && bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self) == words.2.bigEndian
                && bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self) == words.3.bigEndian
        }
    }

    /// 64 lower-case hexadecimal digits.
    public var hex: String {
        unsafe String(unsafeUninitializedCapacity: 2 * Self.byteCount) { buffer in
            unsafe writeHex(to: buffer)
            return 2 * Self.byteCount
        }
    }

    /// Writes the hexadecimal digits into a buffer that has room for them.
    @unsafe package func writeHex(to buffer: UnsafeMutableBufferPointer<UInt8>) {
        precondition(buffer.count >= 2 * Self.byteCount)
        func write(_ word: UInt64, at start: Int) {
            for offset in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * offset)) & 0xf
                unsafe buffer[start + offset] = UInt8(hexadecimalDigitOf: digit)
            }
        }
        write(words.0, at: 0)
        write(words.1, at: 16)
        write(words.2, at: 32)
        write(words.3, at: 48)
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.words == right.words
    }

    public static func < (left: Self, right: Self) -> Bool {
        left.words < right.words
    }

    public func hash(into hasher: inout Hasher) {
        // A digest is already evenly distributed: one word of it distinguishes two as well as four words do.
        hasher.combine(words.0)
    }
}

extension SHA256Digest: CustomStringConvertible {
    public var description: String { hex }
}

extension SHA256Digest: Codable {
    /// Reads the 64 hexadecimal digits that `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let digest = SHA256Digest(hex: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "A SHA-256 digest is 64 hexadecimal digits.")
        }
        self = digest
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }
}
