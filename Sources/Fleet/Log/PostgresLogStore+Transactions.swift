package import CivilTime
internal import Cryptography
package import EventLog
internal import LibPQ

extension PostgresLogStore {
    package func transaction(_ number: Int64) throws -> StoredTransaction? {
        try transactions("number = \(.integer(number))", order: "number", limit: 1).first
    }

    package func transaction(holding position: Position) throws -> StoredTransaction? {
        try first(
            """
            SELECT \(StoredTransaction.columns) FROM mailledger.transaction WHERE ledger = \(id)
                AND number = (SELECT transaction FROM mailledger.event
                    WHERE ledger = \(id) AND position = \(.position(position)))
            """, StoredTransaction.init(from:))
    }

    private func transactions(
        _ condition: PostgresStatement, order: PostgresStatement, limit: Int64
    ) throws -> [StoredTransaction] {
        try rows(
            """
            SELECT \(StoredTransaction.columns) FROM mailledger.transaction
            WHERE ledger = \(id) AND \(condition) ORDER BY \(order) LIMIT \(.integer(limit))
            """, StoredTransaction.init(from:))
    }

    package func forEachTransaction(
        from number: Int64, isBackward: Bool, _ body: (StoredTransaction) throws -> Bool
    ) throws {
        try forEachTransaction("TRUE", from: number, isBackward: isBackward, body)
    }

    private func forEachTransaction(
        _ condition: PostgresStatement, from number: Int64, isBackward: Bool,
        _ body: (StoredTransaction) throws -> Bool
    ) throws {
        var number = number
        var size = PageSize()
        while true {
            let page =
                isBackward
                ? try transactions(
                    "number <= \(.integer(number)) AND \(condition)", order: "number DESC", limit: size.count)
                : try transactions("number >= \(.integer(number)) AND \(condition)", order: "number", limit: size.count)
            for transaction in page { guard try body(transaction) else { return } }
            guard Int64(page.count) == size.count, let last = page.last else { return }
            number = last.number + (isBackward ? -1 : 1)
            size.grow()
        }
    }

    package func transactions(of operation: OperationID) throws -> [StoredTransaction] {
        try transactions("operation = \(.text(operation.description))", order: "number", limit: .max)
    }

    package func beginsOperation(_ transaction: StoredTransaction) throws -> Bool {
        try transactions(
            "operation = \(.text(transaction.operation.description)) AND number < \(.integer(transaction.number))",
            order: "number", limit: 1
        ).isEmpty
    }

    package func operations(withPrefix prefix: String, limit: Int) throws -> [OperationID] {
        // Every id with this prefix sorts between the prefix and the prefix followed by a character beyond all digits.
        try rows(
            """
            SELECT DISTINCT operation FROM mailledger.transaction
            WHERE ledger = \(id) AND operation >= \(.text(prefix)) AND operation < \(.text(prefix + "g"))
            ORDER BY operation LIMIT \(.integer(Int64(limit)))
            """
        ) { try OperationID($0.next(String.self)) }.compactMap { $0 }
    }

    package func receipt(forIdempotencyKey key: String) throws -> Receipt? {
        try receipt(forKey: SHA256Hasher.digest(of: Array(key.utf8)))
    }

    func receipt(forKey key: SHA256Digest) throws -> Receipt? {
        try transactions("idempotency = \(.digest(key))", order: "number", limit: 1).first
            .map { Receipt(of: $0, isRepeat: true) }
    }

    // MARK: At a time

    package func lastTransaction(recordedBy time: Timestamp) throws -> RecordedBy? {
        let last = try transactions("recorded_at <= \(.time(time))", order: "number DESC", limit: 1).first
        guard let last else { return nil }
        let later = try first(
            """
            SELECT count(*) FROM mailledger.transaction
            WHERE ledger = \(id) AND number < \(.integer(last.number)) AND recorded_at > \(.time(time))
            """
        ) { try $0.next(Int.self) }
        return RecordedBy(transaction: last, laterTimesBefore: later ?? 0)
    }

