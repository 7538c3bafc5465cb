package import LibPQ

/// The tables, roles and guard rails of ledgers on a server.
///
/// Every key begins with the ledger's id, so that Citus or YugabyteDB can spread ledgers over machines. The grants are
/// the first guard against accidents, and the triggers the second; `verify` and a witness stop people.
package enum FleetSchema {
    /// What each version adds, from the first on.
    private static let steps = [
        tables + guards + functions + roles, settings, caches + laterGuards, askingAsAdministrator,
    ]

    /// The version that this program writes; migrations only add tables and columns.
    package static let version = Int64(steps.count)

    /// Makes the tables and the roles, or adds what they lack, as an administrator who may create roles.
    ///
    /// - Returns: The guards that were missing or changed, and are made again.
    /// - Throws: ``FleetError/schema(found:)`` if there are tables of a newer version; `PostgresError`.
    @discardableResult
    package static func apply(on connection: PostgresConnection) throws -> [String] {
        let found = try foundVersion(on: connection) ?? 0
        guard found <= version else { throw FleetError.schema(found: found) }
        if found < version { try run(script(after: found), on: connection) }
        let missing = try missingTables(on: connection)
        guard missing.isEmpty else { throw FleetError.incomplete(missing.joined(separator: ", ")) }
        let faults = try GuardExamination(on: connection).renewableFaults()
        if !faults.isEmpty { try run(Guard.renewal, on: connection) }
        return faults.map(\.name)
    }

    /// Runs all statements of a script, or none.
    private static func run(_ script: String, on connection: PostgresConnection) throws {
        try connection.runScript("BEGIN")
        do {
            for statement in statements(of: script) { try connection.runScript(statement) }
            try connection.runScript("COMMIT")
        } catch {
            try? connection.runScript("ROLLBACK")
            throw error
        }
    }

    /// The statements of a script, one by one: of a script as a whole, Citus sends all to a worker for each trigger.
    private static func statements(of script: String) -> [String] {
        var statements: [String] = []
        var (statement, isBody) = ("", false)
        for line in script.split(separator: "\n") {
            statement += line + "\n"
            if line.ranges(of: "$$").count % 2 == 1 { isBody.toggle() }
            if !isBody, line.hasSuffix(";") {
                statements.append(statement)
                statement = ""
            }
        }
        precondition(statement.allSatisfy(\.isWhitespace), "each statement of the script ends with a semicolon")
        return statements
    }

    /// Refuses tables that this program does not know.
    ///
    /// - Parameter isLast: Whether the transaction that is open ends with the question.
    /// - Throws: ``FleetError/schema(found:)``; `PostgresError`.
    package static func require(on connection: PostgresConnection, isLast: Bool = false) throws {
        let found = try foundVersion(on: connection, isLast: isLast)
        guard found == version else { throw FleetError.schema(found: found) }
    }

    /// The version of the tables that are there; nil if there are none.
    private static func foundVersion(on connection: PostgresConnection, isLast: Bool = false) throws -> Int64? {
        do {
            let question: PostgresStatement = "SELECT max(version) FROM mailledger.schema_version"
            return try connection.ask([question] + (isLast ? ["COMMIT"] : []))[0].rows { try $0.next(Int64?.self) }
                .first ?? nil
        } catch let error as PostgresError where error.condition == .noSchema {
            return nil
        }
    }

    /// The tables of the script that are not there.
    static func missingTables(on connection: PostgresConnection) throws -> [String] {
        let names = script.matches(of: #/CREATE TABLE mailledger\.(\w+)/#).map { String($0.1) }
        return try connection.rows(
            """
            SELECT name FROM unnest(\(.texts(names))) AS name WHERE to_regclass('mailledger.' || quote_ident(name)) IS NULL
            ORDER BY name
            """
        ) { try $0.next(String.self) }
    }

    /// The whole of it as SQL, for an administrator to read and to run.
    package static let script = script(after: 0)

    /// What a database of an earlier version lacks, up to a version.
    package static func script(after version: Int64, through last: Int64 = version) -> String {
        steps.prefix(Int(last)).enumerated().dropFirst(Int(version)).map { number, step in
            step + "INSERT INTO mailledger.schema_version VALUES (\(number + 1), now());\n"
        }.joined()
    }

    private static let tables = """
        CREATE SCHEMA mailledger;
        CREATE TABLE mailledger.schema_version (version int PRIMARY KEY, changed_at timestamptz NOT NULL);

        CREATE TABLE mailledger.ledger (
            ledger uuid PRIMARY KEY,
            name text COLLATE "C" NOT NULL,
            origin text NOT NULL,
            format int NOT NULL,
            created_at bigint NOT NULL,
            -- Whether it takes writes where no standby has to confirm them.
            needs_standby boolean NOT NULL,
            verifier text,
            damaged text
        );
        CREATE UNIQUE INDEX ledger_by_name ON mailledger.ledger (name);

        -- The end of each log; its row is the lock of the writer.
        CREATE TABLE mailledger.head (
            ledger uuid PRIMARY KEY,
            position bigint NOT NULL,
            transaction bigint NOT NULL,
            -- One more with each erasure: nodes compare it with what they have forgotten.
            erasures bigint NOT NULL DEFAULT 0,
            restored boolean NOT NULL DEFAULT false,
            -- Why it takes no writes; NULL if it takes them.
            sealed text
        ) WITH (fillfactor = 50);

        CREATE TABLE mailledger.transaction (
            ledger uuid NOT NULL,
            number bigint NOT NULL,
            first_position bigint NOT NULL,
            event_count int NOT NULL CHECK (event_count > 0),
            operation text COLLATE "C" NOT NULL,
            recorded_at bigint NOT NULL,
            header text,
            salt bytea,
            digest bytea NOT NULL CHECK (octet_length(digest) = 32),
            idempotency bytea,
            PRIMARY KEY (ledger, number)
        );
        CREATE UNIQUE INDEX transaction_by_idempotency ON mailledger.transaction (ledger, idempotency)
            WHERE idempotency IS NOT NULL;
        CREATE INDEX transaction_by_operation ON mailledger.transaction (ledger, operation, number);
        -- For questions over all ledgers.
        CREATE INDEX transaction_by_time ON mailledger.transaction (recorded_at);

        CREATE TABLE mailledger.event (
            ledger uuid NOT NULL,
            position bigint NOT NULL,
            stream bigint NOT NULL,
            version bigint NOT NULL,
            type text COLLATE "C" NOT NULL,
            schema smallint NOT NULL,
            transaction bigint NOT NULL,
            account bigint NOT NULL,
            -- Text and never jsonb, which refuses some of what mail holds, and orders keys its own way.
            payload text,
            salt bytea,
            digest bytea NOT NULL CHECK (octet_length(digest) = 32),
            leaf bytea NOT NULL CHECK (octet_length(leaf) = 32),
            PRIMARY KEY (ledger, position),
            UNIQUE (ledger, stream, version)
        );
        CREATE INDEX event_rotations ON mailledger.event (ledger, position) WHERE type = 'ledger.key-rotated';

        -- Full tiles of the Merkle tree alone: a growing one is in event.leaf, or in the roots of the tiles below it.
        CREATE TABLE mailledger.tile (
            ledger uuid NOT NULL,
            level smallint NOT NULL,
            number bigint NOT NULL,
            hashes bytea NOT NULL CHECK (octet_length(hashes) = 8192),
            root bytea NOT NULL CHECK (octet_length(root) = 32),
            PRIMARY KEY (ledger, level, number)
        );
        ALTER TABLE mailledger.tile ALTER hashes SET STORAGE EXTERNAL;

        CREATE TABLE mailledger.erasure (
            ledger uuid NOT NULL,
            kind text NOT NULL CHECK (kind IN ('event', 'transaction')),
            number bigint NOT NULL,
            PRIMARY KEY (ledger, kind, number)
        );
        CREATE TABLE mailledger.erasure_work (
            ledger uuid PRIMARY KEY, steps bigint NOT NULL, views_generation bigint NOT NULL);
        CREATE TABLE mailledger.erasure_content (ledger uuid NOT NULL, digest bytea NOT NULL, PRIMARY KEY (ledger, digest));
        CREATE TABLE mailledger.checkpoint (
            ledger uuid NOT NULL, size bigint NOT NULL, note text NOT NULL, PRIMARY KEY (ledger, size));

        CREATE TABLE mailledger.content (
            ledger uuid NOT NULL,
            digest bytea NOT NULL CHECK (octet_length(digest) = 32),
            -- Grows with each content of the ledger.
            number bigint NOT NULL,
            size bigint NOT NULL,
            stored_size bigint NOT NULL,
            -- NULL where the frame is in pieces.
            data bytea,
            PRIMARY KEY (ledger, digest)
        );
        CREATE UNIQUE INDEX content_by_number ON mailledger.content (ledger, number);
        CREATE TABLE mailledger.content_piece (
            ledger uuid NOT NULL,
            digest bytea NOT NULL,
            piece int NOT NULL,
            data bytea NOT NULL,
            PRIMARY KEY (ledger, digest, piece)
        );
        -- It is compressed already.
        ALTER TABLE mailledger.content ALTER data SET STORAGE EXTERNAL;
        ALTER TABLE mailledger.content_piece ALTER data SET STORAGE EXTERNAL;

        CREATE TABLE mailledger.cursor (
            ledger uuid NOT NULL,
            name text COLLATE "C" NOT NULL,
            position bigint,
            leaf bytea,
            holder uuid,
            fence bigint NOT NULL DEFAULT 0,
            held_until timestamptz,
            PRIMARY KEY (ledger, name)
        );
        -- Not used any more, and always empty: leases of cursors do its work. It stays, since migrations only add.
        CREATE TABLE mailledger.lock (ledger uuid NOT NULL, name text COLLATE "C" NOT NULL, PRIMARY KEY (ledger, name));
        -- Which caches have forgotten what was erased.
        CREATE TABLE mailledger.node (
            ledger uuid NOT NULL,
            node text NOT NULL,
            erasures bigint NOT NULL,
            seen_at timestamptz NOT NULL,
            PRIMARY KEY (ledger, node)
        );
        -- Who may read one ledger, and which.
        CREATE TABLE mailledger.auditor (role name NOT NULL, ledger uuid NOT NULL, PRIMARY KEY (role, ledger));

        """

    private static let guards = """

        \(Guard.refuseChange.creation)
        \(Guard.allowBlanking.creation)
        \(creation(of: Guard.triggersOfTheLog))

        """

    private static let functions = """

        -- A value of JSON text; NULL where there is none, and where PostgreSQL refuses the text, as it does U+0000.
        \(Guard.value.creation)
        -- Whether a role may read a ledger. The table itself is hidden: its rows name the other ledgers.
        \(Guard.audits.creation)

        """

    private static let roles = """

        DO $$
        DECLARE
            wanted text;
        BEGIN
            FOREACH wanted IN ARRAY ARRAY['mailledger_node', 'mailledger_eraser', 'mailledger_auditor'] LOOP
                IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = wanted) THEN
                    EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT', wanted);
                END IF;
            END LOOP;
        END $$;
        -- A node becomes the eraser for a transaction, and has none of its rights otherwise.
        GRANT mailledger_eraser TO mailledger_node;
        GRANT USAGE ON SCHEMA mailledger TO mailledger_node, mailledger_eraser, mailledger_auditor;
        GRANT SELECT, INSERT ON \(list(Guard.insertable)) TO mailledger_node;
        GRANT SELECT ON mailledger.schema_version TO mailledger_node, mailledger_auditor;
        GRANT SELECT ON mailledger.node TO mailledger_auditor;
        GRANT UPDATE ON \(list(Guard.updatable)) TO mailledger_node;
        GRANT UPDATE (\(Guard.updatableOfLedger.joined(separator: ", "))) ON mailledger.ledger TO mailledger_node;
        GRANT DELETE ON \(list(Guard.deletable)) TO mailledger_node;
        GRANT SELECT ON mailledger.ledger, mailledger.head, mailledger.transaction, mailledger.event,
            mailledger.erasure, mailledger.erasure_work, mailledger.erasure_content, mailledger.content,
            mailledger.content_piece TO mailledger_eraser;
        GRANT UPDATE (payload, salt) ON mailledger.event TO mailledger_eraser;
        GRANT UPDATE (header, salt) ON mailledger.transaction TO mailledger_eraser;
        GRANT DELETE ON mailledger.erasure_work, mailledger.erasure_content, mailledger.content,
            mailledger.content_piece TO mailledger_eraser;
        GRANT SELECT ON mailledger.ledger, mailledger.head, mailledger.transaction, mailledger.event, mailledger.tile,
            mailledger.erasure, mailledger.checkpoint TO mailledger_auditor;
        \(Guard.policies(of: Guard.auditedAtFirst))

        """

    private static func creation(of triggers: [Guard.Trigger]) -> String {
        triggers.map(\.creation).joined(separator: "\n")
    }

    private static func list(_ names: [String]) -> String {
        names.map { "mailledger.\($0)" }.joined(separator: ", ")
    }

    private static let settings = """

        -- What the operator states of the whole database.
        CREATE TABLE mailledger.setting (name text COLLATE "C" PRIMARY KEY, value text NOT NULL);
        GRANT SELECT ON mailledger.setting TO mailledger_node, mailledger_auditor;
        -- Nobody asks in the name of another role.
        \(Guard.audits.creation)
        -- ANALYZE would keep samples of mail, which no erasure finds.
        ALTER TABLE mailledger.event ALTER payload SET STATISTICS 0;
        ALTER TABLE mailledger.transaction ALTER header SET STATISTICS 0;
        ALTER TABLE mailledger.content ALTER data SET STATISTICS 0;
        ALTER TABLE mailledger.content_piece ALTER data SET STATISTICS 0;

        """

    private static let caches = """

        -- Somebody who audits has a cache, too: its row says what it has forgotten, and 'erase' names it.
        GRANT INSERT, UPDATE ON mailledger.node TO mailledger_auditor;
        \(Guard.policyOfCaches)
        GRANT SELECT ON \(list(Guard.auditedLater)) TO mailledger_auditor;
        \(Guard.policies(of: Guard.auditedLater))

        """

    private static let laterGuards = """

        \(creation(of: Guard.triggersOfOtherTables))
        -- As Citus takes them, too: its parts of a table have names of their own, and a policy asks the table of auditors.
        \(Guard.allowBlanking.creation)
        \(Guard.audits.creation)
        REVOKE UPDATE ON mailledger.lock FROM mailledger_node;

        """

    private static let askingAsAdministrator = """

        -- Without a setting of its own, which no administrator but a superuser may give it.
        \(Guard.audits.creation)

        """
}
