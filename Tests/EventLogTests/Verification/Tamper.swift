import Cryptography
import EventLog
import SQLiteDatabase

/// A way to damage a log past its guard rails, and the first position that is wrong then.
struct Tamper: Sendable {
    let name: String
    let position: Int64
    let apply: @Sendable (Connection) throws -> Void
    /// The same as SQL for any engine; nil where values are computed.
    private(set) var script: String?

    init(_ name: String, at position: Int64, _ script: StaticString) {
        self.init(name, at: position) { try $0.runScript(script) }
        self.script = "\(script)"
    }

    init(_ name: String, at position: Int64, _ apply: @escaping @Sendable (Connection) throws -> Void) {
        self.name = name
        self.position = position
        self.apply = apply
    }

    /// Positions 1–2, 3–5, 6 (with a key), 7–9 and 10–12; streams 1, 2, 4, 7 and 12.
    static func fill(_ store: any LogStore) throws {
        try store.record([.added("account", account: .own), .added("b", account: .stream(.started(0)))])
        try store.record([.edited(.at(2), "c", account: .stream(.at(1))), .added("d"), .edited(.started(1), "e")])
        try store.record([.edited(.at(1), "f", account: .stream(.at(1)))], key: "key")
        try store.record([.added("g"), .edited(.at(2), "h"), .edited(.at(4), "i")])
        try store.record([.edited(.at(7), "j"), .edited(.at(4), "k"), .added("l")])
    }

    static let events = [
        Tamper("payload", at: 5, "UPDATE events SET payload = replace(payload, 'e\"}', 'x\"}') WHERE position = 5"),
        Tamper("payload and digest", at: 5) { raw in
            let payload = #"{"text":{"old":"","new":"x"}}"#
            let salt = [UInt8](repeating: 7, count: 16)
            try raw.run(
                """
                UPDATE events SET payload = \(bind: payload), salt = \(bind: salt),
                    digest = \(bind: SHA256Hasher.digest(of: salt + Array(payload.utf8)).bytes)
                WHERE position = 5
                """)
        },
        Tamper("payload blanked", at: 5, "UPDATE events SET payload = NULL, salt = NULL WHERE position = 5"),
        Tamper("payload half blanked", at: 5, "UPDATE events SET payload = NULL WHERE position = 5"),
        Tamper("payload moved into the salt", at: 5) { raw in
            try raw.runScript(
                """
                UPDATE events SET salt = CAST(salt || substr(CAST(payload AS BLOB), 1, 3) AS BLOB),
                    payload = substr(payload, 4)
                WHERE position = 5
                """)
        },
        Tamper("salt", at: 5, "UPDATE events SET salt = randomblob(16) WHERE position = 5"),
        Tamper("digest", at: 5, "UPDATE events SET digest = randomblob(32) WHERE position = 5"),
        Tamper("type", at: 8, "UPDATE events SET type = 'test.note-added' WHERE position = 8"),
        Tamper("schema", at: 8, "UPDATE events SET \"schema\" = 2 WHERE position = 8"),
        Tamper("account", at: 8, "UPDATE events SET account = 1 WHERE position = 8"),
        Tamper("stream", at: 8, "UPDATE events SET stream = 1 WHERE position = 8"),
        Tamper("stream that never was", at: 8, "UPDATE events SET stream = 3 WHERE position = 8"),
        Tamper("version", at: 9, "UPDATE events SET version = 5 WHERE position = 9"),
        Tamper("transaction", at: 8, "UPDATE events SET \"transaction\" = 3 WHERE position = 8"),
        Tamper(
            "positions swapped", at: 8,
            "UPDATE events SET position = 99 WHERE position = 8; UPDATE events SET position = 8 WHERE position = 9; UPDATE events SET position = 9 WHERE position = 99;"
        ),
        Tamper(
            "contents swapped", at: 8,
            "CREATE TEMP TABLE kept AS SELECT * FROM events; UPDATE events SET payload = (SELECT payload FROM kept WHERE kept.position = 17 - events.position) WHERE position IN (8, 9)"
        ),
        Tamper("event deleted", at: 8, "DELETE FROM events WHERE position = 8"),
        Tamper("first event deleted", at: 1, "DELETE FROM events WHERE position = 1"),
        Tamper(
            "event deleted and the rest moved up", at: 8,
            "DELETE FROM events WHERE position = 8; UPDATE events SET position = position - 1 WHERE position > 8"),
        Tamper(
            "event inserted", at: 8,
            "UPDATE events SET position = -position WHERE position >= 8; UPDATE events SET position = 1 - position WHERE position < 0; INSERT INTO events SELECT 8, 8, 1, type, \"schema\", \"transaction\", account, payload, salt, digest FROM events WHERE position = 7"
        ),
        Tamper(
            "event added at the end", at: 13,
            "INSERT INTO events SELECT 13, 13, 1, type, \"schema\", \"transaction\", account, payload, salt, digest FROM events WHERE position = 12"
        ),
        Tamper("tail of events cut", at: 11, "DELETE FROM events WHERE position > 10"),
        Tamper("all events deleted", at: 1, "DELETE FROM events"),
    ]

