internal import SQLite

/// How what was erased in one copy of a log goes blank in another one that has it still.
extension SQLiteEventStore {
    /// Blanks what another copy of this log has blanked, as far as this one has it, and returns how many events.
    ///
    /// Called under the writer's lock. Where something went blank it is noted that the files are left to be cleaned:
    /// ``erasureWork()``.
    ///
    /// - Complexity: O(what the other copy has erased).
    package func takeErasures(of source: SQLiteEventStore) throws -> Int {
        try mappingErrors {
            let end = try head()
            let known = try connection.prepare("INSERT OR IGNORE INTO erasures VALUES (?, ?)")
            var events: [Int64] = []
            var headers: [Int64] = []
            let listed = try source.connection.cursor("SELECT kind = 'event', number FROM erasures")
            while try listed.step() {
                let (isEvent, number) = try listed.withRow { try ($0.next(Bool.self), $0.next(Int64.self)) }
                guard number <= (isEvent ? end.position.rawValue : end.transaction),
                    try known.run(isEvent ? "event" : "transaction", number) > 0
                else { continue }
                if isEvent { events.append(number) } else { headers.append(number) }
            }
            guard !events.isEmpty || !headers.isEmpty else { return 0 }
            // Freed bytes are overwritten; `purge` does away with older ones.
            _ = try connection.first("PRAGMA secure_delete = ON") { _ in }
            let blankEvent = try connection.prepare("UPDATE events SET payload = NULL, salt = NULL WHERE position = ?")
            for position in events { try blankEvent.run(position) }
            try blankHeaders(headers)
            try beginErasureWork(contents: [])
            return events.count
        }
    }

    /// Blanks who and why of some transactions, and returns of how many; one without a blank event keeps them
    /// (``verifyErasures()``).
    ///
    /// Called under the writer's lock.
    @discardableResult
    package func blankHeaders(_ transactions: [Int64]) throws -> Int {
        try mappingErrors {
            let note = try connection.prepare("INSERT OR IGNORE INTO erasures VALUES ('transaction', ?)")
            let blank = try connection.prepare(
                "UPDATE transactions SET header = NULL, salt = NULL WHERE number = ? AND header IS NOT NULL")
            return try transactions.reduce(0) { count, number in
                try note.run(number)
                return try count + blank.run(number)
            }
        }
    }

    /// Returns the transactions without who and why, up to one of them.
    package func blankHeaders(through number: Int64) throws -> [Int64] {
        try mappingErrors {
            try connection.rows(
                """
                SELECT number FROM erasures
                WHERE kind = 'transaction' AND number <= \(bind: number) ORDER BY number
                """
            ) { try $0.next() }
        }
    }
}