    package func rates(through end: Position) throws -> LogRates {
        let day = PostgresValue.integer(Timestamp.microsecondsPerDay)
        let transactions: PostgresStatement = """
            FROM mailledger.transaction WHERE ledger = \(id) AND first_position <= \(.position(end))
            """
        let answers = try ask([
            """
            SELECT count(*), coalesce(sum(event_count), 0)::bigint, min(recorded_at), max(recorded_at) \(transactions)
            """,
            // The remainder of a negative time is negative.
            """
            SELECT recorded_at - ((recorded_at % \(day)) + \(day)) % \(day) AS day, sum(event_count)::bigint AS events
            \(transactions) GROUP BY day ORDER BY events DESC, day LIMIT 1
            """,
            """
            SELECT type, count(*) AS events FROM mailledger.event
            WHERE ledger = \(id) AND position <= \(.position(end)) GROUP BY type ORDER BY events DESC, type
            """,
        ])
        return try log.mapping {
            let totals = try answers[0].rows { row in
                try (row.next(Int64.self), row.next(Int64.self), row.next(Int64?.self), row.next(Int64?.self))
            }.first
            var span: ClosedRange<Timestamp>?
            if let first = totals?.2, let last = totals?.3 {
                span = Timestamp(microseconds: first)...Timestamp(microseconds: last)
            }
            return LogRates(
                span: span, events: totals?.1 ?? 0, transactions: totals?.0 ?? 0,
                busiestDay: try answers[1].rows { row in
                    try LogRates.Count(key: Timestamp(microseconds: row.next()), events: row.next())
                }.first,
                types: try answers[2].rows { try LogRates.Count(key: $0.next(), events: $0.next()) })
        }
    }

    // MARK: Selected

    package func forEachTransaction(
        _ selection: TransactionSelection, through number: Int64, _ body: (StoredTransaction) throws -> Bool
    ) throws {
        try forEachTransaction(
            "\(selection.conditions) AND \(holdsEvent(selection))", from: number, isBackward: true, body)
    }

    package func forEachEvent(
        _ selection: TransactionSelection, through end: Position, isBackward: Bool,
        _ body: (StoredEvent) throws -> Bool
    ) throws {
        var (after, through) = (Position.start, end)
        var size = PageSize()
        while true {
            let order: PostgresStatement = isBackward ? "position DESC" : "position"
            let page = try rows(
                """
                SELECT \(StoredEvent.columns) FROM mailledger.transaction JOIN mailledger.event
                    ON event.ledger = transaction.ledger
                    AND position BETWEEN first_position AND first_position + event_count - 1
                WHERE transaction.ledger = \(id) AND position > \(.position(after)) AND position <= \(.position(through))
                    AND \(selection.conditions) AND \(selection.eventConditions)
                ORDER BY \(order) LIMIT \(.integer(size.count))
                """, StoredEvent.init(from:))
            for event in page { guard try body(event) else { return } }
            guard Int64(page.count) == size.count, let last = page.last else { return }
            if isBackward { through = Position(last.position.rawValue - 1) } else { after = last.position }
            size.grow()
        }
    }

    package func selects(_ transaction: StoredTransaction, _ selection: TransactionSelection) throws -> Bool {
        try !transactions(
            "number = \(.integer(transaction.number)) AND \(selection.conditions) AND \(holdsEvent(selection))",
            order: "number", limit: 1
        ).isEmpty
    }

    package func has(_ transaction: StoredTransaction, _ selection: TransactionSelection) throws -> Bool {
        try !transactions(
            "number = \(.integer(transaction.number)) AND \(selection.conditions)", order: "number", limit: 1
        ).isEmpty
    }

    private func holdsEvent(_ selection: TransactionSelection) -> PostgresStatement {
        guard selection.account != nil || selection.typeName != nil || selection.typeNames != nil else { return "TRUE" }
        return """
            EXISTS (SELECT 1 FROM mailledger.event WHERE event.ledger = \(id)
                AND position BETWEEN first_position AND first_position + event_count - 1
                AND \(selection.eventConditions))
            """
    }
}

extension TransactionSelection {
    /// The conditions on the row of a transaction.
    var conditions: PostgresStatement {
        var conditions: [PostgresStatement] = []
        if let operation { conditions.append("operation = \(.text(operation.description))") }
        if let recordedFrom { conditions.append("recorded_at >= \(.time(recordedFrom))") }
        if let recordedBefore { conditions.append("recorded_at < \(.time(recordedBefore))") }
        // The collation C knows ASCII letters alone.
        func isAlike(_ key: PostgresStatement, _ value: String) -> PostgresStatement {
            "lower(mailledger.value(header, \(key)) COLLATE \"C\") = lower(\(.text(value)) COLLATE \"C\")"
        }
        if let actor { conditions.append(isAlike("'{actor}'", actor)) }
        if let osUser { conditions.append(isAlike("'{os_user}'", osUser)) }
        if let host { conditions.append(isAlike("'{host}'", host)) }
        if let command {
            conditions.append("starts_with(mailledger.value(header, '{command}') || ' ', \(.text(command + " ")))")
        }
        if needsReason { conditions.append("mailledger.value(header, '{reason}') IS NOT NULL") }
        return conditions.joinedByAnd()
    }

    var eventConditions: PostgresStatement {
        var conditions: [PostgresStatement] = []
        if let account { conditions.append("account = \(.stream(account))") }
        if let typeName { conditions.append("type = \(.text(typeName))") }
        if let typeNames { conditions.append("type = ANY(\(.texts(typeNames.sorted())))") }
        return conditions.joinedByAnd()
    }
}
