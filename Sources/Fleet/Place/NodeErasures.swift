internal import DiskFiles
internal import EventLog
internal import LibPQ
internal import MailLedger

/// Makes a node forget what was erased elsewhere: the head of the log counts erasures, and the node keeps the count up to
/// which its files are clean.
struct NodeErasures {
    private let log: PostgresLog
    private let location: LedgerLocation
    private var path: String { location.directory + "/erasures" }

    init(of log: PostgresLog, on location: LedgerLocation) {
        self.log = log
        self.location = location
    }

    /// Removes read models and texts from before an erasure, and tells the server.
    func catchUp(_ ledger: Ledger) throws {
        guard let store = ledger.store as? PostgresLogStore else { return }
        let node = PostgresValue.text("\(ledger.environment.host):\(location.directory)")
        // A node that is known as clean, and was seen lately, writes nothing.
        let found = try store.first(
            """
            SELECT head.erasures, node.erasures = head.erasures AND seen_at > now() - interval '1 hour'
            FROM mailledger.head LEFT JOIN mailledger.node ON node.ledger = head.ledger AND node = \(node)
            WHERE head.ledger = \(store.id)
            """
        ) { try (count: $0.next(Int64.self), isKnown: $0.next(Bool?.self) ?? false) }
        guard let (count, isKnown) = found else { return }
        // Files that were made after the last erasure are clean: a node that begins has none.
        let known = knownCount ?? (location.files.isFolder(location.viewsDirectory) ? 0 : count)
        if known < count {
            // What another process still uses is tried again by the next command.
            guard try ledger.erasure.forgetHere() else { return }
        }
        if knownCount != count { try keep(count) }
        guard !isKnown else { return }
        _ = try store.ask([
            """
            INSERT INTO mailledger.node VALUES (\(store.id), \(node), \(.integer(count)), now())
            ON CONFLICT (ledger, node) DO UPDATE SET erasures = excluded.erasures, seen_at = excluded.seen_at
            """
        ])
    }

    private var knownCount: Int64? {
        guard let bytes = try? location.files.contents(of: path, limit: 32, links: .refused) else { return nil }
        return Int64(String(decoding: bytes, as: UTF8.self).split(separator: "\n").first ?? "")
    }

    private func keep(_ count: Int64) throws {
        try location.replaceFile(path, with: Array("\(count)\n".utf8))
    }
}
