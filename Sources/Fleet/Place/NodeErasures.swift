internal import DiskFiles
internal import EventLog
internal import LibPQ
internal import MailLedger
internal import Synchronization

/// Makes a node forget what was erased elsewhere, and tells the server when it has.
///
/// The head of the log counts erasures. The node keeps the count up to which its files are clean, for all its processes.
final class NodeErasures: Sendable {
    private let location: LedgerLocation
    private var path: String { location.directory + "/erasures" }
    /// When there is something to do though nothing was erased; one thread at a time forgets.
    private let due = Mutex<ContinuousClock.Instant?>(nil)

    init(on location: LedgerLocation) {
        self.location = location
    }

    /// What the node's file says.
    private struct Record: Equatable {
        /// The erasures after which the files are clean.
        var clean: Int64
        /// The erasures after which the read models were replaced, and the last generation of those before. Somebody may
        /// still have one of them open.
        var replaced: (erasures: Int64, generation: Int64)?

        static func == (left: Record, right: Record) -> Bool {
            left.clean == right.clean && left.replaced?.erasures == right.replaced?.erasures
        }
    }

    /// Removes read models and texts from before an erasure, and tells the server.
    ///
    /// - Returns: Whether the count of erasures is news for this ledger.
    func catchUp(_ ledger: Ledger, reopening: () throws -> Ledger) throws -> Bool {
        guard let store = ledger.store as? PostgresLogStore else { return false }
        guard ledger.canWrite else { return try catchUpReader(of: store, reopening) }
        return try due.withLock { due in
            if let due, due > .now, store.isForgotten { return false }
            guard let (count, isKnown) = try state(in: store, ledger) else { return false }
            var record = self.record(at: count)
            if record.clean < count {
                if record.replaced?.erasures != count {
                    record.replaced = (count, try ledger.erasure.forgetHere())
                    try keep(record)
                }
                // What somebody still has open is tried again soon.
                if let replaced = record.replaced, try ledger.erasure.hasForgotten(through: replaced.generation) {
                    record = Record(clean: count)
                }
            }
            try keep(record)
            if record.clean >= count, !isKnown { try report(count, by: ledger, store) }
            due = .now + (record.clean < count ? .seconds(1) : .seconds(3_600))
            return store.noteForgotten(count)
        }
    }

    /// Has a ledger that is read only forget by another one that may change the node's files.
    private func catchUpReader(of store: PostgresLogStore, _ reopening: () throws -> Ledger) throws -> Bool {
        guard !store.isForgotten else { return false }
        let count = try store.erasures()
        let record = self.record(at: count)
        if record.clean < count, record.replaced?.erasures != count { _ = try reopening() }
        return store.noteForgotten(count)
    }

    /// Runs the steps of an erasure of this node: it has forgotten when none is left.
    func finish(in ledger: Ledger, _ steps: () throws -> ErasureSteps) throws -> ErasureSteps {
        guard let store = ledger.store as? PostgresLogStore else { return try steps() }
        // Where another node has done some of the steps already, they were of its files.
        let isWhole = try store.erasureWork()?.steps == .all
        let count = try store.erasures()
        let last = try ledger.stores.register.latestGeneration()
        let remaining = try steps()
        if isWhole, remaining.isEmpty, try ledger.erasure.hasForgotten(through: last) {
            try due.withLock { due in
                try keep(Record(clean: count))
                try report(count, by: ledger, store)
                due = nil
            }
        }
        return remaining
    }

    // MARK: The server

    /// The name of these files on the server. Somebody who audits has rows only under names that end with their role.
    private func name(_ ledger: Ledger) -> PostgresStatement {
        let name = PostgresValue.text("\(ledger.environment.host):\(location.directory)")
        return """
            (\(name)::text || CASE WHEN pg_has_role(current_user, 'mailledger_node', 'MEMBER') THEN ''
                ELSE ' (' || current_user || ')' END)
            """
    }

    /// The count of erasures, and whether the server knows this node as clean and saw it lately.
    private func state(in store: PostgresLogStore, _ ledger: Ledger) throws -> (count: Int64, isKnown: Bool)? {
        try store.first(
            """
            SELECT head.erasures, node.erasures = head.erasures AND seen_at > now() - interval '1 hour'
            FROM mailledger.head LEFT JOIN mailledger.node ON node.ledger = head.ledger AND node = \(name(ledger))
            WHERE head.ledger = \(store.id)
            """
        ) { try (count: $0.next(Int64.self), isKnown: $0.next(Bool?.self) ?? false) }
    }

    /// Tells the server; a standby takes no word of it.
    ///
    /// A row that is lost is written again, so it waits for no standby: a read must not do so.
    private func report(_ count: Int64, by ledger: Ledger, _ store: PostgresLogStore) throws {
        do {
            _ = try store.ask([
                """
                INSERT INTO mailledger.node SELECT \(store.id), \(name(ledger)), \(.integer(count)), now()
                FROM set_config('synchronous_commit', 'off', true) AS setting WHERE setting = 'off'
                ON CONFLICT (ledger, node) DO UPDATE SET erasures = excluded.erasures, seen_at = excluded.seen_at
                """
            ])
        } catch EventLogError.readOnly {
        }
    }

    // MARK: The file

    /// Files that were made after the last erasure are clean: a node that begins has none.
    private func record(at count: Int64) -> Record {
        stored ?? Record(clean: location.files.isFolder(location.viewsDirectory) ? 0 : count)
    }

    private var stored: Record? {
        guard let bytes = try? location.files.contents(of: path, limit: 96, links: .refused) else { return nil }
        let numbers = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).map { Int64($0) }
        guard let clean = numbers.first ?? nil else { return nil }
        guard numbers.count == 3, let erasures = numbers[1], let generation = numbers[2] else {
            return Record(clean: clean)
        }
        return Record(clean: clean, replaced: (erasures, generation))
    }

    private func keep(_ record: Record) throws {
        guard record != stored else { return }
        let replaced = record.replaced.map { " \($0.erasures) \($0.generation)" } ?? ""
        try location.replaceFile(path, with: Array("\(record.clean)\(replaced)\n".utf8))
    }
}
