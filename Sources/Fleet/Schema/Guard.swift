/// What keeps the log from accidents on a server: the script makes it, and `doctor` looks whether it is there.
enum Guard {
    /// A function of the database.
    struct Function {
        let name: String
        let parameters: String
        let attributes: String
        /// The text between the dollar signs.
        let body: String

        /// What the attributes and parameters become in `pg_proc`.
        var properties: [String] {
            let volatility = attributes.contains("IMMUTABLE") ? "i" : attributes.contains("STABLE") ? "s" : "v"
            let setting = attributes.firstRange(of: " SET ").map {
                attributes[$0.upperBound...].replacing(" ", with: "")
            }
            return [
                name, parameters, volatility, String(attributes.contains("SECURITY DEFINER")), String(setting ?? ""),
            ]
        }

        var creation: String {
            "CREATE OR REPLACE FUNCTION mailledger.\(name)(\(parameters)) \(attributes) AS $$\n\(body)\n$$;"
        }
    }

    /// A trigger of a table.
    struct Trigger: Hashable {
        let name: String
        let table: String
        let events: String
        let function: String

        /// Its kind as `pg_trigger.tgtype` has it: the bits of ROW, BEFORE, DELETE, UPDATE and TRUNCATE.
        var type: Int {
            let words = events.split(separator: " ")
            return 2 + (words.contains("TRUNCATE") ? 32 : 1) + (words.contains("DELETE") ? 8 : 0)
                + (words.contains("UPDATE") ? 16 : 0)
        }

        /// Makes it again, whatever is there.
        var renewal: String {
            """
            DROP TRIGGER IF EXISTS \(name) ON mailledger.\(table);
            \(creation)
            """
        }

        var creation: String {
            """
            CREATE TRIGGER \(name) BEFORE \(events) ON mailledger.\(table)
                FOR EACH \(events == "TRUNCATE" ? "STATEMENT" : "ROW") EXECUTE FUNCTION mailledger.\(function)();
            """
        }
    }

    // MARK: Triggers

    static let triggers = triggersOfTheLog + triggersOfOtherTables

    /// Those of version 1.
    static let triggersOfTheLog =
        ["event", "transaction"].flatMap { table in
            [
                Trigger(name: "deletion", table: table, events: "DELETE", function: refuseChange.name),
                Trigger(name: "truncation", table: table, events: "TRUNCATE", function: refuseChange.name),
                Trigger(name: "change", table: table, events: "UPDATE", function: allowBlanking.name),
            ]
        } + [Trigger(name: "change", table: "tile", events: "UPDATE OR DELETE", function: refuseChange.name)]

    /// Those of version 3. The eraser deletes contents, and writers change the heads and ledgers.
    static let triggersOfOtherTables =
        [
            ("content", "UPDATE"), ("content_piece", "UPDATE"), ("erasure", "UPDATE OR DELETE"),
            ("checkpoint", "UPDATE OR DELETE"), ("head", "DELETE"), ("ledger", "DELETE"),
        ].map { table, events in
            Trigger(name: "change", table: table, events: events, function: refuseChange.name)
        }
        + ["content", "content_piece", "erasure", "checkpoint", "head", "ledger", "tile"].map { table in
            Trigger(name: "truncation", table: table, events: "TRUNCATE", function: refuseChange.name)
        }

    // MARK: Functions

    static let functions = [refuseChange, allowBlanking, value, audits]

    static let refuseChange = Function(
        name: "refuse_change", parameters: "", attributes: "RETURNS trigger LANGUAGE plpgsql",
        body: """
            BEGIN
                RAISE EXCEPTION 'the log is append-only: % of mailledger.% is refused', TG_OP, TG_TABLE_NAME
                    USING ERRCODE = '42501';
            END
            """)

    static let allowBlanking = Function(
        name: "allow_blanking", parameters: "", attributes: "RETURNS trigger LANGUAGE plpgsql",
        body: """
            BEGIN
                IF TG_TABLE_NAME LIKE 'event%' THEN
                    IF new.payload IS NULL AND new.salt IS NULL
                        AND EXISTS (SELECT 1 FROM mailledger.erasure e
                            WHERE e.ledger = old.ledger AND e.kind = 'event' AND e.number = old.position)
                        AND (new.ledger, new.position, new.stream, new.version, new.type, new.schema, new.transaction,
                            new.account, new.digest, new.leaf)
                            IS NOT DISTINCT FROM (old.ledger, old.position, old.stream, old.version, old.type, old.schema,
                            old.transaction, old.account, old.digest, old.leaf)
                    THEN RETURN new; END IF;
                ELSIF new.header IS NULL AND new.salt IS NULL
                    AND EXISTS (SELECT 1 FROM mailledger.erasure e
                        WHERE e.ledger = old.ledger AND e.kind = 'transaction' AND e.number = old.number)
                    AND (new.ledger, new.number, new.first_position, new.event_count, new.operation, new.recorded_at,
                        new.digest, new.idempotency)
                        IS NOT DISTINCT FROM (old.ledger, old.number, old.first_position, old.event_count, old.operation,
                        old.recorded_at, old.digest, old.idempotency)
                THEN RETURN new; END IF;
                RAISE EXCEPTION 'the log is append-only: % of mailledger.% is refused', TG_OP, TG_TABLE_NAME
                    USING ERRCODE = '42501';
            END
            """)

