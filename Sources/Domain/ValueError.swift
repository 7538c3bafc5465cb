/// The fault of a value from a person or a server; it names the field and never repeats the value.
public struct ValueError: Error, Hashable, Sendable {
    /// The field in the words of the JSON forms: `host`, `port`, `folder_name`, `keyword`, …
    public let field: String
    /// Why the value was refused.
    public let reason: Reason

    /// Names a field and the fault of its value.
    public init(field: String, reason: Reason) {
        self.field = field
        self.reason = reason
    }

    /// The ways in which a value can be wrong.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        case isEmpty = "is empty"
        case isTooLong = "is too long"
        case isOutOfRange = "is out of range"
        case isMissing = "is missing"
        case isUnknown = "is not a known value"
        case isReserved = "is reserved"
        case isMalformed = "is malformed"
        case holdsForbiddenCharacter = "holds a character that is not allowed"
        case holdsScheme = "holds a scheme, a path or a port where a bare host name is needed"
        case holdsSecret = "holds or names a secret, and secrets are never stored"
    }
}

extension ValueError {
    /// The fault, with the forbidden character if there is one and the value is no secret.
    package func words(of forbidden: Unicode.Scalar?) -> String {
        guard reason == .holdsForbiddenCharacter, let forbidden else { return reason.rawValue }
        let code = String(forbidden.value, radix: 16, uppercase: true)
        let number = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
        let isBlank = forbidden.isControl || forbidden.isBidirectionalControl || forbidden.properties.isWhitespace
        let name =
            switch forbidden {
            case " ": "a space"
            case "\t": "a tab"
            case "\n", "\r": "a line end"
            default: isBlank ? number : "'\(forbidden)'"
            }
        return "holds \(name), which is not allowed there"
    }
}

extension ValueError: CustomStringConvertible {
    /// The field and the fault of its value, as in `host is empty`.
    public var description: String { "\(field) \(reason.rawValue)" }
}
