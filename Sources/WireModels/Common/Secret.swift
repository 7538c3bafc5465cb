/// A password or a token on its way through the program.
///
/// In JSON it is a string. It never shows its value to a print, a log, a debugger or `Mirror`. Only ``revealed``
/// returns the value, so a search for that word finds every place that uses it. No event has a field of this type.
public struct Secret: Hashable, Sendable {
    private let value: String

    public init(_ value: String) {
        self.value = value
    }

    /// The secret itself.
    public var revealed: String { value }
}

extension Secret: Codable {
    public init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The same for every secret.
    public var description: String { "<secret>" }
    /// The same for every secret.
    public var debugDescription: String { description }
    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
