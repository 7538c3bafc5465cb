package import ArgumentParser
internal import Glibc
internal import MailLedger

/// The command `mailledger`.
@main
package struct MailLedgerTool: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "mailledger",
        abstract: "Keep mail as an accountant keeps books: every change is a line in a log.",
        usage: "mailledger <verb> [<options>] [<arguments>]",
        examples: [
            CommandExample("mailledger init", "make a ledger"),
            CommandExample("mailledger account add you@example.org", "whose mail it is"),
            CommandExample("mailledger import ~/Maildir --account you@example.org", "bring mail in"),
            CommandExample("mailledger messages 'is:unread from:peter'", "look something up"),
            CommandExample("mailledger mark --read in:INBOX", "change something"),
            CommandExample("mailledger undo", "take it back"),
            CommandExample("mailledger log", "see what was done"),
        ],
        discussion: """
            \(introduction)

            EXIT CODES
            \(ManualFacts.exitCodeTable)
            """,
        version: "mailledger \(LedgerEnvironment.version)",
        subcommands: [Complete.self, GenerateManual.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Start",
                subcommands: [
                    Init.self, Demo.self, Providers.self, Account.self, Import.self, Sync.self, MessageVerb.self,
                    Export.self,
                ]),
            CommandGroup(
                name: "Read",
                subcommands: [
                    Folders.self, Messages.self, Threads.self, Unread.self, Count.self, Search.self, Show.self,
                    AttachmentVerb.self, NoteList.self, ActionList.self, Watch.self,
                ]),
            CommandGroup(
                name: "Change",
                subcommands: [
                    Mark.self, Move.self, LabelVerb.self, Delete.self, Prune.self, FolderVerb.self, ThreadVerb.self,
                    NoteVerb.self, ActionVerb.self, Undo.self, Erase.self, HoldVerb.self, ChatVerb.self,
                    OutboxVerb.self,
                ]),
            CommandGroup(name: "Assist", subcommands: [Classify.self, AnswerVerb.self, ProfileVerb.self]),
            CommandGroup(
                name: "Audit",
                subcommands: [
                    Log.self, History.self, Why.self, Diff.self, Events.self, Verify.self, Prove.self,
                    VerifyProof.self, CheckpointVerb.self, WitnessVerb.self, KeyVerb.self,
                ]),
            CommandGroup(name: "Set up", subcommands: [QueryVerb.self, ConfigVerb.self]),
            CommandGroup(
                name: "Rebuild",
                subcommands: [
                    Rebuild.self, Migrate.self, Projections.self, Catalogue.self, Stats.self, Doctor.self, Collect.self,
                    Backup.self,
                    Restore.self,
                ]),
            CommandGroup(name: "Programs", subcommands: [Request.self, CompletionVerb.self]),
        ])

    /// What to know before the first verb.
    static let introduction = """
        The ledger is the folder $MAILLEDGER, else $XDG_DATA_HOME/mailledger/default; --ledger names another one.
        'mailledger help messages' explains the query language.
        """

    package init() {}

    package func run() throws {
        throw CleanExit.message(FirstSteps.text)
    }

    package static func main() {
        Terminal.ignoreBrokenPipes()
        Terminal.forbidCoreDumps()
        Glibc.exit(runProcess())
    }

    /// Runs what this process was called for: a verb, or a program `mailledger-NAME` in the place of one.
    private static func runProcess() -> Int32 {
        do {
            let raw = CommandLineArguments.raw.dropFirst()
            if let first = raw.first, let other = OtherCommand.named(String(decoding: first, as: UTF8.self)) {
                try other.run(Array(raw.dropFirst()))
            }
            let words = try CommandLineArguments.words()
            if words.first == "help", words.count == 2, let other = OtherCommand.named(words[1]) {
                try other.run([Array("--help".utf8)])
            }
            let code = run(words)
            if code == 0, [["help"], ["--help"], ["-h"], []].contains(words) {
                let output = Output()
                for line in OtherCommand.help() { output.line(Sanitizer.line(line)) }
                try output.finish()
            }
            return code
        } catch {
            return Failure(error).report(asJSON: Failure.wantsJSON(CommandLineArguments.approximateWords))
        }
    }

    /// Runs one command line, says what went wrong, and returns the exit code.
    static func run(_ typed: [String]) -> Int32 {
        let arguments = LedgerOptions.behindVerb(typed)
        do {
            try Surroundings.validate()
            try SecretArguments.check(arguments)
            var command = try parseAsRoot(QueryArguments.shielded(arguments))
            try command.run()
            return 0
        } catch {
            return Failure(error).report(asJSON: Failure.wantsJSON(arguments))
        }
    }
}
