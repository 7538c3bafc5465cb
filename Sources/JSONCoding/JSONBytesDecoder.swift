/// Decodes values from JSON bytes.
///
/// ```swift
/// let event = try JSONBytesDecoder().decode(MessageAdded.self, from: payload)
/// ```
///
/// Any JSON text of RFC 8259 is accepted, with these limits: it is UTF-8 without a byte-order mark, at most 512 levels deep and below 2 GiB,
/// no object holds a key twice (compared by the key's bytes), and escapes make whole characters (no lone surrogates). The whole text is checked
/// before anything is decoded. Keys may come in any order; unknown keys are ignored.
///
/// Integers are read exactly: `1.0`, `1e3` and what does not fit are refused. A number too large for a `Double` is refused.
///
/// Errors are `DecodingError`s; those of malformed text carry a `JSONSyntaxError`. Their texts name byte offsets and types, never content,
/// and a coding path shows `*` for a key of a `Dictionary`.
public struct JSONBytesDecoder: Sendable {
    /// Makes a decoder.
    public init() {}

    /// Returns the value that the bytes describe.
    ///
    /// - Complexity: O(*n*) in the size of the text, plus O(*k* log *k*) for each object of *k* > 64 members.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
        try decode(type, from: bytes.span)
    }

    /// Returns the value that the bytes describe.
    ///
    /// - Complexity: O(*n*) in the size of the text, plus O(*k* log *k*) for each object of *k* > 64 members.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: Span<UInt8>) throws -> T {
        do {
            return try JSONTape.withTape(reading: bytes) { try $0.value(type, at: 0) }
        } catch let error as JSONSyntaxError {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: error.description, underlyingError: error))
        }
    }
}
