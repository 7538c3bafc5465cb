internal import SQLiteDatabase

/// Blanks the erasures of one copy of a log in another copy that still has them.
extension SQLiteLogStore {
    package func takeErasures(of source: any LogReading) throws -> Int {
        try mappingErrors {
            let end = try head()
            var events: [Int64] = []
            var headers: [Int64] = []
            try source.forEachErasure { place in
                switch place {
                case .event(let position) where position <= end.position:
                    if try recordErasure(place) { events.append(position.rawValue) }
                case .header(let number) where number <= end.transaction:
                    if try recordErasure(place) { headers.append(number) }
                default: break
                }
            }
            guard !events.isEmpty || !headers.isEmpty else { return 0 }
            // Freed bytes are overwritten; `purge` does away with older ones.
            _ = try connection.first("PRAGMA secure_delete = ON") { _ in }
            let blankEvent = try connection.prepare("UPDATE events SET payload = NULL, salt = NULL WHERE position = ?")
            for position in events { try blankEvent.run(position) }
            try blankHeaders(headers)
            try beginErasureWork(contents: [], viewsGeneration: 0)
            return events.count
        }
    }

    @discardableResult
    package func blankHeaders(_ transactions: [Int64]) throws -> Int {
        try mappingErrors {
            let blank = try connection.prepare(
                "UPDATE transactions SET header = NULL, salt = NULL WHERE number = ? AND header IS NOT NULL")
            return try transactions.reduce(0) { count, number in
                _ = try recordErasure(.header(number))
                return try count + blank.run(number)
            }
        }
    }

    package func forEachErasure(_ body: (ErasedPlace) throws -> Void) throws {
        func place(_ row: inout RowReader) throws -> ErasedPlace {
            try row.next(Bool.self) ? .event(row.next()) : .header(row.next())
        }
        try lend("SELECT kind = 'event', number FROM erasures", as: place) { place in
            try body(place)
            return true
        }
    }

    package func recordErasure(of place: ErasedPlace) throws {
        try mappingErrors { _ = try recordErasure(place) }
    }

    /// Returns whether the place was not listed yet.
    private func recordErasure(_ place: ErasedPlace) throws -> Bool {
        let (kind, number) =
            switch place {
            case .event(let position): ("event", position.rawValue)
            case .header(let number): ("transaction", number)
            }
        return try connection.run("INSERT OR IGNORE INTO erasures VALUES (\(bind: kind), \(bind: number))") > 0
    }
}
