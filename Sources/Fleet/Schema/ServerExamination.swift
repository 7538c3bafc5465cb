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
        try facts.faults + standbyFaults() + roleFaults() + triggerFaults() + functionFaults() + policyFaults()
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
        let rights = try excessiveRights()
        guard !rights.isEmpty else { return [] }
        return [
            fault(
                "the role \(role)", "allowed \(rights.joined(separator: ", "))", "an accident of it can remove mail",
                "Revoke that")
        ]
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

    // MARK: Guards

    private func triggerFaults() throws -> [ServerFault] {
        let rows = try connection.rows(
            """
            SELECT tgname::text, relname::text, proname::text FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
                JOIN pg_namespace ON pg_namespace.oid = relnamespace JOIN pg_proc ON pg_proc.oid = tgfoid
            WHERE nspname = 'mailledger' AND NOT tgisinternal AND tgenabled IN ('O', 'A')
            """
        ) { try [$0.next(String.self), $0.next(String.self), $0.next(String.self)] }
        let enabled = Set(rows)
        return Guard.triggers.filter { !enabled.contains([$0.name, $0.table, $0.function]) }.map { trigger in
            fault(
                "the trigger \(trigger.name) of \(trigger.table)", "missing or disabled",
                "the owner of the tables can change the log by accident",
                "Enable it by ALTER TABLE … ENABLE TRIGGER, or make it as the script of the tables does")
        }
    }

    private func functionFaults() throws -> [ServerFault] {
        let bodies = try connection.rows(
            """
            SELECT proname::text, prosrc FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace
            WHERE nspname = 'mailledger'
            """
        ) { try (name: $0.next(String.self), body: $0.next(String.self)) }
        func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }
        return Guard.functions.filter { function in
            !bodies.contains { $0.name == function.name && words($0.body) == words(function.body) }
        }.map { function in
            fault(
                "the function \(function.name)", "missing or changed", "it does not guard what it should",
                "Make it as the script of the tables does")
        }
    }

    private func policyFaults() throws -> [ServerFault] {
        let open = try connection.rows(
            """
            SELECT relname::text FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
            WHERE nspname = 'mailledger' AND relkind IN ('r', 'p') AND NOT relrowsecurity
            """
        ) { try $0.next(String.self) }
        let policies = try connection.rows(
            """
            SELECT tablename::text, policyname::text, coalesce(qual, ''),
                cmd = 'SELECT' OR with_check LIKE '%audits(ledger%'
            FROM pg_policies WHERE schemaname = 'mailledger'
            """
        ) { row in
            try (
                table: row.next(String.self), name: row.next(String.self), condition: row.next(String.self),
                isChecked: row.next(Bool?.self) ?? false
            )
        }
        return Guard.audited.filter { table in
            let own = policies.filter { $0.table == table }
            return open.contains(table) || Set(own.map(\.name)) != Guard.policyNames(of: table)
                || own.contains { $0.name != "nodes" && !($0.isChecked && $0.condition.contains("audits(ledger")) }
        }.map { table in
            fault(
                "the row-level security of \(table)", "disabled or changed",
                "somebody who audits one ledger sees others",
                "Make its policies as the script of the tables does")
        }
    }
}
