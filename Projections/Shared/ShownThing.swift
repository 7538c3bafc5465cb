internal import EventLog
internal import SQLiteDatabase

/// The visible rows of things of one kind in public tables; an event is announced if it changes them.
///
/// It suits kinds of which few change at a time, because it reads a thing twice.
final class ShownThings {
    private let connection: Connection
    private let entity: String
    private let tables: [PublicTable]
    /// The number of columns of each table, once one was read.
    private var widths: [Int] = []

    /// - Parameter tables: Those of the projection; the ones about other things are left out.
    init(_ entity: String, in tables: [PublicTable], on connection: Connection) {
        self.connection = connection
        self.entity = entity
        self.tables = tables.filter { $0.entity == entity }
    }

    /// Announces a thing if the closure changes its shown rows.
    func announce(_ id: Int64, account: Int64, _ changes: ChangeRecorder, _ body: () throws -> Void) throws {
        let before = try rows(of: id)
        try body()
        let after = try rows(of: id)
        guard before != after else { return }
        let kind = RowChange.Kind(wasShown: before.contains { !$0.isEmpty }, isShown: after.contains { !$0.isEmpty })
        if let kind { changes.announce(RowChange(kind, entity: entity, id: id, account: account)) }
    }

    private func rows(of id: Int64) throws -> [Set<[Value]>] {
        if widths.isEmpty {
            widths = try tables.map { try connection.cursor($0.rows(of: .none)).columnNames.count }
        }
        return try zip(tables, widths).map { table, width in
            Set(
                try connection.rows(table.rows(of: StreamID(id))) { row in try (0..<width).map { _ in try row.next() } }
            )
        }
    }
}

extension RowChange.Kind {
    /// The change of a row; nil if it is visible neither before nor after.
    init?(wasShown: Bool, isShown: Bool) {
        switch (wasShown, isShown) {
        case (false, true): self = .created
        case (true, true): self = .updated
        case (true, false): self = .destroyed
        case (false, false): return nil
        }
    }
}

extension Connection {
    /// Whether an account lives.
    func isLive(account: Int64) throws -> Bool {
        try first("SELECT 1 FROM account WHERE id = \(bind: account) AND ended IS NULL") { _ in true } ?? false
    }

    /// Whether a message is shown: neither it nor its account has ended.
    func isLive(message: Int64) throws -> Bool {
        try first(
            """
            SELECT 1 FROM message JOIN account ON account.id = message.account
            WHERE message.id = \(bind: message) AND message.is_live AND account.ended IS NULL
            """
        ) { _ in true } ?? false
    }
}
