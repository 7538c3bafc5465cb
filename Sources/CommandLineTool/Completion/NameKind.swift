internal import ArgumentParsing

/// Names that only the ledger knows, which a shell can offer.
enum NameKind: String, CaseIterable, Sendable {
    case account, folder, label, message, operation, cursor, answer, note, action, conversation, token, hold
    case eventType = "event-type"
    /// What has a history: a message, an account or a folder.
    case entity
    /// A query, which has words and fields of its own.
    case query
    case savedQuery = "saved-query"
    /// A value of the setting that is named before it.
    case settingValue = "setting-value"
}

extension CompletionKind {
    /// With names of a kind that the ledger knows.
    static func names(_ kind: NameKind) -> CompletionKind {
        .named(kind.rawValue)
    }
}
