internal import LibPQ

/// Compares what guards the log in a database with what the schema's script makes.
struct GuardExamination {
    private let connection: PostgresConnection

    init(on connection: PostgresConnection) {
        self.connection = connection
    }

    func faults() throws -> [ServerFault] {
        try tableFaults() + renewableFaults() + rightFaults()
    }

    private func tableFaults() throws -> [ServerFault] {
        try FleetSchema.missingTables(on: connection).map { table in
            fault(
                "the table \(table)", "missing", "the ledgers lost what it held",
                advice: "Bring it back from a backup of the database")
        }
    }

    /// The faults that ``Guard/renewal`` mends.
    func renewableFaults() throws -> [ServerFault] {
        try triggerFaults() + functionFaults() + policyFaults()
    }

    private func fault(
        _ name: String, _ value: String, _ consequence: String,
        advice: String = "Let an administrator apply the schema again"
    ) -> ServerFault {
        ServerFault(weight: .named, name: name, value: value, consequence: consequence, advice: advice)
    }

    private func triggerFaults() throws -> [ServerFault] {
        let rows = try connection.rows(
            """
            SELECT tgname::text, relname::text, proname::text, tgtype::bigint
            FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
                JOIN pg_namespace ON pg_namespace.oid = relnamespace JOIN pg_proc ON pg_proc.oid = tgfoid
            WHERE nspname = 'mailledger' AND NOT tgisinternal AND tgenabled IN ('O', 'A')
                AND tgqual IS NULL AND tgattr::text = ''
            """
        ) { row in
            let (name, table) = (try row.next(String.self), try row.next(String.self))
            return "\(name) \(table) \(try row.next(String.self)) \(try row.next(Int64.self))"
        }
        let enabled = Set(rows)
        return Guard.triggers.filter { !enabled.contains("\($0.name) \($0.table) \($0.function) \($0.type)") }.map {
            fault(
                "the trigger \($0.name) of \($0.table)", "missing, changed or disabled",
                "the owner of the tables can change the log by accident")
        }
    }

    private func functionFaults() throws -> [ServerFault] {
        let found = try connection.rows(
            """
            SELECT prosrc, proname::text, pg_get_function_identity_arguments(pg_proc.oid), provolatile::text,
                CASE WHEN prosecdef THEN 'true' ELSE 'false' END, coalesce(array_to_string(proconfig, ','), '')
            FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace WHERE nspname = 'mailledger'
            """
        ) { row in
            try (body: row.next(String.self), properties: (0..<5).map { _ in try row.next(String.self) })
        }
        func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }
        return Guard.functions.filter { function in
            !found.contains { $0.properties == function.properties && words($0.body) == words(function.body) }
        }.map { function in
            fault("the function \(function.name)", "missing or changed", "it does not guard what it should")
        }
    }

    private func policyFaults() throws -> [ServerFault] {
        let open = try connection.rows(
            """
            SELECT relname::text FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
            WHERE nspname = 'mailledger' AND relkind IN ('r', 'p') AND NOT relrowsecurity
            """
        ) { try $0.next(String.self) }
        // As each version of the server writes the conditions of the script.
        let policies = try connection.rows(
            """
            SELECT tablename::text, policyname::text, coalesce(permissive = 'PERMISSIVE' AND CASE policyname
                WHEN 'nodes' THEN roles::text[] <@ ARRAY['mailledger_node', 'mailledger_eraser']
                    AND qual = 'true' AND with_check = 'true'
                WHEN 'auditors' THEN roles::text[] = ARRAY['mailledger_auditor'] AND cmd = 'SELECT'
                    AND qual ~* '^[(]*(mailledger[.])?audits[(]ledger, current_user[)]+$'
                ELSE roles::text[] = ARRAY['mailledger_auditor'] AND with_check = qual
                    AND qual ~* '^[(]*(mailledger[.])?audits[(]ledger, current_user[)] and [(]*"?right"?[(]node, '
                    AND qual !~* ' or | not ' END, false)
            FROM pg_policies WHERE schemaname = 'mailledger'
            """
        ) { try (table: $0.next(String.self), name: $0.next(String.self), isSound: $0.next(Bool.self)) }
        return Guard.audited.filter { table in
            let own = policies.filter { $0.table == table }
            return open.contains(table) || Set(own.map(\.name)) != Guard.policyNames(of: table)
                || !own.allSatisfy(\.isSound)
        }.map { table in
            fault(
                "the row-level security of \(table)", "disabled or changed",
                "somebody who audits one ledger sees others")
        }
    }

    /// Names tables without row-level security that auditors may read all the same.
    private func rightFaults() throws -> [ServerFault] {
        try connection.rows(
            """
            SELECT relname::text FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
            WHERE nspname = 'mailledger' AND relkind IN ('r', 'p', 'v', 'm')
                AND relname <> ALL (\(.texts(Guard.audited + Guard.ofDatabase)))
                AND (SELECT has_table_privilege(pg_roles.oid, pg_class.oid, 'SELECT')
                    FROM pg_roles WHERE rolname = 'mailledger_auditor') ORDER BY 1
            """
        ) { try $0.next(String.self) }.map { table in
            fault(
                "the right of mailledger_auditor to read \(table)", "granted",
                "somebody who audits one ledger sees others",
                advice: "Run REVOKE SELECT ON mailledger.\(table) FROM mailledger_auditor, PUBLIC")
        }
    }
}
