internal import LibPQ

/// What a server says of its settings, and how it is reached: enough to say whether a ledger may be opened.
struct ServerFacts {
    /// Settings by their names; those that the server does not know are missing.
    var settings: [String: String]
    /// The server's version, such as 150018 for 15.18.
    var version: Int
    var way: ConnectionWay
    init(settings: [String: String], version: Int, way: ConnectionWay) {
        self.settings = settings
        self.version = version
        self.way = way
    }

    /// What the server said when the connection was made: its version and its encodings.
    init(encodingOf connection: PostgresConnection) {
        self.init(settings: [:], version: connection.serverVersion, way: connection.way)
        for name in ["server_encoding", "client_encoding"] { settings[name] = connection.parameter(name) }
    }

    /// Asks in one round trip, and leaves a transaction open: a pooler that gives each statement another session ends the
    /// connection then.
    init(on connection: PostgresConnection) throws {
        self.init(encodingOf: connection)
        let names = Self.rules.map(\.name) + Self.logs.map(\.name) + ["log_parameter_max_length", Self.recovery]
        let answers = try connection.ask([
            "BEGIN", "SELECT name, current_setting(name, true) FROM unnest(\(.texts(names))) AS name",
        ])
        for (name, value) in try answers[1].rows({ try ($0.next(String.self), $0.next(String?.self)) }) {
            settings[name] = settings[name] ?? value
        }
    }

    /// The setting that names the standbys which confirm a commit.
    static let standbyNames = "synchronous_standby_names"

    // MARK: The judgement

    /// All that is wrong, what refuses a ledger first.
    var faults: [ServerFault] {
        // The names of a standby's own standbys say nothing of the server that takes writes.
        let rules = isStandby ? Self.rules.filter { $0.name != Self.standbyNames } : Self.rules
        let faults =
            rules.compactMap { rule in settings[rule.name].flatMap { rule.fault(of: $0) } }
            + [versionFault, standbyFault, wayFault].compactMap { $0 } + logFaults
        return faults.filter { $0.weight == .refused } + faults.filter { $0.weight != .refused }
    }

    /// Settings that lose mail elsewhere, and that each transaction of this program sets itself.
    var overridden: [String] {
        var names: [String] = []
        if let value = settings["synchronous_commit"], !["on", "remote_apply"].contains(value) {
            names.append("synchronous_commit (\(value))")
        }
        if let value = settings["idle_in_transaction_session_timeout"], value == "0" {
            names.append("idle_in_transaction_session_timeout (none)")
        }
        return names
    }

    /// A setting, the values that are wrong, and why.
    private struct Rule {
        let name: String
        let weight: ServerFault.Weight
        let isWrong: @Sendable (String) -> Bool
        let consequence: String
        let advice: String

        init(
            _ name: String, _ weight: ServerFault.Weight, _ consequence: String, _ advice: String,
            if isWrong: @escaping @Sendable (String) -> Bool
        ) {
            self.name = name
            self.weight = weight
            self.isWrong = isWrong
            self.consequence = consequence
            self.advice = advice
        }

        func fault(of value: String) -> ServerFault? {
            guard isWrong(value) else { return nil }
            return ServerFault(
                weight: weight, name: name, value: value.isEmpty ? "empty" : value, consequence: consequence,
                advice: advice)
        }
    }

