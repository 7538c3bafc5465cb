package import EventLog
internal import LibPQ

extension PostgresLogStore {
    package func verify(last count: Int64?, progress: (Position) -> Bool) throws -> LogReport {
        do {
            let report = try withSnapshot {
                let report = try PlainVerification(of: self).run(last: count, progress: progress)
                try compareLeaves()
                return report
            }
            if count == nil { try mark(nil) }
            return report
        } catch let fault as LogFault {
            try? mark(fault.description)
            throw fault
        }
    }

    /// Compares the leaf of each event and the root of each tile with the tiles that hold them.
    ///
    /// What the tree is checked by is the tiles; the rows that make the next ones have to agree.
    private func compareLeaves() throws {
        try compareTileNumbers()
        let leaf = try first(
            """
            SELECT min(position) FROM mailledger.event JOIN mailledger.tile ON tile.ledger = event.ledger
                AND level = 0 AND number = (position - 1) / 256
            WHERE event.ledger = \(id) AND leaf <> substring(hashes FROM ((position - 1) % 256)::int * 32 + 1 FOR 32)
            """
        ) { try $0.next(Int64?.self) }
        if let leaf, let leaf {
            throw LogFault(position: Position(leaf), reason: "the entry differs from its leaf in the Merkle tree")
        }
        let root = try first(
            """
            SELECT min(below.number) FROM mailledger.tile below JOIN mailledger.tile above ON above.ledger = below.ledger
                AND above.level = below.level + 1 AND above.number = below.number / 256
            WHERE below.ledger = \(id)
                AND below.root <> substring(above.hashes FROM (below.number % 256)::int * 32 + 1 FOR 32)
            """
        ) { try $0.next(Int64?.self) }
        if let root, let root {
            throw LogFault(
                position: .start, reason: "the root of the Merkle tile \(root) differs from the tile above it")
        }
    }

    /// Compares the numbers of full tiles with those that a log of this length has.
    ///
    /// A tile is read by its number, and one that is missing is made of what is below it: nothing else sees a moved one.
    private func compareTileNumbers() throws {
        let found = try rows(
            """
            SELECT level, count(DISTINCT number), min(number), max(number) FROM mailledger.tile
            WHERE ledger = \(id) GROUP BY level
            """
        ) {
            try (
                level: $0.next(Int.self), count: $0.next(Int64.self), first: $0.next(Int64.self),
                last: $0.next(Int64.self)
            )
        }
        var (level, expected) = (0, try head().position.rawValue / TileID.width)
        while expected > 0 || found.contains(where: { $0.level >= level }) {
            let tiles = found.first { $0.level == level }
            guard tiles?.count ?? 0 == expected, tiles?.first ?? 0 == 0, tiles?.last ?? -1 == expected - 1 else {
                throw LogFault(
                    position: .start, reason: "the Merkle tiles of level \(level) are not those of a log of this length"
                )
            }
            (level, expected) = (level + 1, expected / TileID.width)
        }
    }

    /// Notes the first fault, or that there is none.
    private func mark(_ finding: String?) throws {
        guard access == .readWrite else { return }
        _ = try ask([marking(finding)])
    }

    /// Notes it by a connection of its own: a transaction that goes on may only read, or be rolled back.
    ///
    /// Nothing is waited for: who has the row may be this thread's own transaction.
    package func noteDamage(_ finding: String) {
        guard access == .readWrite else { return }
        _ = try? log.lending { connection in
            try connection.ask(
                """
                \(marking(finding)) AND ledger IN (
                    SELECT ledger FROM mailledger.ledger WHERE ledger = \(id) FOR NO KEY UPDATE SKIP LOCKED)
                """)
        }
    }

    private func marking(_ finding: String?) -> PostgresStatement {
        """
        UPDATE mailledger.ledger
        SET damaged = CASE WHEN \(.text(finding)) IS NULL THEN NULL ELSE coalesce(damaged, \(.text(finding))) END
        WHERE ledger = \(id) AND (damaged IS NOT NULL OR \(.text(finding)) IS NOT NULL)
        """
    }

    package func verifyErasures() throws {
        try PlainVerification(of: self).verifyErasures()
    }

    package func lastPosition() throws -> Position {
        let last = try first("SELECT max(position) FROM mailledger.event WHERE ledger = \(id)") {
            try $0.next(Int64?.self)
        }
        return Position((last ?? nil) ?? 0)
    }
}
