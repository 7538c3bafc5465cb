/// Decodes values from JSON bytes.
///
/// ```swift
/// let event = try JSONBytesDecoder().decode(MessageAdded.self, from: payload)
/// ```
///
/// It accepts any JSON text of RFC 8259 with these limits:
///
/// - UTF-8 without a byte-order mark, at most 512 levels deep, and below 2 GiB
/// - no key twice in one object (compared by the key's bytes)
/// - escapes that make whole characters (no lone surrogates)
///
/// The whole text is checked before anything is decoded. Keys may come in any order; unknown keys are ignored, or
/// refused on request.
///
/// Integers are read exactly: `1.0`, `1e3` and numbers that do not fit are refused. A number too large for a `Double`
/// is refused.
///
/// Errors are `DecodingError`s; those of malformed text carry a `JSONSyntaxError`. Their texts name byte offsets and
/// types, never content, and a coding path shows `*` for a key of a `Dictionary`.
public struct JSONBytesDecoder: Sendable {
    /// The treatment of keys that nothing asked for while the value was made.
    public enum UnknownKeys: Sendable {
        case ignored
        /// The first unknown key in the text is an error, with its path and the keys that its object was asked for.
        ///
        /// A type that is decoded this way asks for each of its keys, whatever the others are. The keys of a
        /// `Dictionary` are content.
        case refused
    }

    private let unknownKeys: UnknownKeys

    /// Makes a decoder.
    public init(unknownKeys: UnknownKeys = .ignored) {
        self.unknownKeys = unknownKeys
    }

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
            return try JSONTape.withTape(reading: bytes, notesKeys: unknownKeys == .refused) { tape in
                do {
                    let value = try tape.value(type, at: 0)
                    try tape.refuseUnknownKeys()
                    return value
                } catch DecodingError.keyNotFound(let key, let context) where tape.notesKeys {
                    throw DecodingError.keyNotFound(key, tape.naming(unaskedKeysFor: key, context))
                }
            }
        } catch let error as JSONSyntaxError {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: error.description, underlyingError: error))
        }
    }
}