    /// The one table of the server's settings.
    private static let rules = [
        Rule(
            "server_encoding", .refused, "bytes of mail would change", "Make the database with the encoding UTF8"
        ) { $0 != "UTF8" },
        // A pooler repeats the name as it was written.
        Rule(
            "client_encoding", .refused, "other letters would be recorded than were written",
            "A pooler before the server has to pass it on"
        ) { $0.uppercased() != "UTF8" },
        Rule(
            "fsync", .refused, "a crash of the machine loses what was reported as recorded",
            "Set it to on, and restart the server"
        ) { $0 != "on" },
        Rule(
            "full_page_writes", .refused, "a crash of the machine damages pages", "Set it to on, and reload"
        ) { $0 != "on" },
        Rule(
            "session_replication_role", .refused, "the triggers that guard the log do not run",
            "Take the setting from the role and the database"
        ) { $0 != "origin" },
        Rule(
            standbyNames, .warned,
            "no standby confirms what is written, and a failover loses what was reported as recorded",
            "Name a standby in it, as Docs/Fleet.md shows"
        ) { $0.isEmpty },
        Rule("synchronous_commit", .named, "", "") { _ in false },
        Rule("idle_in_transaction_session_timeout", .named, "", "") { _ in false },
        Rule(
            "statement_timeout", .named, "a question about the whole log ends before it is answered",
            "Set it to 0 for the role"
        ) { $0 != "0" },
        Rule(
            "default_transaction_read_only", .named, "nothing can be recorded", "Set it to off for the role"
        ) { $0 == "on" },
        Rule(
            "zero_damaged_pages", .named, "damaged pages are emptied, and their rows are lost", "Set it to off"
        ) { $0 == "on" },
        Rule(
            "ignore_checksum_failure", .named, "damaged pages are read as if they were good", "Set it to off"
        ) { $0 == "on" },
        Rule(
            "log_parameter_max_length_on_error", .named,
            "the server's log has the parameters of statements that failed, and so mail", "Set it to 0"
        ) { $0 != "0" },
        Rule(
            "debug_print_plan", .named, "the server's log has the parameters of statements, and so mail",
            "Set it to off"
        ) { $0 == "on" },
        Rule(
            "auto_explain.log_min_duration", .named, "the server's log has the parameters of statements, and so mail",
            "Set it to -1"
        ) { $0 != "-1" },
    ]

    /// The settings by which the server's log has statements.
    ///
    /// Their parameters are in it, too, unless `log_parameter_max_length` is 0 (<https://www.postgresql.org/docs/15/runtime-config-logging.html>).
    private static let logs: [(name: String, isOn: @Sendable (String) -> Bool)] = [
        ("log_statement", { ["mod", "all"].contains($0) }),
        ("log_min_duration_statement", { $0 != "-1" }),
        ("log_min_duration_sample", { $0 != "-1" }),
        ("log_transaction_sample_rate", { Double($0) != 0 }),
    ]

    private var logFaults: [ServerFault] {
        guard settings["log_parameter_max_length"] != "0" else { return [] }
        return Self.logs.compactMap { log in
            guard let value = settings[log.name], log.isOn(value) else { return nil }
            return ServerFault(
                weight: .named, name: log.name, value: value,
                consequence: "the server's log has the parameters of statements, and so mail",
                advice: "Set log_parameter_max_length to 0")
        }
    }

    private var isStandby: Bool { settings[Self.recovery] == "on" }

    /// The setting by which a server says that it is a standby.
    private static let recovery = "in_hot_standby"

    private var standbyFault: ServerFault? {
        guard isStandby else { return nil }
        return ServerFault(
            weight: .named, name: Self.recovery, value: "on", consequence: "it takes no writes",
            advice: "Add target_session_attrs=read-write and the other servers to the URL")
    }

    private var versionFault: ServerFault? {
        guard version < 140_000 else { return nil }
        return ServerFault(
            weight: .refused, name: "server_version", value: "\(version / 10_000)",
            consequence: "what the log needs of a server is not tested there", advice: "Update it to 14 or later")
    }

    private var wayFault: ServerFault? {
        guard !way.isLocal, way.sslmode != "verify-full" else { return nil }
        return ServerFault(
            weight: .warned, name: "sslmode", value: way.sslmode,
            consequence: "mail and password can go to another machine that says it is \(way.host)",
            advice: "Add sslmode=verify-full to the URL, and the server's authority as sslrootcert")
    }
}
