/// Encodes values as canonical JSON bytes: the same value gives the same bytes in every process.
///
/// ```swift
/// let payload = try JSONBytesEncoder().encode(event)
/// ```
///
/// Keys come in the order in which they are encoded, which is the order of declaration for synthesised conformances.
/// The keys of a `Dictionary` have no order of their own and are sorted by their UTF-8 bytes. There are no spaces. Only
/// `"`, `\` and the control characters below U+0020 are escaped (`\b \t \n \f \r`, else `\u00xx`). Integers are exact;
/// a `Double` or `Float` is the shortest text that reads back as the same value.
///
/// The bytes are written while the value is walked, so a nested container or super-encoder has to be filled before its
/// parent continues. Synthesised conformances do so; one that goes back gets an error, and never wrong output.
public struct JSONBytesEncoder: Sendable {
    /// The layout of the bytes.
    public struct Options: Sendable {
        /// Puts each member on a line of its own, indented by two spaces a level.
        public var pretty: Bool
        /// The nesting level of the document itself; its first line is not indented.
        public var indent: Int
        /// Writes null for values that `encodeIfPresent` omits, so that a reader always finds each key.
        public var nulls: Bool
        /// Writes keys such as `isRead` and `messageID` as `is_read` and `message_id`.
        ///
        /// The keys of a `Dictionary` and of a `JSONValue` are content and stay.
        public var snakeCase: Bool
        /// Escapes the control and direction characters above U+007E, so that a terminal can show the text.
        ///
        /// To a program the text is the same (RFC 8259, section 7).
        public var terminalSafe: Bool
        /// Alternative names of keys by their usual names, for keys whose value is a text or may be one.
        public var textKeys: [String: String]

        /// Makes options; the defaults are the canonical form of event payloads.
        public init(
            pretty: Bool = false, indent: Int = 0, nulls: Bool = false, snakeCase: Bool = false,
            terminalSafe: Bool = false, textKeys: [String: String] = [:]
        ) {
            self.pretty = pretty
            self.indent = indent
            self.nulls = nulls
            self.snakeCase = snakeCase
            self.terminalSafe = terminalSafe
            self.textKeys = textKeys
        }
    }

    /// The layout that this encoder writes.
    public let options: Options

    /// Makes an encoder.
    public init(_ options: Options = Options()) {
        self.options = options
    }

    /// Returns the JSON of a value as UTF-8.
    ///
    /// Throws `JSONEncodingError` for values that JSON cannot represent, and whatever the value's own `encode(to:)`
    /// throws.
    ///
    /// - Complexity: O(*n*) in the size of the output; *k* log *k* in the size of each dictionary.
    public func encode(_ value: some Encodable) throws -> [UInt8] {
        let storage = EncodingStorage(options, dictionaryKeys: DictionaryKeys.type)
        try storage.encode(document: value)
        let json = storage.state.writer.output()
        return options.terminalSafe ? Self.terminalSafe(json) : json
    }
}
