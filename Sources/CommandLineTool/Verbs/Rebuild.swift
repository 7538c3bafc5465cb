internal import ArgumentParser
internal import EventLog
internal import MailLedger

struct Rebuild: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Build all read models anew from the log.",
        examples: [
            CommandExample("mailledger rebuild", "throw the views away and build them anew"),
            CommandExample("mailledger rebuild --check", "compare a fresh build with them, row by row"),
        ],
        discussion: """
            Others read and write meanwhile; stopped at any moment it leaves the live views as they were. --check builds
            aside, compares row by row, and changes nothing: exit code 6 when a row differs.
            """)

    @Flag(name: .long, help: "Compare a fresh build with the live views, and change nothing.") var check = false
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let ledger = try session.open()
        let progress = Progress(check ? "Checking" : "Rebuilding", unit: "events")
        let report: Views.Progress = { reached, head in
            progress.update(done: Int(reached.rawValue), total: Int(head.rawValue))
            return true
        }
        if check {
            let difference = try ledger.checkViews(progress: report)
            progress.clear()
            try session.write(CheckForm(difference)) {
                guard let difference else { return session.line("The live views are what the log makes them.") }
                session.line("The views differ in the table \(difference.table):")
                session.line("  live     \(difference.live ?? "(no row)")")
                session.line("  rebuilt  \(difference.rebuilt ?? "(no row)")")
            }
            if difference != nil {
                throw Shortfall.unverified("the views differ; 'mailledger rebuild' makes them right")
            }
        } else {
            try ledger.rebuild(progress: report)
            progress.clear()
            let head = try ledger.store.head().position
            try session.write(RebuildForm(position: head.rawValue)) {
                session.line("Rebuilt from \(Counted.events(Int(head.rawValue))).")
            }
        }
    }

    private struct CheckForm: Encodable {
        let isEqual: Bool
        let table: String?
        let live: String?
        let rebuilt: String?

        init(_ difference: ViewsDifference?) {
            isEqual = difference == nil
            table = difference?.table
            live = difference?.live
            rebuilt = difference?.rebuilt
        }

        enum CodingKeys: String, CodingKey {
            case isEqual = "is_equal"
            case table, live, rebuilt
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(isEqual, forKey: .isEqual)
            try container.encode(table, forKey: .table)
            try container.encode(live, forKey: .live)
            try container.encode(rebuilt, forKey: .rebuilt)
        }
    }

    private struct RebuildForm: Encodable {
        let position: Int64
    }
}