    static let transactions = [
        Tamper(
            "actor", at: 3,
            "UPDATE transactions SET header = replace(header, '\"actor\":\"ada\"', '\"actor\":\"eve\"') WHERE number = 2"
        ),
        Tamper(
            "reason", at: 3,
            "UPDATE transactions SET header = replace(header, '\"reason\":null', '\"reason\":\"told so\"') || ' ' WHERE number = 2"
        ),
        Tamper("header and digest", at: 3) { raw in
            let row = try raw.first("SELECT header, salt FROM transactions WHERE number = 2") {
                try ($0.next(String.self), $0.next([UInt8].self))
            }
            guard let (header, salt) = row else { return }
            let forged = header.replacing(#""actor":"ada""#, with: #""actor":"eve""#)
            try raw.run(
                """
                UPDATE transactions SET header = \(bind: forged),
                    digest = \(bind: SHA256Hasher.digest(of: salt + Array(forged.utf8)).bytes) WHERE number = 2
                """)
        },
        Tamper("header blanked", at: 3, "UPDATE transactions SET header = NULL, salt = NULL WHERE number = 2"),
        Tamper("header half blanked", at: 3, "UPDATE transactions SET salt = NULL WHERE number = 2"),
        Tamper("header's salt", at: 3, "UPDATE transactions SET salt = randomblob(16) WHERE number = 2"),
        Tamper("header's digest", at: 3, "UPDATE transactions SET digest = randomblob(32) WHERE number = 2"),
        Tamper("time", at: 7, "UPDATE transactions SET recorded_at = recorded_at + 1 WHERE number = 4"),
        Tamper(
            "time under a blanked header", at: 7,
            "INSERT INTO erasures VALUES ('transaction', 4); UPDATE transactions SET header = NULL, salt = NULL, recorded_at = 1 WHERE number = 4"
        ),
        Tamper(
            "operation", at: 7,
            "UPDATE transactions SET operation = '00000000-0000-4000-8000-000000000000' WHERE number = 4"),
        Tamper("first position", at: 7, "UPDATE transactions SET first_position = 8 WHERE number = 4"),
        Tamper("more events", at: 6, "UPDATE transactions SET event_count = 4 WHERE number = 2"),
        Tamper("fewer events", at: 5, "UPDATE transactions SET event_count = 2 WHERE number = 2"),
        Tamper("more events at the end", at: 13, "UPDATE transactions SET event_count = 4 WHERE number = 5"),
        Tamper("idempotency key taken away", at: 6, "UPDATE transactions SET idempotency = NULL WHERE number = 3"),
        Tamper("idempotency key given", at: 3, "UPDATE transactions SET idempotency = randomblob(32) WHERE number = 2"),
        Tamper("transaction deleted", at: 7, "DELETE FROM transactions WHERE number = 4"),
        Tamper("last transaction deleted", at: 10, "DELETE FROM transactions WHERE number = 5"),
        Tamper(
            "whole transaction cut out", at: 6,
            "DELETE FROM events WHERE position = 6; DELETE FROM transactions WHERE number = 3"),
        Tamper(
            "transaction added", at: 13,
            "INSERT INTO transactions SELECT 6, 13, 1, operation, recorded_at, header, salt, digest, NULL FROM transactions WHERE number = 5"
        ),
        Tamper(
            "tail of events and transactions cut", at: 10,
            "DELETE FROM events WHERE position > 9; DELETE FROM transactions WHERE number = 5"),
        Tamper("everything deleted but the tiles", at: 1, "DELETE FROM events; DELETE FROM transactions"),
    ]

    static let tiles = [
        Tamper(
            "leaf hash", at: 5,
            "UPDATE tiles SET hashes = CAST(substr(hashes, 1, 4 * 32 + 7) || x'00' || substr(hashes, 4 * 32 + 9) AS BLOB) WHERE level = 0"
        ),
        Tamper("tile cut", at: 12, "UPDATE tiles SET hashes = substr(hashes, 1, 11 * 32 + 31)"),
        Tamper("tile too long", at: 13, "UPDATE tiles SET hashes = CAST(hashes || zeroblob(32) AS BLOB)"),
        Tamper("tile missing", at: 1, "DELETE FROM tiles"),
        Tamper("tile too many", at: 13, "INSERT INTO tiles VALUES (1, 0, zeroblob(32))"),
        Tamper("ledger id", at: 1, "UPDATE ledger SET uuid = '00000000-0000-4000-8000-000000000000'"),
    ]
}

extension Tamper: CustomStringConvertible {
    var description: String { name }
}
