internal import SQLiteDatabase

/// The tables of `log.sqlite`.
///
/// The triggers are guard rails against accidents; `verify` and a witness stop people. The one change that they let
/// pass is the blanking of a payload or a header that `erasures` lists.
enum LogSchema {
    /// The `application_id` by which a file says that it is a ledger's log: "MLLG".
    static let applicationID: Int64 = 0x4D4C_4C47
    // A PRAGMA takes no placeholder.
    static let applicationIDLiteral: SQL = "0x4D4C4C47"

    static func create(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE ledger (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                uuid TEXT NOT NULL,
                origin TEXT NOT NULL,
                format INTEGER NOT NULL,
                created_at INTEGER NOT NULL,
                verifier TEXT
            ) STRICT;
            """)
        try connection.run(ViewsTable.creation)
        try connection.runScript(
            """
            CREATE TABLE transactions (
                number INTEGER PRIMARY KEY,
                first_position INTEGER NOT NULL,
                event_count INTEGER NOT NULL CHECK (event_count > 0),
                operation TEXT NOT NULL,
                recorded_at INTEGER NOT NULL,
                header TEXT,
                salt BLOB,
                digest BLOB NOT NULL CHECK (length(digest) = 32),
                idempotency BLOB
            ) STRICT;
            CREATE UNIQUE INDEX transactions_by_idempotency ON transactions (idempotency) WHERE idempotency IS NOT NULL;
            CREATE INDEX transactions_by_operation ON transactions (operation, number);

            CREATE TABLE events (
                position INTEGER PRIMARY KEY,
                stream INTEGER NOT NULL,
                version INTEGER NOT NULL,
                type TEXT NOT NULL,
                "schema" INTEGER NOT NULL,
                "transaction" INTEGER NOT NULL,
                account INTEGER NOT NULL,
                payload TEXT,
                salt BLOB,
                digest BLOB NOT NULL CHECK (length(digest) = 32)
            ) STRICT;
            CREATE UNIQUE INDEX events_by_stream ON events (stream, version);
            CREATE INDEX key_rotations ON events (position) WHERE type = 'ledger.key-rotated';

            CREATE TABLE tiles (
                level INTEGER NOT NULL,
                number INTEGER NOT NULL,
                hashes BLOB NOT NULL,
                PRIMARY KEY (level, number)
            ) STRICT;

            CREATE TABLE erasures (
                kind TEXT NOT NULL CHECK (kind IN ('event', 'transaction')),
                number INTEGER NOT NULL,
                PRIMARY KEY (kind, number)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE erasure_work (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                steps INTEGER NOT NULL,
                views_generation INTEGER NOT NULL
            ) STRICT;
            CREATE TABLE erasure_content (digest BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;

            CREATE TABLE checkpoints (
                size INTEGER PRIMARY KEY,
                note TEXT NOT NULL
            ) STRICT;

            CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
            BEGIN SELECT RAISE(ABORT, 'the log is append-only: an event is never deleted'); END;
            CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
            WHEN NOT (
                new.payload IS NULL AND new.salt IS NULL
                AND EXISTS (SELECT 1 FROM erasures WHERE kind = 'event' AND number = old.position)
                AND (new.position, new.stream, new.version, new.type, new."schema", new."transaction", new.account, new.digest)
                    IS (old.position, old.stream, old.version, old.type, old."schema", old."transaction", old.account, old.digest)
            )
            BEGIN SELECT RAISE(ABORT, 'the log is append-only: an event is never changed'); END;
            CREATE TRIGGER transactions_are_never_deleted BEFORE DELETE ON transactions
            BEGIN SELECT RAISE(ABORT, 'the log is append-only: a transaction is never deleted'); END;
            CREATE TRIGGER transactions_are_never_changed BEFORE UPDATE ON transactions
            WHEN NOT (
                new.header IS NULL AND new.salt IS NULL
                AND EXISTS (SELECT 1 FROM erasures WHERE kind = 'transaction' AND number = old.number)
                AND (new.number, new.first_position, new.event_count, new.operation, new.recorded_at, new.digest, new.idempotency)
                    IS (old.number, old.first_position, old.event_count, old.operation, old.recorded_at, old.digest, old.idempotency)
            )
            BEGIN SELECT RAISE(ABORT, 'the log is append-only: a transaction is never changed'); END;
            """)
    }
}