    static let value = Function(
        name: "value", parameters: "body text, path text[]",
        attributes: "RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE",
        body: """
            BEGIN
                RETURN body::json #>> path;
            EXCEPTION WHEN OTHERS THEN
                RETURN NULL;
            END
            """)

    /// Without the setting, Citus refuses a question within a policy; other servers take it for one that nothing reads.
    static let audits = Function(
        name: "audits", parameters: "wanted uuid, reader name",
        attributes: "RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog",
        body: """
            BEGIN
                PERFORM set_config('citus.allow_nested_distributed_execution', 'on', true);
                RETURN EXISTS (SELECT 1 FROM mailledger.auditor a WHERE a.ledger = wanted AND a.role = reader)
                    AND pg_has_role(session_user, reader, 'MEMBER');
            END
            """)

    // MARK: Rights

    /// The tables whose rows a node may read, and to which it may add some.
    static let insertable = [
        "ledger", "head", "transaction", "event", "tile", "erasure", "erasure_work", "erasure_content", "checkpoint",
        "content", "content_piece", "cursor", "lock", "node",
    ]
    /// The tables whose rows a node may change.
    static let updatable = ["head", "cursor", "node", "erasure_work"]
    /// The columns of `ledger` that a node may change.
    static let updatableOfLedger = ["damaged", "verifier"]
    /// The tables whose rows a node may delete.
    static let deletable = ["cursor"]
    /// The tables of which somebody who audits sees the rows of some ledgers.
    static let audited = auditedAtFirst + auditedLater
    /// Those of version 1.
    static let auditedAtFirst = ["ledger", "head", "transaction", "event", "tile", "erasure", "checkpoint", "node"]
    /// Those of version 3.
    static let auditedLater = ["erasure_work"]

    // MARK: Row-level security

    /// The rows of ledgers that a role audits, and all rows for a node.
    static func policies(of tables: [String]) -> String {
        tables.map { table in
            """
            ALTER TABLE mailledger.\(table) ENABLE ROW LEVEL SECURITY;
            CREATE POLICY nodes ON mailledger.\(table) TO mailledger_node, mailledger_eraser
                USING (true) WITH CHECK (true);
            CREATE POLICY auditors ON mailledger.\(table) FOR SELECT TO mailledger_auditor
                USING (mailledger.audits(ledger, current_user));
            """
        }.joined(separator: "\n")
    }

    /// The tables that say nothing of single ledgers, and that all roles may read.
    static let ofDatabase = ["schema_version", "setting"]

    /// Lets somebody who audits keep the rows of their own caches.
    static let policyOfCaches = """
        CREATE POLICY \(cachesOfAuditors) ON mailledger.node TO mailledger_auditor
            USING (\(ownCaches))
            WITH CHECK (\(ownCaches));
        """

    /// The names of the policies that a table has.
    static func policyNames(of table: String) -> Set<String> {
        Set(["nodes", "auditors"] + (table == "node" ? [cachesOfAuditors] : []))
    }

    /// The policy by which somebody who audits keeps the rows of their own caches.
    private static let cachesOfAuditors = "caches_of_auditors"
    /// The caches of somebody who audits end with the name of the role.
    private static let ownCaches = """
        mailledger.audits(ledger, current_user) AND right(node, length(current_user) + 3) = ' (' || current_user || ')'
            AND node !~ '[[:cntrl:]]'
        """

    // MARK: Repair

    /// Makes all functions, triggers and policies again, whatever is there; rows and grants stay.
    static let renewal = """
        \(functions.map(\.creation).joined(separator: "\n"))
        \(triggers.map(\.renewal).joined(separator: "\n"))
        DO $$
        DECLARE
            policy record;
        BEGIN
            FOR policy IN SELECT tablename, policyname FROM pg_policies WHERE schemaname = 'mailledger'
                AND tablename IN (\(audited.map { "'\($0)'" }.joined(separator: ", "))) LOOP
                EXECUTE format('DROP POLICY %I ON mailledger.%I', policy.policyname, policy.tablename);
            END LOOP;
        END $$;
        \(policies(of: audited))
        \(policyOfCaches)
        """
}
