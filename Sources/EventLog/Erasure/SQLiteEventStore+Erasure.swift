public import Hashing
internal import SQLite

/// Blanking: the one change of what is in the log.
///
/// A payload or a header goes with its salt; the salted digest stays, so that entries, leaves and proofs stay as they are.
extension SQLiteEventStore {
    /// What an erasing event blanks.
    public enum ErasureScope: Sendable, Hashable {
        /// The events of one stream.
        case stream(StreamID)
        /// Every event that concerns an account, its own among them.
        case account(StreamID)

        var condition: SQL {
            switch self {
            case .stream(let stream): "stream = \(bind: stream.rawValue)"
            case .account(let account): "account = \(bind: account.rawValue)"
            }
        }
    }

    /// How much was blanked.
    public struct Blanked: Sendable, Hashable {
        public let events: Int
        /// Transactions that lost who and why.
        public let headers: Int
    }

    /// Blanks what some scopes hold before a position, and the headers of the transactions that are blank as a whole then.
    ///
    /// Called under the writer's lock, in the atomic step that appends the erasing events. What is erased already stays so,
    /// and erasing events stay.
    ///
    /// - Parameters:
    ///   - position: That of the first erasing event.
    ///   - includingSharedHeaders: Whether headers go too that other events share.
    /// - Complexity: For streams linear in their events; for an account linear in the log.
    public func blank(
        _ scopes: [ErasureScope], before position: Position, includingSharedHeaders: Bool
    ) throws -> Blanked {
        try mappingErrors {
            // Freed bytes are overwritten (sqlite.org/pragma.html#pragma_secure_delete); `purge` does away with older ones.
            _ = try connection.first("PRAGMA secure_delete = ON") { _ in }
            _ = try connection.run("CREATE TEMP TABLE IF NOT EXISTS blanked (position INTEGER PRIMARY KEY)")
            _ = try connection.run("DELETE FROM temp.blanked")
            for scope in scopes {
                try connection.run(
                    """
                    INSERT OR IGNORE INTO temp.blanked SELECT position FROM events
                    WHERE \(scope.condition) AND position < \(bind: position.rawValue) AND payload IS NOT NULL
                        AND type NOT LIKE '%-erased'
                    """)
            }
            let events = try blankEvents()
            let headers = try blankHeaders(includingShared: includingSharedHeaders)
            _ = try connection.run("DELETE FROM temp.blanked")
            return Blanked(events: events, headers: headers)
        }
    }

    private func blankEvents() throws -> Int {
        try connection.run("INSERT OR IGNORE INTO erasures SELECT 'event', position FROM temp.blanked")
        return try connection.run(
            "UPDATE events SET payload = NULL, salt = NULL WHERE position IN (SELECT position FROM temp.blanked)")
    }

    private func blankHeaders(includingShared: Bool) throws -> Int {
        let touched = try connection.rows(
            #"SELECT DISTINCT "transaction" FROM events WHERE position IN (SELECT position FROM temp.blanked)"#
        ) { try $0.next(Int64.self) }
        return try blankHeaders(touched.filter { try includingShared || isBlank(transaction: $0) })
    }

    private func isBlank(transaction number: Int64) throws -> Bool {
        try connection.first(
            """
            SELECT NOT EXISTS (
                SELECT 1 FROM events WHERE payload IS NOT NULL
                    AND position BETWEEN first_position AND first_position + event_count - 1)
            FROM transactions WHERE number = \(bind: number)
            """
        ) { try $0.next() } ?? false
    }

    // MARK: What is left to do

    /// The erasure that is not through; nil for most ledgers most of the time.
    public func erasureWork() throws -> ErasureWork? {
        try mappingErrors {
            try connection.first("SELECT steps, views_generation FROM erasure_work") { row in
                try ErasureWork(steps: ErasureSteps(rawValue: row.next()), viewsGeneration: row.next())
            }
        }
    }

    /// Notes that all steps are to be done, in the atomic step that blanks; `contents` may have to leave the content store.
    public func beginErasureWork(contents: some Sequence<SHA256Digest>) throws {
        try mappingErrors {
            for digest in contents {
                try connection.run("INSERT OR IGNORE INTO erasure_content VALUES (\(bind: digest.bytes))")
            }
            try connection.run(
                """
                INSERT OR REPLACE INTO erasure_work
                SELECT 1, \(bind: ErasureSteps.all.rawValue), coalesce(max(generation), 0) FROM views
                """)
        }
    }

    /// The contents that may have to leave the content store.
    public func erasureContents() throws -> [SHA256Digest] {
        try mappingErrors {
            try connection.rows("SELECT digest FROM erasure_content ORDER BY digest") {
                try $0.nextBytes { SHA256Digest(span: $0) }
            }.compactMap { $0 }
        }
    }

    /// Notes that a step is done; the last one ends the work.
    public func endErasureStep(_ step: ErasureSteps) throws {
        try withWriterLock {
            try mappingErrors {
                if step.contains(.contents) {
                    // The digest of a text can tell that somebody had the text.
                    _ = try connection.first("PRAGMA secure_delete = ON") { _ in }
                    try connection.run("DELETE FROM erasure_content")
                }
                try connection.run("UPDATE erasure_work SET steps = steps & ~\(bind: step.rawValue)")
                _ = try connection.run("DELETE FROM erasure_work WHERE steps = 0")
            }
        }
    }

    /// Writes the log's file anew, so that no page keeps what was blanked (<https://www.sqlite.org/lang_vacuum.html>).
    ///
    /// `secure_delete` does not promise that no page keeps a copy in its free space.
    ///
    /// - Complexity: Linear in the file; other writers wait meanwhile, and as much space again is needed.
    public func purge() throws {
        _ = try mappingErrors { try connection.run("VACUUM") }
    }

    /// Writes the journal back and cuts it to nothing; false while somebody reads what was before.
    public func truncateJournal() throws -> Bool {
        try mappingErrors { try connection.truncateJournal() }
    }
}
