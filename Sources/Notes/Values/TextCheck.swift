internal import Domain

/// Texts that people type, held against what may be stored.
enum TextCheck {
    /// One line: no control characters, and nothing that turns the direction of writing.
    static func line(_ text: String, _ field: String, maximum: Int) throws(DomainError) {
        guard text.utf8.count <= maximum else { throw fault(field, .isTooLong) }
        guard !text.unicodeScalars.contains(where: { $0.isControl || $0.isBidirectionalControl }) else {
            throw fault(field, .holdsForbiddenCharacter)
        }
    }

    /// A text of any number of lines.
    static func text(_ text: String, _ field: String, maximum: Int) throws(DomainError) {
        guard text.utf8.count <= maximum else { throw fault(field, .isTooLong) }
        guard !text.unicodeScalars.contains(where: { $0.isControl && !["\n", "\r", "\t"].contains($0) }) else {
            throw fault(field, .holdsForbiddenCharacter)
        }
    }

    /// A URL: one line without a name and a password of somebody.
    static func url(_ text: String, _ field: String) throws(DomainError) {
        try line(text, field, maximum: 2_000)
        guard !SecretFieldPolicy.holdsUserInfo(text) else { throw fault(field, .holdsSecret) }
    }

    static func fault(_ field: String, _ reason: ValueError.Reason) -> DomainError {
        .invalid(field: field, reason: reason.rawValue)
    }
}
