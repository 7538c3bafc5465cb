package import Cryptography
internal import SQLiteDatabase

extension ErasureScope {
    fileprivate var condition: SQL {
        switch self {
        case .stream(let stream): "stream = \(bind: stream.rawValue)"
        case .account(let account): "account = \(bind: account.rawValue)"
        }
    }
}

extension SQLiteLogStore {
    package func blank(
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

    package func erasureWork() throws -> ErasureWork? {
        try mappingErrors {
            try connection.first("SELECT steps, views_generation FROM erasure_work") { row in
                try ErasureWork(steps: ErasureSteps(rawValue: row.next()), viewsGeneration: row.next())
            }
        }
    }

    package func beginErasureWork(contents: Set<SHA256Digest>, viewsGeneration: Int64) throws {
        try mappingErrors {
            for digest in contents {
                try connection.run("INSERT OR IGNORE INTO erasure_content VALUES (\(bind: digest.bytes))")
            }
            try connection.run(
                """
                INSERT OR REPLACE INTO erasure_work
                VALUES (1, \(bind: ErasureSteps.all.rawValue), \(bind: viewsGeneration))
                """)
        }
    }

    package func erasureContents() throws -> [SHA256Digest] {
        try mappingErrors {
            try connection.rows("SELECT digest FROM erasure_content ORDER BY digest") {
                try $0.nextBytes { SHA256Digest(span: $0) }
            }.compactMap { $0 }
        }
    }

    package func endErasureStep(_ step: ErasureSteps) throws {
        try withWriterLock {
            try mappingErrors {
                if step.contains(.contents) {
                    // The digest of a text can reveal that somebody had the text.
                    _ = try connection.first("PRAGMA secure_delete = ON") { _ in }
                    try connection.run("DELETE FROM erasure_content")
                }
                try connection.run("UPDATE erasure_work SET steps = steps & ~\(bind: step.rawValue)")
                _ = try connection.run("DELETE FROM erasure_work WHERE steps = 0")
            }
        }
    }

    /// Rewrites the log's file, so that no page keeps blanked bytes (<https://www.sqlite.org/lang_vacuum.html>).
    ///
    /// `secure_delete` does not promise that no page keeps a copy in its free space.
    ///
    /// - Complexity: Linear in the file; other writers wait meanwhile, and it needs the same space once more.
    package func purge() throws {
        _ = try mappingErrors { try connection.run("VACUUM") }
    }

    package func truncateJournal() throws -> Bool {
        try mappingErrors { try connection.truncateJournal() }
    }
}
