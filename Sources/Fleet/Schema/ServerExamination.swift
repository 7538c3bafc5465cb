internal import LibPQ

/// What `doctor` looks for on a server beside its settings: standbys, the rights of the role, and what guards the log.
struct ServerExamination {
    private let connection: PostgresConnection
    private let facts: ServerFacts
    /// How each standby takes part in commits; nil for what the role may not see.
    private let standbys: [String?]

    init(on connection: PostgresConnection) throws {
        self.connection = connection
        facts = try ServerFacts(on: connection)
        standbys = try connection.rows("SELECT sync_state FROM pg_stat_replication") { try $0.next(String?.self) }
    }

    func faults() throws -> [ServerFault] {
        try facts.faults + standbyFaults() + roleFaults() + GuardExamination(on: connection).faults()
    }

    /// What the server is, in words.
    func summary() -> String {
        let version = connection.parameter("server_version")?.split(separator: " ").first.map(String.init) ?? "?"
        let overridden = facts.overridden
        return "PostgreSQL \(version) in \(facts.settings["server_encoding"] ?? "?")"
            + (overridden.isEmpty
                ? "" : "; each transaction that writes sets \(overridden.joined(separator: ", ")) itself")
            + (namesStandbys && standbys.contains(nil)
                ? "; only a member of pg_monitor sees whether a standby is synchronous" : "")
    }

    private var namesStandbys: Bool { facts.settings[ServerFacts.standbyNames]?.isEmpty == false }

    private func fault(_ name: String, _ value: String, _ consequence: String, _ advice: String) -> ServerFault {
        ServerFault(weight: .named, name: name, value: value, consequence: consequence, advice: advice)
    }

    // MARK: Standbys

    private func standbyFaults() -> [ServerFault] {
        guard namesStandbys else { return [] }
        if standbys.isEmpty {
            return [
                fault(
                    "the standby", "not connected", "a commit waits for it, and ends as unconfirmed",
                    "Start it, or name another one in synchronous_standby_names")
            ]
        }
        guard !standbys.contains(where: { $0 == nil || $0 == "sync" || $0 == "quorum" }) else { return [] }
        return [
            fault(
                "each standby", "asynchronous", "none of them is named in synchronous_standby_names, and commits wait",
                "Give a standby one of these names as its application_name")
        ]
    }

    // MARK: Rights

    private func roleFaults() throws -> [ServerFault] {
        let role = try connection.first("SELECT current_user::text") { try $0.next(String.self) } ?? "?"
        let owned = try connection.rows(
            """
            SELECT relname::text FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
            WHERE nspname = 'mailledger' AND relkind IN ('r', 'p') AND pg_has_role(current_user, relowner, 'USAGE')
            """
        ) { try $0.next(String.self) }
        let advice = "Connect as a role that is a member of mailledger_node alone"
        guard owned.isEmpty else {
            return [
                fault(
                    "the role \(role)", "an owner of the tables, or a superuser",
                    "an accident of it can remove the log and its guards", advice)
            ]
        }
        let missing = try missingRights()
        var faults =
            missing.isEmpty
            ? []
            : [
                fault(
                    "the role \(role)", "not allowed \(missing.joined(separator: ", "))", "it cannot record",
                    "Let it inherit the rights of mailledger_node, which has them by 'GRANT'")
            ]
        let rights = try excessiveRights()
        if !rights.isEmpty {
            faults.append(
                fault(
                    "the role \(role)", "allowed \(rights.joined(separator: ", "))",
                    "an accident of it can remove mail",
                    "Revoke that"))
        }
        let bypasses = try connection.first("SELECT rolbypassrls FROM pg_roles WHERE rolname = current_user") {
            try $0.next(Bool.self)
        }
        if bypasses == true {
            faults.append(
                fault(
                    "the role \(role)", "allowed to bypass row-level security", "it sees all ledgers of the database",
                    "Run ALTER ROLE … NOBYPASSRLS"))
        }
        return faults
    }

    /// What a node has to be allowed, and this one is not.
    private func missingRights() throws -> [String] {
        try connection.rows(
            """
            SELECT wanted || ' of ' || name FROM (
                SELECT 'INSERT' AS wanted, unnest(\(.texts(Guard.insertable))) AS name
                UNION ALL SELECT 'UPDATE', unnest(\(.texts(Guard.updatable)))
            ) AS needed
            WHERE pg_has_role(current_user, 'mailledger_node', 'MEMBER')
                AND NOT CASE WHEN to_regclass(format('mailledger.%I', name)) IS NULL THEN true
                    ELSE has_table_privilege(to_regclass(format('mailledger.%I', name)), wanted) END
            ORDER BY 1
            """
        ) { try $0.next(String.self) }
    }

    private func excessiveRights() throws -> [String] {
        let rights = try connection.rows(
            """
            SELECT relname::text, wanted FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace,
                unnest(ARRAY['DELETE', 'TRUNCATE', 'UPDATE']) AS wanted
            WHERE nspname = 'mailledger' AND relkind IN ('r', 'p')
                AND has_table_privilege(pg_class.oid, wanted) ORDER BY 1, 2
            """
        ) { try (table: $0.next(String.self), right: $0.next(String.self)) }
        let excessive = rights.filter { right in
            switch right.right {
            case "DELETE": !Guard.deletable.contains(right.table)
            case "UPDATE": !Guard.updatable.contains(right.table)
            default: true
            }
        }
        let columns = try connection.rows(
            """
            SELECT relname::text, attname::text FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
                JOIN pg_attribute ON attrelid = pg_class.oid
            WHERE nspname = 'mailledger' AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped
                AND NOT has_table_privilege(pg_class.oid, 'UPDATE')
                AND has_column_privilege(pg_class.oid, attnum, 'UPDATE') ORDER BY 1, 2
            """
        ) { try (table: $0.next(String.self), column: $0.next(String.self)) }
        return excessive.map { "\($0.right) of \($0.table)" }
            + columns.filter { $0.table != "ledger" || !Guard.updatableOfLedger.contains($0.column) }
            .map { "UPDATE of \($0.table).\($0.column)" }
    }
}
