public import EventLog
public import SQLite

/// Asks for files that imports passed over.
public struct SkippedQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns the reason recorded last for a file, or nil.
    public func reason(for source: String, account: StreamID) throws -> String? {
        try connection.first(
            "SELECT reason FROM skipped_file WHERE account = \(bind: account.rawValue) AND source = \(bind: source)"
        ) { $0.text(0) }
    }
}
