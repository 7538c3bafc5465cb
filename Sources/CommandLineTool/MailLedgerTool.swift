package import ArgumentParser
internal import Glibc
internal import MailLedger

/// The command `mailledger`.
@main
package struct MailLedgerTool: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "mailledger",
        abstract: "Keep mail the way an accountant keeps books: every change is a line in a log that only grows.",
        discussion: """
            EXAMPLES
              mailledger init
              mailledger account add you@example.org
              mailledger import ~/Maildir --account you@example.org
              mailledger messages 'is:unread from:ada date:2024..'
              mailledger mark --read in:INBOX --reason 'vacation catch-up'
              mailledger undo

            The ledger is the folder $MAILLEDGER, else $XDG_DATA_HOME/mailledger/default; --ledger names another one.
            'mailledger help VERB' explains a verb, 'mailledger help messages' the query language too.

            EXIT CODES
               0  done
               1  failure, such as a folder that is no ledger
               2  a wrong command line, query, field or date
               3  no such account, folder, message or operation
               4  a conflict with what is there
               5  partial: something was skipped, and named
               6  a verification failed
              74  input or output failed, or the ledger is read-only
              75  the ledger is in use
            """,
        version: "mailledger \(LedgerEnvironment.version)",
        groupedSubcommands: [
            CommandGroup(
                name: "Start", subcommands: [Init.self, Demo.self, Providers.self, Account.self, Import.self]),
            CommandGroup(
                name: "Read",
                subcommands: [
                    Folders.self, Messages.self, Threads.self, Unread.self, Search.self, Show.self, AttachmentVerb.self,
                ]),
            CommandGroup(
                name: "Change",
                subcommands: [
                    Mark.self, Move.self, LabelVerb.self, Delete.self, FolderVerb.self, ThreadVerb.self, Undo.self,
                ]),
            CommandGroup(name: "Audit", subcommands: [Log.self, History.self, Events.self, Verify.self]),
            CommandGroup(
                name: "Rebuild", subcommands: [Rebuild.self, Projections.self, Stats.self, Doctor.self]),
        ])

    package init() {}

    package static func main() {
        Terminal.ignoreBrokenPipes()
        Glibc.exit(run(Array(CommandLine.arguments.dropFirst())))
    }

    /// Runs one command line, says what went wrong, and returns the exit code.
    static func run(_ arguments: [String]) -> Int32 {
        do {
            try SecretArguments.check(arguments)
            var command = try parseAsRoot(arguments)
            try command.run()
            return 0
        } catch {
            return Failure(error).report(asJSON: Failure.wantsJSON(arguments))
        }
    }
}
