internal import Domain

/// Checks of texts that people type, against the limits of what may be stored.
enum TextCheck {
    /// The greatest length of a title, in bytes of UTF-8.
    private static let maximumTitle = 500

    /// One line.
    static func line(_ text: String, _ field: String, maximum: Int) throws(DomainError) {
        if let reason = TextRule.fault(ofLine: text, maximum: maximum, mayBeBlank: true) { throw fault(field, reason) }
    }

    /// One line that is not blank.
    static func title(_ text: String) throws(DomainError) {
        if text.isBlank { throw fault("title", .isMissing) }
        try line(text, "title", maximum: maximumTitle)
    }

    /// A text of any number of lines.
    static func text(_ text: String, _ field: String, maximum: Int) throws(DomainError) {
        if let reason = TextRule.fault(ofText: text, maximum: maximum, mayBeBlank: true) { throw fault(field, reason) }
    }

    /// A URL: one line without a user name and password.
    static func url(_ text: String, _ field: String) throws(DomainError) {
        try line(text, field, maximum: 2_000)
        guard !SecretFieldPolicy.holdsUserInfo(text) else { throw fault(field, .holdsSecret) }
    }

    static func fault(_ field: String, _ reason: ValueError.Reason) -> DomainError {
        .invalid(field: field, reason: reason.rawValue)
    }
}
