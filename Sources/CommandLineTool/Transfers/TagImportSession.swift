internal import ArgumentParsing
internal import MailLedger

/// Takes in a dump of notmuch's tags for `import --notmuch-tags`.
struct TagImportSession {
    let paths: [String]
    let ledger: Ledger
    let account: String
    let isDryRun: Bool
    let isQuiet: Bool
    let change: ChangeOptions
    let session: Session

    func run() throws {
        guard let path = paths.first, paths.count == 1 else {
            throw ValidationError("--notmuch-tags takes one file, or - for standard input")
        }
        let report = try ledger.exchange.importNotmuchTags(
            path, account: account, context: ledger.context(command: "import tags", reason: change.reason),
            dryRun: isDryRun)
        try session.write(
            TagImportForm(report: report, isDryRun: isDryRun), isQuiet: isQuiet && !report.isPartial
        ) {
            for id in report.unknown { session.line("unknown id \(id)") }
            for tag in report.unusable { session.line("left out tag \"\(tag)\": no label can have that name") }
            for tag in report.respelled { session.line("tag \(tag.tag) is the label \(tag.label)") }
            let verb = isDryRun ? "Would change" : "Changed"
            session.line(
                "\(verb) \(Counted.messages(report.changed)); "
                    + "\(ProgressLine.grouped(report.matched - report.changed)) needed no change.")
        }
        guard report.isPartial else { return }
        let missing = [
            report.unknown.isEmpty
                ? nil : Counted.of(report.unknown.count, "id is", "ids are") + " of no message of \(account)",
            report.unusable.isEmpty ? nil : Counted.of(report.unusable.count, "tag was", "tags were") + " left out",
        ]
        throw Shortfall.partial(missing.compactMap { $0 }.joined(separator: ", and "))
    }
}
