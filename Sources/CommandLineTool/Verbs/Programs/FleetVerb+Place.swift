internal import ArgumentParsing
internal import EventLog
internal import Fleet
internal import MailLedger

extension FleetVerb {
    struct Place: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "place",
            abstract: "Show which nodes should keep the views and full text of each ledger ready.",
            examples: [
                CommandExample("mailledger fleet place", "all ledgers that you may read"),
                CommandExample("mailledger fleet place ada", "one of them"),
            ],
            discussion: """
                The nodes are those of the configuration, as in 'mailledger config set fleet.node.node2.ssh
                mail@node2'. Every machine with the same list of nodes computes the same placement. A new node takes
                over some ledgers of every other node. Those of a lost node go to their second choice. The result is
                only advice: any node may serve any ledger.
                """)

        @Argument(help: "The ledger's name; all without it.") var name: String?
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output, pages: true, none: "No ledgers.")
            let nodes = try FleetNode.all(in: session.settings).filter(\.opensAnyLedger).map(\.name)
            guard !nodes.isEmpty else {
                throw ValidationError(
                    "no nodes are named: 'mailledger config set fleet.node.NAME.ssh USER@HOST' names one")
            }
            let address = try DatabaseArgument.address(of: ledger)
            let answers = try FleetQuestions(at: address).ledgers()
            let ledgers = answers.rows.filter { name == nil || $0.name == name }
            if let name, ledgers.isEmpty {
                throw EventLogError.notALedger(path: address.naming(name)?.description ?? name)
            }
            try session.write(ledgers.map { FleetPlaceForm($0, among: nodes) }) {
                var table = Table([
                    .init("LEDGER", minimum: 8, isFlexible: true, looks: [.bold]), .init("FIRST"),
                    .init("SECOND", looks: [.dim]),
                ])
                for ledger in ledgers {
                    let form = FleetPlaceForm(ledger, among: nodes)
                    table.append([form.name, form.first ?? "–", form.second ?? "–"])
                }
                session.write(table, showsHeader: true)
            }
            try answers.requireWhole()
        }
    }
}
