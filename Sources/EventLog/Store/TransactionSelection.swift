public import CivilTime
internal import SQLite

/// Which transactions to read, by what they say of themselves and hold; every condition left out lets all pass.
///
/// Nothing of it is indexed but the operation: an index on each would be paid for by every append. Transactions are walked in
/// their order, so that a page of a list ends as soon as it is full.
public struct TransactionSelection: Sendable, Hashable {
    public var operation: OperationID?
    /// Who claimed to act; ASCII letters in any case.
    public var actor: String?
    /// The user and the host that the operating system named; ASCII letters in any case.
    public var osUser: String?
    public var host: String?
    /// The command or its first word: `folder` means `folder rename` too.
    public var command: String?
    /// Whether to pass over those without a reason.
    public var needsReason = false
    /// The first moment at which it may have been recorded, and the first one that is too late.
    public var recordedFrom: Timestamp?
    public var recordedBefore: Timestamp?
    /// Some event of it concerns this account, and is of this type.
    public var account: StreamID?
    public var typeName: String?
    /// Some event of it is of one of these types; nil is of any.
    public var typeNames: Set<String>?

    public init() {}
}

extension SQLiteEventStore {
    /// Lends the selected transactions up to a number, the latest first; the closure returns false to stop early.
    public func forEachTransaction(
        _ selection: TransactionSelection, through number: Int64, _ body: (StoredTransaction) throws -> Bool
    ) throws {
        try lend(selection.transactions(through: number), as: StoredTransaction.init(from:), to: body)
    }

    /// Lends the events of the selected transactions up to a position, those of the account and the type that are selected.
    public func forEachEvent(
        _ selection: TransactionSelection, through end: Position, isBackward: Bool,
        _ body: (StoredEvent) throws -> Bool
    ) throws {
        try lend(selection.events(through: end, isBackward), as: StoredEvent.init(from:), to: body)
    }

    /// Whether a transaction is selected, by what it says of itself and by its events.
    /// - Complexity: O(its events) where an account or types are selected.
    public func selects(_ transaction: StoredTransaction, _ selection: TransactionSelection) throws -> Bool {
        try mappingErrors {
            try connection.first(
                """
                SELECT 1 FROM transactions
                WHERE number = \(bind: transaction.number) AND \(selection.conditions) AND \(selection.holdsEvent)
                """
            ) { _ in true } ?? false
        }
    }

    /// Whether a transaction says of itself what is selected; its events are not asked.
    public func has(_ transaction: StoredTransaction, _ selection: TransactionSelection) throws -> Bool {
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

    /// What the row of a transaction says.
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
