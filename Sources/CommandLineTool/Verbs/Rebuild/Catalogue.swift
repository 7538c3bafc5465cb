internal import ArgumentParsing
internal import EventLog
internal import Mail
internal import MailLedger

struct Catalogue: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalogue",
        abstract: "List every kind of event and every read model that this program knows, with their versions.",
        examples: [
            CommandExample("mailledger catalogue", "as a table"),
            CommandExample("mailledger catalogue --format json", "to compare two programs"),
        ],
        discussion: """
            No ledger is needed. Events that an older program wrote are read, too: READS lists the steps from version
            to version. A ledger of format 0 can only be exported: 'mailledger export --events'.
            """)

    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(LedgerOptions(), output)
        let catalogue = Contexts.builtIn.catalogue
        let older = Dictionary(grouping: catalogue.olderTypes, by: \.name)
        let forms =
            catalogue.types.map {
                Form(
                    kind: "event", name: $0.name, version: $0.schema, reads: (older[$0.name] ?? []).map(\.schema))
            }
            + LedgerMaintenance.readModels.map {
                Form(kind: "read_model", name: $0.name, version: $0.version, reads: [])
            }
        try session.write(forms) {
            var table = Table([.init("KIND"), .init("NAME"), .init("VERSION", alignment: .right), .init("READS")])
            for form in forms {
                let kind = form.kind == "event" ? "event" : "read model"
                let steps = form.reads.map { "\($0) → \($0 + 1)" }.joined(separator: ", ")
                table.append([.init(kind), .init(form.name), .init("\(form.version)"), .init(steps)])
            }
            session.write(table, showsHeader: true)
        }
    }

    private struct Form: Encodable {
        let kind: String
        let name: String
        let version: Int
        let reads: [Int]
    }
}
