/// The place and the reason why bytes are no JSON text, without any of the bytes.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The fault.
    public enum Reason: String, Hashable, Sendable {
        /// The text ends too early.
        case unexpectedEnd = "the text ends too early"
        /// A byte is in a place where it is not allowed.
        case unexpectedByte = "unexpected byte"
        /// A number is spelt against the grammar.
        case invalidNumber = "invalid number"
        /// A string contains a raw control character.
        case controlCharacter = "raw control character in a string"
        /// A backslash begins no escape, or one half of a surrogate pair.
        case invalidEscape = "invalid escape in a string"
        /// A string is not UTF-8.
        case invalidUTF8 = "invalid UTF-8 in a string"
        /// An object has the same key twice.
        case duplicateKey = "an object holds one key twice"
        /// Arrays and objects nest too deep.
        case tooDeep = "nested too deep"
        /// More bytes follow the value.
        case trailingBytes = "bytes after the end of the value"
        /// The text is 2 GiB or more.
        case tooLarge = "the text is too large"
    }

    /// The fault.
    public let reason: Reason
    /// The offset of the byte where it was noticed, counted from 0.
    public let byteOffset: Int

    /// A line for a log: reason and place.
    public var description: String {
        "\(reason.rawValue) at byte \(byteOffset)"
    }
}
