internal import ArgumentParsing
internal import EventLog
internal import MailLedger

struct Prune: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Delete old messages by a rule: keep only the newest, or only those younger than an age.",
        examples: [
            CommandExample("mailledger prune --keep 20 --dry-run", "how many it would delete of each account"),
            CommandExample(
                "mailledger prune --older-than 18m --yes", "mail that is older than a year and a half, without asking"),
            CommandExample(
                "mailledger prune --keep 10 --folder INBOX --account mara@example.org --yes",
                "one folder of one account"
            ),
            CommandExample(
                "mailledger folder set INBOX --keep-for 1y -a mara@example.org && mailledger prune --yes",
                "by the rules of accounts and folders, as each import does"),
        ],
        discussion: """
            With --keep or --older-than each account is counted separately; with --folder, each account's folder of
            that name, without those below it. With --folder, a message that is also in another folder is only removed
            from the named one. The date is the one by which lists are sorted, so mail with a forged date cannot
            displace other mail. The rule is recorded, with an event for each message, and undo brings the messages
            back.

            Without --keep and --older-than, the rules of accounts and folders apply ('account set --keep-for 7y'), as
            they do at the end of each import. A folder's rule applies to it and to the folders below it, down to the
            next folder with a rule; the account's rule applies to the rest. So a folder with a rule of ten years keeps
            its mail that long, even if the account's rule is one year; --keep-for forever is a rule, too.

            If both rules are given, only messages that satisfy both are kept. With 1,000 messages and seven years, a
            message is deleted if it is not among the newest 1,000 or if it is older. A message in two such folders is
            removed from the one that no longer keeps it, and is deleted when neither keeps it. Periods are counted in
            calendar days in UTC.

            --dry-run counts for each rule. A hold makes 'prune' fail; an import skips held mail. Without any rule the
            exit code is 2.
            """)

    @Option(name: .long, help: ArgumentHelp("Keep the newest N; 0 keeps none.", valueName: "n")) var keep: Int?
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Delete mail that is older: 90d, 18m, 7y, or a date.", valueName: "age"))
    var olderThan: String?
    @OptionGroup var scope: OneAccountOptions
    @Option(
        name: .long, help: ArgumentHelp("Only mail in this folder.", valueName: "path"),
        completion: .names(.folder))
    var folder: String?
    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var hold: HoldOptions
    @OptionGroup var quiet: QuietOptions
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard keep == nil || olderThan == nil else {
            throw ValidationError("Say what to keep by one rule: either --keep or --older-than")
        }
        try require("--keep", isCount: keep)
    }

    func run() throws {
        let session = Session(ledger, output)
        let ledger = try session.open(actor: change.actor)
        let rule = try rule()
        let request = PruneRequest(by: rule, account: scope.account, folder: folder)
        guard let look = try ledger.perform(request, change.call("prune", .only, hold)).answer else { return }
        if rule == nil, look.places.isEmpty {
            throw ValidationError(
                "No rule is stored\(folder == nil ? "" : " for that folder"): say --keep or --older-than, or 'mailledger account set ADDRESS --keep-for 7y'"
            )
        }
        if !dryRun.dryRun, look.outcome.changed > 0 {
            try session.confirm("Delete \(Counted.messages(look.outcome.changed))?", confirmation)
        }
        let answer = try dryRun.dryRun ? look : ledger.perform(request, change.call("prune", nil, hold)).answer
        try session.show(answer, isQuiet: quiet.quiet) { answer in
            for place in answer.places {
                let name = place.account + (place.folder.map { " in " + $0 } ?? "")
                let all = Counted.messages(place.messages)
                let stored = rule == nil ? " (\(place.rule))" : ""
                guard place.pruned > 0 else {
                    session.line("\(dryRun.dryRun ? "Would keep" : "Kept") all of \(all) of \(name)\(stored).")
                    continue
                }
                let verb = dryRun.dryRun ? "Would delete" : "Deleted"
                session.line("\(verb) \(ProgressLine.grouped(place.pruned)) of \(all) of \(name)\(stored).")
            }
            if answer.outcome.operation != nil { session.line("'mailledger undo' brings them back.") }
        }
    }

    /// What was said; nil for the rules that are stored.
    private func rule() throws -> Retention? {
        if let keep { return .newest(keep) }
        guard let olderThan else { return nil }
        return try .since(query: olderThan, in: Settings.queryContext())
    }
}
