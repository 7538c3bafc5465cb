package import CivilTime
package import EventLog
internal import JSONCoding
internal import LibPQ
package import MailLedger

/// Questions over all ledgers of a database that the role may read, answered by the server alone.
///
/// Each is one query. If it fails, as on Citus without one of the workers, each ledger is asked by itself, and those that
/// give no answer are named.
package struct FleetQuestions {
    private let connection: SharedConnection

    package init(at url: LedgerURL) {
        connection = SharedConnection(to: PostgresLog(url.address))
    }

    /// What the ledgers answered.
    package struct Answers<Made: Sendable>: Sendable {
        package fileprivate(set) var rows: [Made] = []
        /// The ledgers that gave no answer.
        package fileprivate(set) var unanswered: [Unanswered] = []
    }

    /// A ledger that gave no answer, and what the server said.
    package struct Unanswered: Sendable {
        package let ledger: String
        package let reason: String
    }

    /// Asks for all ledgers at once, else one by one.
    ///
    /// - Parameter ask: Asks under a condition on the rows of `mailledger.ledger`.
    /// - Throws: ``EventLogError/unreachable(place:reason:)``, ``FleetError``: what all of them answer.
    private func answers<Made: Sendable>(
        _ ask: @escaping @Sendable (PostgresConnection, Meant) throws -> [Made]
    ) throws -> Answers<Made> {
        do {
            return try Answers(rows: connection.use { try ask($0, Meant(id: nil)) })
        } catch let error where Self.mayBeOfOneLedger(error) {
            let ledgers = try connection.use { connection in
                try connection.rows("SELECT ledger, name FROM mailledger.ledger ORDER BY name") {
                    try (id: UniqueID(bytes: $0.next([UInt8].self)), name: $0.next(String.self))
                }
            }
            var answers = Answers<Made>()
            for ledger in ledgers {
                guard let id = ledger.id else { continue }
                do {
                    answers.rows += try connection.use { try ask($0, Meant(id: .id(id))) }
                } catch let error where Self.mayBeOfOneLedger(error) {
                    answers.unanswered.append(Unanswered(ledger: ledger.name, reason: "\(error)"))
                }
            }
            guard answers.unanswered.count < ledgers.count else { throw error }
            return answers
        }
    }

    /// The ledgers that are meant: all, or one. Citus asks one worker only if each table of a statement is bound to the id.
    private struct Meant: Sendable {
        let id: PostgresValue?

        func condition(on column: PostgresStatement) -> PostgresStatement {
            id.map { "\(column) = \($0)" } ?? "TRUE"
        }
    }

    private static func mayBeOfOneLedger(_ error: any Error) -> Bool {
        switch error {
        case EventLogError.unreachable, EventLogError.corrupt, FleetError.server: true
        default: false
        }
    }

    /// One ledger of the database.
    package struct Ledger: Sendable {
        package let name: String
        package let id: LedgerID
        package let events: Int64
        package let transactions: Int64
        /// When the last transaction was recorded; nil for none.
        package let lastChange: Timestamp?
        /// Whether it takes writes only if a standby confirms them.
        package let needsStandby: Bool
        /// Whether the server names a standby that confirms commits.
        package let hasStandby: Bool
        /// The first fault that a verification found; nil if none is known.
        package let damage: String?
        /// Where it has moved, or why it takes no writes; nil if it takes them.
        package let sealed: String?
        /// The nodes whose caches still have what was erased since they were used last.
        package let nodesBehind: [String]
    }

    /// Returns the ledgers, by name.
    package func ledgers() throws -> Answers<Ledger> {
        try answers { connection, meant in
            try connection.rows(
                """
                SELECT name, ledger, position, head.transaction, recorded_at, needs_standby,
                    current_setting('synchronous_standby_names') <> '', damaged, sealed,
                    (SELECT string_agg(node, E'\\n' ORDER BY node) FROM mailledger.node
                        WHERE node.ledger = head.ledger AND \(meant.condition(on: "node.ledger"))
                            AND node.erasures < head.erasures)
                FROM mailledger.head JOIN mailledger.ledger USING (ledger)
                    LEFT JOIN mailledger.transaction USING (ledger)
                WHERE (number IS NULL OR number = head.transaction) AND \(meant.condition(on: "head.ledger")) ORDER BY name
                """
            ) { row in
                let (name, id) = try (row.next(String.self), row.next([UInt8].self))
                guard let id = UniqueID(bytes: id) else { throw EventLogError.corrupt("a ledger without an id") }
                return try Ledger(
                    name: name, id: LedgerID(id), events: row.next(), transactions: row.next(),
                    lastChange: row.next(Int64?.self).map { Timestamp(microseconds: $0) }, needsStandby: row.next(),
                    hasStandby: row.next(), damage: row.next(), sealed: row.next(),
                    nodesBehind: row.next(String?.self)?.split(separator: "\n").map(String.init) ?? [])
            }
        }
    }

    /// One transaction of some ledger.
    package struct Change: Sendable {
        package let ledger: String
        package let operation: OperationID
        package let number: Int64
        package let time: Timestamp
        /// Nil where it was erased, as are those below.
        package let actor: String?
        package let osUser: String?
        package let host: String?
        package let command: String?
        package let reason: String?
        /// How many events have each effect.
        package let effects: [Effect: Int]
    }

    /// Returns the transactions of all ledgers that are selected, the latest first.
    ///
    /// The `mail.` of a type may be omitted. An effect is known by the type of an event. Unlike a ledger's own log, this
    /// counts each removed copy as a deletion, even if the message had another one.
    package func changes(
        _ selection: TransactionSelection, effect: Effect?, limit: Int
    ) throws -> Answers<Change> {
        var selection = selection
        // A type with a dot may be of a context that this program does not know.
        if let name = selection.typeName, !name.contains(".") {
            selection.typeName = try Contexts.builtIn.catalogue.typeName(name)
        }
        var found = try answers { [selection] connection, meant in
            try connection.rows(
                """
                SELECT ledger.name, operation, number, recorded_at, header, (
                    SELECT string_agg(type || ' ' || count, ',') FROM (
                        SELECT type, count(*) AS count FROM mailledger.event
                        WHERE event.ledger = transaction.ledger AND \(meant.condition(on: "event.ledger"))
                            AND position BETWEEN first_position AND first_position + event_count - 1
                        GROUP BY type) AS types)
                FROM mailledger.transaction JOIN mailledger.ledger USING (ledger)
                WHERE \(meant.condition(on: "transaction.ledger")) AND \(selection.conditions)
                    AND \(Self.having(effect, selection, meant))
                ORDER BY recorded_at DESC, ledger, number DESC LIMIT \(.integer(Int64(limit)))
                """
            ) { try Change(from: &$0) }
        }
        found.rows = Array(
            found.rows.sorted { ($1.time, $0.ledger, $1.number) < ($0.time, $1.ledger, $0.number) }.prefix(limit))
        return found
    }

    /// The condition that some event of a transaction is of a type with an effect, and of a type by name.
    private static func having(
        _ effect: Effect?, _ selection: TransactionSelection, _ meant: Meant
    ) -> PostgresStatement {
        var selection = selection
        if let effect { selection.typeNames = Contexts.builtIn.catalogue.typeNames(of: effect) }
        guard selection.typeName != nil || selection.typeNames != nil else { return "TRUE" }
        return """
            EXISTS (SELECT 1 FROM mailledger.event WHERE event.ledger = transaction.ledger
                AND \(meant.condition(on: "event.ledger"))
                AND position BETWEEN first_position AND first_position + event_count - 1
                AND \(selection.eventConditions))
            """
    }

    /// States for how many days archives and backups of the database are kept; an administrator may.
    package func setRetention(days: Int) throws {
        try change { try StatedRetention.state(days, on: $0) }
    }

    /// Sets whether ledgers that are made from now on need a standby; an administrator may.
    package func setNewNeedStandby(_ needStandby: Bool) throws {
        try change { try StandbyPolicy.require(needStandby, on: $0) }
    }

    /// Sets whether a ledger takes writes where no standby confirms them; an administrator may.
    ///
    /// - Throws: ``EventLogError/notALedger(path:)`` if there is no such ledger.
    package func setNeedsStandby(_ needsStandby: Bool, of name: String) throws {
        let changed = try change { connection in
            try connection.ask(
                "UPDATE mailledger.ledger SET needs_standby = \(.bool(needsStandby)) WHERE name = \(.text(name))"
            ).affected
        }
        guard changed > 0 else { throw EventLogError.notALedger(path: name) }
    }

    private func change<Output: Sendable>(_ body: @Sendable (PostgresConnection) throws -> Output) throws -> Output {
        try connection.use { connection in try FleetError.changing { try body(connection) } }
    }
}

extension FleetQuestions.Change {
    fileprivate init(from row: inout PostgresRow) throws {
        let (ledger, operation, number) = try (row.next(String.self), row.next(String.self), row.next(Int64.self))
        let (time, header) = try (row.next(Int64.self), row.next([UInt8]?.self))
        guard let operation = OperationID(operation) else {
            throw EventLogError.corrupt("a transaction without an operation")
        }
        let said = header.flatMap { try? JSONBytesDecoder().decode(TransactionHeader.self, from: $0) }
        var effects: [Effect: Int] = [:]
        for pair in try (row.next(String?.self) ?? "").split(separator: ",") {
            let words = pair.split(separator: " ")
            guard words.count == 2, let count = Int(words[1]) else { continue }
            effects[Effect.of(type: String(words[0])), default: 0] += count
        }
        self.init(
            ledger: ledger, operation: operation, number: number, time: Timestamp(microseconds: time),
            actor: said?.actor, osUser: said?.osUser, host: said?.host, command: said?.command, reason: said?.reason,
            effects: effects)
    }
}
