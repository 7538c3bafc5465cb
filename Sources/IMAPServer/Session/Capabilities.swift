internal import IMAPProtocol

/// What CAPABILITY says: what is there, and no more (RFC 9051 section 6.1.1).
enum Capabilities {
    static let words = [
        "IMAP4rev1", "IMAP4rev2", "LITERAL+", "SASL-IR", "ID", "ENABLE", "IDLE", "NAMESPACE", "UIDPLUS", "UNSELECT",
        "CHILDREN", "LIST-EXTENDED", "LIST-STATUS", "SPECIAL-USE", "CREATE-SPECIAL-USE", "MOVE", "CONDSTORE",
        "QRESYNC", "ESEARCH", "SEARCHRES", "WITHIN", "SORT", "ESORT", "THREAD=ORDEREDSUBJECT", "THREAD=REFERENCES",
        "THREAD=REFS", "BINARY", "OBJECTID", "PREVIEW", "SAVEDATE", "STATUS=SIZE", "UTF8=ACCEPT",
    ]

    /// Before a client is known, it is not said what else there is.
    static let beforeLogin = "IMAP4rev1 IMAP4rev2 LITERAL+ SASL-IR ID ENABLE"

    /// - Parameter isCompressed: Whether what goes out is compressed already (RFC 4978).
    static func line(_ limits: CommandReader.Limits, isCompressed: Bool) -> String {
        // The largest message that APPEND takes (RFC 7889).
        let others = ["APPENDLIMIT=\(limits.message)"] + (isCompressed ? [] : ["COMPRESS=DEFLATE"])
        return (words + others).joined(separator: " ")
    }

    /// Those that ENABLE switches on (RFC 5161).
    enum Enabled: String, CaseIterable {
        case condstore = "CONDSTORE"
        case qresync = "QRESYNC"
        case rev2 = "IMAP4REV2"
        case utf8 = "UTF8=ACCEPT"

        /// As ENABLED answers it.
        var word: String { self == .rev2 ? "IMAP4rev2" : rawValue }
    }
}
