internal import ArgumentParsing
internal import CivilTime
internal import DiskFiles
internal import Fleet
internal import MailLedger

extension FleetVerb {
    struct Search: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "search",
            abstract: "Find messages in all ledgers of the database, the latest first.",
            examples: [
                CommandExample(
                    "mailledger fleet search 'invoice date:7d..'", "on this node and on those of the configuration"),
                CommandExample("mailledger fleet search invoice --local", "on this node alone"),
            ],
            discussion: """
                The full text of a ledger is on the nodes that searched it before. This node searches its own, and asks
                the others. 'mailledger config set fleet.node.node2.ssh mail@node2' names a node that is asked by ssh.
                The user logs in there without a password, and has 'mailledger' on the path. 'mailledger config set
                fleet.node.ada3.url https://node3.example.org' names a node that is asked by HTTP. It answers for the
                ledger that its 'mailledger serve' serves. fleet.node.ada3.token_file is the path of a file, mode 0600,
                with a token for all accounts and the scope 'read'. Each ledger is taken from the node that knows most
                of it. Ledgers that no node searched, and nodes that gave no answer, are named on standard error; the
                exit code is 5 then. "-" reads the query from standard input. The language is that of 'messages'.
                """)

        @OptionGroup var query: QueryArguments
        @Flag(name: .long, help: "Search on this node alone.") var local = false
        @Option(name: .long, help: ArgumentHelp("Show at most N.", valueName: "n")) var limit = 100
        @Option(name: .long, help: ArgumentHelp("How long to wait for other nodes, in seconds.", valueName: "s"))
        var wait = 30
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard (1...10_000).contains(limit) else { throw ValidationError("--limit takes a number from 1 to 10,000") }
            guard (1...3600).contains(wait) else { throw ValidationError("--wait takes a number from 1 to 3,600") }
        }

        func run() throws {
            guard !query.isEmpty else { throw ValidationError("Say what to search for") }
            let session = Session(ledger, output, pages: true, none: "No messages.")
            let search = try FleetSearch(
                readQuery(), limit: limit, in: DatabaseArgument.address(of: ledger), session.settings,
                patience: .seconds(wait))
            let form = try local ? search.searchHere() : search.searchEverywhere()
            try session.write(form) { write(form.hits, session) }
            try requireWhole(form)
        }

        private func readQuery() throws -> ReadQuery {
            guard query.words == ["-"] else { return try query.read() }
            var bytes: [UInt8] = []
            try Surroundings.current.input.forEachPiece { bytes += $0.prefix((64 << 10) - bytes.count) }
            return try ReadQuery(String(decoding: bytes, as: UTF8.self), explains: query.explain)
        }

        private func write(_ hits: [FleetSearchForm.Hit], _ session: Session) {
            var table = Table([
                .init(minimum: 6, maximum: 20, isFlexible: true, looks: [.bold]), .init(looks: [.yellow]),
                .init(alignment: .right, looks: [.dim]), .init(),
                .init(minimum: 8, maximum: 24, isFlexible: true), .init(minimum: 12, isFlexible: true),
            ])
            for hit in hits {
                table.append([
                    hit.ledger, String(hit.id.prefix(8)), hit.time.map { session.times.listed($0.microseconds) } ?? "",
                    (hit.isRead ? " " : "●") + (hit.isFlagged ? "★" : " ") + (hit.hasAttachments ? "+" : " "),
                    hit.from ?? "–", hit.subject ?? "(no subject)",
                ])
            }
            session.write(table)
            session.tellIfEmpty()
        }

        /// Names what is missing from the answer.
        private func requireWhole(_ form: FleetSearchForm) throws {
            for node in form.unanswered { StandardError.line("\(node.node) gave no answer: \(node.reason)") }
            let faults = form.notSearched.filter { $0.reason != nil }
            for fault in faults {
                StandardError.line(Sanitizer.line("\(fault.ledger) was not searched: \(fault.reason ?? "")"))
            }
            let cold = form.notSearched.filter { $0.reason == nil }
            if !cold.isEmpty {
                let names = cold.prefix(Self.shownNames).map(\.ledger).joined(separator: ", ")
                let more =
                    cold.count > Self.shownNames
                    ? " and \(ProgressLine.grouped(cold.count - Self.shownNames)) more" : ""
                StandardError.line(Sanitizer.line("no node that answered has the full text of \(names)\(more)"))
            }
            guard form.notSearched.isEmpty else {
                throw Shortfall.partial(
                    "\(ProgressLine.grouped(form.notSearched.count)) of"
                        + " \(Counted.of(form.ledgers, "ledger", "ledgers")) not searched")
            }
            guard form.unanswered.isEmpty else {
                throw Shortfall.partial("\(Counted.of(form.unanswered.count, "node", "nodes")) gave no answer")
            }
        }

        private static let shownNames = 20
    }
}
