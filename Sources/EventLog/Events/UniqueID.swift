internal import Cryptography
internal import JSONCoding

/// A random identifier of 128 bits, written as RFC 9562 section 4 says, in lower case.
public struct UniqueID: Hashable, Sendable, Comparable {
    private let high: UInt64
    private let low: UInt64

    /// Takes over exactly 16 bytes, and is nil for any other count.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Takes over exactly 16 bytes, and is nil for any other count.
    package init?(span bytes: borrowing Span<UInt8>) {
        guard bytes.count == 16 else { return nil }
        (high, low) = unsafe bytes.withUnsafeBytes { bytes in
            unsafe (
                UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }

    /// The nil UUID (RFC 9562 section 5.9): the id of nothing.
    package static let none = UniqueID(high: 0, low: 0)

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Marks 16 random bytes as a version 4 UUID (RFC 9562 section 5.4).
    public static func random(from bytes: (Int) -> [UInt8]) -> UniqueID {
        var bytes = bytes(16)
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        guard let id = UniqueID(bytes: bytes) else { preconditionFailure("16 bytes were asked for") }
        return id
    }

    /// Reads the form with hyphens in either case, and is nil for anything else.
    public init?(_ text: String) {
        var text = text
        guard let id = text.withUTF8({ unsafe UniqueID(utf8: $0.span) }) else { return nil }
        self = id
    }

    init?(utf8 text: borrowing Span<UInt8>) {
        // Eight digits at a time: every event holds some ids, and splitting them was 45 % of the time of reading a log.
        guard text.count == Self.textLength else { return nil }
        let digits: (UInt32, UInt32, UInt32, UInt32)? = unsafe text.withUnsafeBytes { text in
            func word(_ offset: Int) -> UInt64 {
                unsafe text.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
            }
            // Two fields of four digits.
            func word(_ first: Int, _ second: Int) -> UInt64 { (word(first) & 0xffff_ffff) | (word(second) << 32) }
            guard unsafe text[8] == Self.hyphen, unsafe text[13] == Self.hyphen, unsafe text[18] == Self.hyphen,
                unsafe text[23] == Self.hyphen, let first = UInt32(hexadecimalDigits: word(0)),
                let second = UInt32(hexadecimalDigits: word(9, 14)),
                let third = UInt32(hexadecimalDigits: word(19, 24)),
                let fourth = UInt32(hexadecimalDigits: word(28))
            else { return nil }
            return (first, second, third, fourth)
        }
        guard let digits else { return nil }
        high = UInt64(digits.0) << 32 | UInt64(digits.1)
        low = UInt64(digits.2) << 32 | UInt64(digits.3)
    }

    static let textLength = 36
    private static let hyphen = UInt8(ascii: "-")

    private static func isHyphen(at offset: Int) -> Bool {
        offset == 8 || offset == 13 || offset == 18 || offset == 23
    }

    /// The 16 bytes, most significant first.
    public var bytes: [UInt8] {
        unsafe withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { unsafe [UInt8]($0) }
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension UniqueID: CustomStringConvertible {
    public var description: String {
        unsafe String(unsafeUninitializedCapacity: Self.textLength) { buffer in
            unsafe write(to: buffer)
            return Self.textLength
        }
    }

    /// Writes the text into a buffer that has room for it.
    @unsafe func write(to buffer: UnsafeMutableBufferPointer<UInt8>) {
        precondition(buffer.count >= Self.textLength)
        var shift: UInt64 = 128
        for offset in 0..<Self.textLength {
            if Self.isHyphen(at: offset) {
                unsafe buffer[offset] = Self.hyphen
            } else {
                shift -= 4
                let digit = (shift >= 64 ? high >> (shift - 64) : low >> shift) & 0xf
                unsafe buffer[offset] = UInt8(hexadecimalDigitOf: UInt8(digit))
            }
        }
    }
}

extension UniqueID: Codable {
    public init(from decoder: any Decoder) throws {
        var lent: UniqueID?
        if JSONBytesDecoder.lend(stringAt: decoder, to: { lent = UniqueID(utf8: $0) }), let lent {
            self = lent
            return
        }
        let container = try decoder.singleValueContainer()
        guard let id = UniqueID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "An id is a UUID.")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// The id of one kind of thing, so that an account's id is never taken for a folder's.
public protocol Identifier: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
    var uniqueID: UniqueID { get }
    init(_ uniqueID: UniqueID)
}

extension Identifier {
    /// Reads a UUID in either case, and is nil for anything else.
    public init?(_ text: String) {
        guard let uniqueID = UniqueID(text) else { return nil }
        self.init(uniqueID)
    }

    public var description: String { uniqueID.description }

    public static func < (left: Self, right: Self) -> Bool {
        left.uniqueID < right.uniqueID
    }

    public init(from decoder: any Decoder) throws {
        self.init(try UniqueID(from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        try uniqueID.encode(to: encoder)
    }
}

/// The permanent id of a ledger, which every entry of its log contains.
public struct LedgerID: Identifier {
    public let uniqueID: UniqueID
    public init(_ uniqueID: UniqueID) { self.uniqueID = uniqueID }
}

/// The id of one invocation of a command, which every transaction of the command contains.
public struct OperationID: Identifier {
    public let uniqueID: UniqueID
    public init(_ uniqueID: UniqueID) { self.uniqueID = uniqueID }
}
