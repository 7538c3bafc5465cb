internal import ArgumentParsing
internal import EventLog
internal import MailLedger
internal import Notes
internal import Projections

extension ActionVerb {
    struct Accept: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "accept",
            abstract: "Accept an action: its status becomes 'created'.",
            examples: [
                CommandExample("mailledger action add next-step 'Book the hall' --note 'Club meeting'", "an action"),
                CommandExample("mailledger action accept 'Book the hall'", "it will be done"),
            ])
        @Argument(help: "The action's title, or the first digits of its id.", completion: .names(.action)) var name:
            String
        @OptionGroup var change: SettingChange

        func run() throws { try change.perform(name, as: "action accept", AcceptActionRequest(action: name)) }
    }

    struct Execute: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "execute",
            abstract: "Do an action: write its draft or its calendar file, or mark it as done.",
            examples: [
                CommandExample(
                    "mailledger action execute 'Meeting in the boathouse' --output meeting.ics",
                    "its calendar file, saved"),
                CommandExample(
                    "mailledger action add email 'Ask for oars' --note 'Club meeting' --email-to tomas@example.net "
                        + "--email-subject Oars --email-body 'Where are they?'", "a message to write"),
                CommandExample("mailledger action execute 'Ask for oars'", "a draft in the folder for drafts"),
            ],
            discussion: """
                An e-mail becomes a draft of --account, else of the account of the message that it is about, else of
                the only one. A calendar action becomes an .ics file in the ledger, which --output saves; for an
                executed one it saves that file again. Its UID is the action's id, its DTSTAMP the time of execution,
                and its times are in UTC; an attendee without a known address is invalid:nomail. A reminder or a next
                step is marked as done. 'mailledger undo' takes it back. A failed action may be tried again. An
                executed action is not executed twice, and a cancelled one not at all (exit code 4).
                """)

        @Argument(help: "The action's title, or the first digits of its id.", completion: .names(.action)) var name:
            String
        @Option(name: .long, help: ArgumentHelp("Which service did it.", valueName: "name")) var service: String?
        @Option(
            name: .shortAndLong, help: ArgumentHelp("The account of the draft.", valueName: "address"),
            completion: .names(.account))
        var account: String?
        @Option(
            name: .shortAndLong,
            help: ArgumentHelp("Save the calendar file to this file; '-' is standard output.", valueName: "file"),
            completion: .file())
        var output: String?
        @Flag(name: .long, help: "Overwrite an existing file.") var force = false
        @OptionGroup var change: SettingChange

        func validate() throws {
            if force, output == nil { throw ValidationError("--force needs --output") }
            if output == "-", change.output.format != .text {
                throw ValidationError("--output - writes the calendar file to standard output, and nothing beside it")
            }
        }

        func run() throws {
            let session = Session(change.ledger, change.output)
            let ledger = try session.open(actor: change.change.actor)
            let isDryRun = change.dryRun.dryRun
            let action = try ledger.read { try $0.action(name) }
            if let output {
                guard action.kind == .calendar else {
                    throw ValidationError("--output saves a calendar file, and \(name) is no calendar action")
                }
                if output != "-" { try ledger.notes.requireFree(output, overwriting: force) }
            }
            let isSavedAgain = output != nil && action.progress.execution?.calendar != nil
            var outcome: SettingsChangeForm?
            if !isSavedAgain {
                let command = ExecuteActionRequest(action: action.id.description, service: service, account: account)
                outcome = try ledger.perform(command, change.change.call("action execute", change.dryRun)).answer
            }
            if output == "-", !isDryRun {
                try ledger.notes.readCalendar(of: action.id.description) { session.output.write(bytes: $0) }
                return try session.output.finish()
            }
            var saved: SavedFile?
            if let output, output != "-", !isDryRun {
                do {
                    saved = try ledger.notes.saveCalendar(of: action.id.description, to: output, overwriting: force)
                } catch {
                    guard !isSavedAgain else { throw error }
                    throw UnsavedFile(cause: error)
                }
            }
            let nothing = SettingsChangeForm(.nothing, folders: [:], isDryRun: isDryRun)
            try session.write(outcome ?? nothing) {
                if !isSavedAgain { session.line("\(isDryRun ? "Would execute" : "Executed") \(action.fields.title).") }
                if let draft = try ledger.read({ try $0.action(action.id.description) }).progress.execution?.draft {
                    session.line("Its draft is \(draft.description.prefix(8)).")
                }
                if let saved { session.line("Saved \(Counted.bytes(saved.size)) to \(saved.path).") }
            }
        }
    }

    struct Fail: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fail",
            abstract: "Record that an action failed, and why.",
            examples: [
                CommandExample("mailledger action add next-step 'Book the hall' --note 'Club meeting'", "an action"),
                CommandExample("mailledger action fail 'Book the hall' --error 'it is taken'", "it may be tried again"),
            ])
        @Argument(help: "The action's title, or the first digits of its id.", completion: .names(.action)) var name:
            String
        @Option(name: .long, help: ArgumentHelp("What went wrong.", valueName: "text")) var error: String
        @OptionGroup var change: SettingChange

        func run() throws { try change.perform(name, as: "action fail", FailActionRequest(action: name, error: error)) }
    }

    struct Cancel: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel",
            abstract: "Cancel an action.",
            examples: [
                CommandExample("mailledger action add next-step 'Book the hall' --note 'Club meeting'", "an action"),
                CommandExample("mailledger action cancel 'Book the hall' --reason 'too cold'", "and record why"),
            ])
        @Argument(help: "The action's title, or the first digits of its id.", completion: .names(.action)) var name:
            String
        @OptionGroup var change: SettingChange

        func run() throws { try change.perform(name, as: "action cancel", CancelActionRequest(action: name)) }
    }
}
