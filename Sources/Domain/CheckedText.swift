/// A text that was checked when the value was made: stored as a string, and refused if it is no such value.
public protocol CheckedText: Codable, CustomStringConvertible {
    init(_ text: String) throws(ValueError)
    var text: String { get }
}

extension CheckedText {
    /// Reads a string, and refuses one that is no such value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do throws(ValueError) {
            try self.init(text)
        } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
    }

    /// Writes the text as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// The same as `text`.
    public var description: String { text }
}
