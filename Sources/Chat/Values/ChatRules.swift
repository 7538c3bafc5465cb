/// The rules for ids, names and texts of chats.
public enum ChatRules {
    /// The longest id of a message, a conversation or a participant, in bytes.
    public static let idLimit = 120
    /// The longest name of a conversation, in bytes.
    public static let nameLimit = 1_000
    /// The longest address of a picture, in bytes.
    public static let urlLimit = 2_000
    /// The longest text of a message, in bytes.
    public static let textLimit = 65_536

    /// Turns the fault of a value into the refusal of a decision.
    static func refusing(_ check: () throws(ValueError) -> Void) throws {
        do throws(ValueError) {
            try check()
        } catch {
            throw DomainError.invalid(field: error.field, reason: error.reason.rawValue)
        }
    }

    /// Throws for a text that cannot be an id at a source.
    public static func checkID(_ id: String, _ field: String) throws(ValueError) {
        try checkLine(id, field, limit: idLimit)
    }

    /// Throws for a line that is blank, too long, or has characters that no line may have.
    static func checkLine(_ text: String, _ field: String, limit: Int) throws(ValueError) {
        if let reason = TextRule.fault(ofLine: text, maximum: limit) { throw ValueError(field: field, reason: reason) }
    }

    /// Throws for a text that is blank, too long, or contains control characters other than tabs and line ends.
    ///
    /// Line ends at its end do not count: a line that once was taken without them must still be found. The text of a
    /// new message is checked by ``checkLength(ofNew:)``, too.
    public static func checkText(_ text: String) throws(ValueError) {
        if let reason = TextRule.fault(ofText: canonical(text), maximum: textLimit) {
            throw ValueError(field: "text", reason: reason)
        }
    }

    /// Refuses the text of a new message that is too long as it is, with all of its line ends.
    package static func checkLength(ofNew text: String) throws {
        try refusing { () throws(ValueError) in
            if text.utf8.count > textLimit { throw ValueError(field: "text", reason: .isTooLong) }
        }
    }

    /// The text with `\n` for every line end, and none at its end.
    ///
    /// Texts with one canonical form count as the same: once only that form was kept.
    public static func canonical(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var followsReturn = false
        for scalar in text.unicodeScalars {
            if scalar == "\n", followsReturn {
                followsReturn = false
                continue
            }
            followsReturn = scalar == "\r"
            scalars.append(followsReturn ? "\n" : scalar)
        }
        while scalars.last == "\n" { scalars.removeLast() }
        return String(scalars)
    }
}
