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

    /// Returns the text in the form in which it is stored: its lines end in `\n`, and no empty line ends it.
    ///
    /// - Throws: ``ValueError`` if it is blank, too long, or contains control characters other than tabs and line ends.
    public static func text(_ text: String) throws(ValueError) -> String {
        let kept = canonical(text)
        if let reason = TextRule.fault(ofText: kept, maximum: textLimit) {
            throw ValueError(field: "text", reason: reason)
        }
        return kept
    }

    /// The text with `\n` for every line end, and none at its end.
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
