internal import ArgumentParser
internal import EventLog
internal import JSONCoding
internal import MailLedger
internal import Projections

struct History: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell each change of a message, an account or a folder: when, who, why, old → new.",
        examples: [
            CommandExample("mailledger history 3f2a", "all that happened to a message"),
            CommandExample("mailledger history Archive --format json", "to a folder, for a program"),
        ],
        discussion: """
            Deleted things have a history too.
            """)

    @Argument(
        help: "The first digits of a message's id, an account's address, or a folder's path.",
        completion: .names(.entity)) var name: String
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output, pages: true)
        let ledger = try session.open()
        let folders = try ledger.read { try $0.folderPaths() }
        guard session.format == .text else {
            return try session.stream({ HistoryForm($0, folders: folders) }) { write in
                try ledger.forEachHistoryEntry(of: name, write)
            }
        }
        try ledger.forEachHistoryEntry(of: name) { entry in
            let reason = entry.reason.map { "  “\($0)”" } ?? ""
            session.output.line(
                session.style.paint(session.times.full(entry.time.microseconds), .dim) + "  "
                    + session.style.paint(Sanitizer.line(entry.actor ?? "(erased)"), .bold) + "  "
                    + entry.type.name + "  "
                    + session.style.paint("@\(entry.position) \(entry.operation.description.prefix(8))", .dim)
                    + Sanitizer.line(reason))
            for change in entry.changes {
                let names = Names(folders: folders, times: session.times, isTime: change.isTime)
                session.line("    \(change.field): \(names.words(change.old)) → \(names.words(change.new))")
            }
            return session.output.isOpen
        }
        try session.output.finish()
    }
}

/// Values of fields as people read them: folders by their paths, times by the clock.
private struct Names {
    let folders: [String: String]
    let times: TimeFormat
    let isTime: Bool

    func words(_ value: JSONValue) -> String {
        switch value {
        case .null: "–"
        case .string(let text): folders[text] ?? (text.isEmpty ? "–" : text)
        case .bool(let flag): flag ? "yes" : "no"
        case .integer(let number): isTime ? times.full(number) : String(number)
        case .array(let values): values.isEmpty ? "–" : values.map(words).joined(separator: " ")
        default: (try? JSONBytesEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "?"
        }
    }
}
