internal import ArgumentParsing
internal import Fleet
internal import MailLedger

struct FleetVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Keep many ledgers in one PostgreSQL database.",
        discussion: """
            A ledger on a server has a URL instead of a folder: postgresql://[USER@]HOST/DATABASE?ledger=NAME. Log and
            contents are in the database; each machine keeps read models and full text of its own, in a cache that may
            be removed. Passwords come from ~/.pgpass, PGSERVICE or PGPASSWORD. Docs/Fleet.md says how to set up a
            server that loses nothing.
            """,
        subcommands: [Status.self, Log.self, Search.self, Place.self, Adopt.self, Release.self, Set.self, Schema.self])

    struct Schema: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "schema",
            abstract: "Print the tables, roles and guards of the database, or make them.",
            examples: [
                CommandExample("mailledger fleet schema | less", "to read before anything is made"),
                CommandExample(
                    "mailledger fleet schema --apply postgresql://postgres@db1/mail", "make them, as an administrator"),
                CommandExample(
                    "mailledger fleet schema --apply postgresql://postgres@/test --standby optional",
                    "for a server without a standby"),
            ],
            discussion: """
                --apply needs a role that may create schemas and roles. A node connects as a member of mailledger_node;
                a person who may read only some ledgers, as a member of mailledger_auditor. Existing tables and
                rows stay as they are. Triggers, functions and policies that are missing or were changed are made again.

                New ledgers take writes only if a standby confirms them. --standby optional changes that.
                """)

        @Option(name: .long, help: ArgumentHelp("Make them in this database.", valueName: "url"))
        var apply: String?
        @Option(name: .long, help: "Whether a standby has to confirm what new ledgers write.") var standby: Standby?
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard apply != nil || standby == nil else { throw ValidationError("--standby goes with --apply") }
        }

        func run() throws {
            let session = Session(LedgerOptions(), output)
            guard let apply else {
                try session.write(Script(version: FleetSchema.version, sql: FleetSchema.script)) {
                    session.output.line(FleetSchema.script)
                }
                return
            }
            let address = try DatabaseArgument.address(apply)
            let renewed = try FleetSchema.apply(at: address, newNeedStandby: standby?.isRequired)
            try session.write(Applied(url: address.description, version: FleetSchema.version, renewed: renewed)) {
                session.line("The tables of version \(FleetSchema.version) are in \(address).")
                for name in renewed { session.line("Made again, because it was missing or changed: \(name).") }
                let next = address.naming("NAME")?.description ?? address.description
                session.line("Next, as a role of the nodes: mailledger init --ledger '\(next)'")
            }
        }

        private struct Script: Encodable {
            let version: Int64
            let sql: String
        }

        private struct Applied: Encodable {
            let url: String
            let version: Int64
            let renewed: [String]
        }
    }
}

extension FleetVerb {
    /// Whether a standby has to confirm what is written.
    enum Standby: String, CaseIterable, DomainWord {
        case required, optional

        var isRequired: Bool { self == .required }
    }
}

/// A database that is named by its URL; a ledger in it need not be.
enum DatabaseArgument {
    /// The database of the ledger that is meant.
    static func address(of ledger: LedgerOptions) throws -> LedgerURL {
        if let text = ledger.ledger, LedgerURL.isURL(text) { return try address(text) }
        // It need not name a ledger. No 'ps' shows a variable, so it may have a password.
        if ledger.ledger == nil, let text = Surroundings.current.variable("MAILLEDGER"), let address = LedgerURL(text) {
            return address
        }
        guard case .server(let address) = try Session.target(ledger) else {
            throw ValidationError(
                "a fleet is in a database: name it by --ledger or MAILLEDGER, as postgresql://node@db1/mail?ledger=ada")
        }
        return address
    }

    /// Reads what was typed. A URL that cannot be read is not repeated: it may have a password.
    static func address(_ text: String) throws -> LedgerURL {
        guard let address = LedgerURL(text) else {
            let fault = LedgerURL.isURL(text) ? LedgerURL.nameFault(in: text) : nil
            throw ValidationError(fault ?? "this is not a URL of a database, such as postgresql://postgres@db1/mail")
        }
        guard !address.hasPassword else { throw LedgerTarget.passwordShown }
        return address
    }
}
