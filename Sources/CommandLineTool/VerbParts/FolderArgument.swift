internal import ArgumentParsing
internal import Fleet
internal import MailLedger

/// A folder that a command is to make or to read, where a ledger could be a URL.
enum FolderArgument {
    /// - Throws: `ValidationError` for the URL of a database, which would make a folder with an odd name. It is not
    ///   repeated: it may have a password.
    static func path(_ text: String) throws -> String {
        guard !LedgerURL.isURL(text) else {
            throw ValidationError("a folder is needed here, and this is the URL of a database")
        }
        return text
    }

    /// - Throws: What ``path(_:)`` throws.
    static func location(_ text: String) throws -> LedgerLocation {
        try Surroundings.current.location(path(text))
    }
}
