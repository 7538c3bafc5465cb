internal import CivilTime
internal import SQLiteDatabase

extension SQLiteLogStore {
    package func forEachTransaction(
        _ selection: TransactionSelection, through number: Int64, _ body: (StoredTransaction) throws -> Bool
    ) throws {
        try lend(selection.transactions(through: number), as: StoredTransaction.init(from:), to: body)
    }

    package func forEachEvent(
        _ selection: TransactionSelection, through end: Position, isBackward: Bool,
        _ body: (StoredEvent) throws -> Bool
    ) throws {
        try lend(selection.events(through: end, isBackward), as: StoredEvent.init(from:), to: body)
    }

    package func selects(_ transaction: StoredTransaction, _ selection: TransactionSelection) throws -> Bool {
        try mappingErrors {
            try connection.first(
                """
                SELECT 1 FROM transactions
                WHERE number = \(bind: transaction.number) AND \(selection.conditions) AND \(selection.holdsEvent)
                """
            ) { _ in true } ?? false
        }
    }

    package func has(_ transaction: StoredTransaction, _ selection: TransactionSelection) throws -> Bool {
        try mappingErrors {
            try connection.first(
                "SELECT 1 FROM transactions WHERE number = \(bind: transaction.number) AND \(selection.conditions)"
            ) { _ in true } ?? false
        }
    }
}

extension TransactionSelection {
    fileprivate func transactions(through number: Int64) -> SQL {
        """
        \(StoredTransaction.selection) WHERE number <= \(bind: number) AND \(conditions) AND \(holdsEvent)
        ORDER BY number DESC
        """
    }

    fileprivate func events(through end: Position, _ isBackward: Bool) -> SQL {
        let order: SQL = isBackward ? "number DESC, position DESC" : "number, position"
        return """
            SELECT \(StoredEvent.columns) FROM transactions CROSS JOIN events
                ON position BETWEEN first_position AND first_position + event_count - 1
            WHERE position <= \(bind: end.rawValue) AND \(conditions) AND \(eventConditions) ORDER BY \(order)
            """
    }

    /// The conditions on the row of a transaction.
    fileprivate var conditions: SQL {
        var conditions: [SQL] = []
        if let operation { conditions.append("operation = \(bind: operation.description)") }
        if let recordedFrom { conditions.append("recorded_at >= \(bind: recordedFrom.microseconds)") }
        if let recordedBefore { conditions.append("recorded_at < \(bind: recordedBefore.microseconds)") }
        if let actor { conditions.append("json_extract(header, '$.actor') = \(bind: actor) COLLATE NOCASE") }
        if let osUser { conditions.append("json_extract(header, '$.os_user') = \(bind: osUser) COLLATE NOCASE") }
        if let host { conditions.append("json_extract(header, '$.host') = \(bind: host) COLLATE NOCASE") }
        if let command {
            conditions.append(
                """
                substr(json_extract(header, '$.command') || ' ', 1, \(bind: command.unicodeScalars.count + 1))
                    = \(bind: command + " ")
                """)
        }
        if needsReason { conditions.append("json_extract(header, '$.reason') IS NOT NULL") }
        return conditions.isEmpty ? "TRUE" : conditions.joined(separator: " AND ")
    }

    fileprivate var holdsEvent: SQL {
        guard account != nil || typeName != nil || typeNames != nil else { return "TRUE" }
        return """
            EXISTS (SELECT 1 FROM events
                WHERE position BETWEEN first_position AND first_position + event_count - 1 AND \(eventConditions))
            """
    }

    private var eventConditions: SQL {
        var conditions: [SQL] = []
        if let account { conditions.append("account = \(bind: account.rawValue)") }
        if let typeName { conditions.append("type = \(bind: typeName)") }
        if let typeNames {
            let names = typeNames.sorted().map { "\(bind: $0)" as SQL }
            conditions.append(names.isEmpty ? "FALSE" : "type IN (\(names.joined(separator: ", ")))")
        }
        return conditions.isEmpty ? "TRUE" : conditions.joined(separator: " AND ")
    }
}
