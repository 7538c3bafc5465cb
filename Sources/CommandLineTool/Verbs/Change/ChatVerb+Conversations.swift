internal import ArgumentParsing
internal import Chat
internal import CivilTime
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

extension ChatVerb {
    struct Listing: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List conversations: pinned ones first, then by their latest message.",
            examples: [CommandExample("mailledger chat list", "all of them, with their last messages")],
            discussion: """
                Archived conversations are left out, unless --all. The messages of a conversation are ordinary messages:
                'messages kind:chat' lists them, 'mark --read' marks them as read, and 'thread' pins, mutes and archives
                them. 'import chats' brings conversations in.
                """)

        @Flag(name: .long, help: "List archived conversations, too.") var all = false
        @Option(
            name: .shortAndLong, help: ArgumentHelp("Only this account.", valueName: "address"),
            completion: .names(.account))
        var account: String?
        @OptionGroup var moment: MomentOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output, none: "There is no conversation.")
            let ledger = try session.open(at: moment)
            try session.show(ledger.answer(ListConversations(account: account, includesArchived: all))) { forms in
                var table = Table([
                    .init(looks: [.yellow]), .init(alignment: .right, looks: [.dim]), .init(alignment: .right),
                    .init(minimum: 8, isFlexible: true, looks: [.bold]), .init(minimum: 12, isFlexible: true),
                ])
                for row in forms.map(\.row) {
                    table.append([
                        .init(String(row.id.description.prefix(8))),
                        .init(row.last.map { session.times.listed($0.createdAt.microseconds) } ?? ""),
                        .init(row.unreadCount > 0 ? "●" : ""),
                        .init(row.facts.displayName ?? row.facts.participants.joined(separator: ", ")),
                        .init(row.last.map { "\($0.sender): \($0.snippet)" } ?? "(no message yet)"),
                    ])
                }
                session.write(table)
            }
            session.noteIfBehind(ledger)
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Begin a conversation.",
            examples: [
                CommandExample(
                    "mailledger chat add crew --display-name 'The crew' --participant tomas@example.net --group "
                        + "--account mara@example.org", "no message has to be in it yet")
            ])

        @Argument(help: "Its name at the source; unique in the account.")
        var name: String
        @Option(
            name: .shortAndLong,
            help: ArgumentHelp("The account (default: import.account, else the only one).", valueName: "address"),
            completion: .names(.account))
        var account: String?
        @OptionGroup var facts: ConversationOptions
        @OptionGroup var change: ChangeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(actor: change.actor)
            let account = try session.account(account, in: ledger)
            let request = OpenConversationRequest(
                account: account, conversation: name, displayName: facts.displayName, avatarURL: facts.avatarURL,
                participants: facts.participant, isGroup: facts.group)
            try session.show(ledger.perform(request, change.call("chat add")).answer) {
                session.line("Began the conversation \($0.row.name).")
            }
        }
    }

    struct Change: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change the name, picture or members of a conversation.",
            examples: [
                CommandExample("mailledger chat set rowers --display-name 'Crew of the Petrel'", "another name"),
                CommandExample("mailledger chat set rowers --avatar-url https://example.net/oar.png", "a picture"),
                CommandExample("mailledger chat set rowers --avatar-url ''", "no picture any more"),
            ],
            discussion: """
                A conversation is named as its source names it, or by the first digits of its id. Settings that are
                not given stay; an empty name or picture is removed. --participant replaces all participants.
                """)

        @Argument(
            help: "The conversation's name at its source, or the first digits of its id.",
            completion: .names(.conversation))
        var name: String
        @OptionGroup var facts: ConversationOptions
        @Flag(name: .long, help: "It has only two members.") var noGroup = false
        @OptionGroup var dryRun: DryRunOptions
        @OptionGroup var change: ChangeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            if facts.group, noGroup { throw ValidationError("--group and --no-group exclude each other") }
            guard
                facts.displayName != nil || facts.avatarURL != nil || !facts.participant.isEmpty || facts.group
                    || noGroup
            else {
                throw ValidationError(
                    "Say what to change: --display-name, --avatar-url, --participant, --group or --no-group")
            }
        }

        func run() throws {
            let request = ChangeConversationRequest(
                conversation: name, displayName: facts.displayName, avatarURL: facts.avatarURL,
                participants: facts.participant.isEmpty ? nil : facts.participant,
                isGroup: facts.group ? true : noGroup ? false : nil)
            let session = Session(ledger, output)
            let ledger = try session.open(actor: change.actor)
            try session.showChange(ledger.perform(request, change.call("chat set", dryRun)).answer) { outcome in
                "\(outcome.isDryRun ? "Would change" : "Changed") the conversation."
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete a conversation with its messages.",
            examples: [CommandExample("mailledger chat delete rowers --yes", "'mailledger undo' brings it back")])

        @Argument(
            help: "The conversation's name at its source, or the first digits of its id.",
            completion: .names(.conversation))
        var name: String
        @OptionGroup var confirmation: ConfirmationOptions
        @OptionGroup var holds: HoldOptions
        @OptionGroup var dryRun: DryRunOptions
        @OptionGroup var change: ChangeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(actor: change.actor)
            if !dryRun.dryRun {
                let row = try ledger.read { try $0.conversation(name) }
                try session.confirm(
                    "Delete \(row.facts.displayName ?? row.name) with \(Counted.messages(row.messageCount))?",
                    confirmation)
            }
            let done = try ledger.perform(
                DeleteConversationRequest(conversation: name), change.call("chat delete", dryRun, holds))
            try session.showChange(done.answer) { outcome in
                let messages = Counted.messages(max(0, outcome.changed - 1))
                return outcome.isDryRun
                    ? "Would delete the conversation with \(messages)."
                    : "Deleted the conversation with \(messages); 'mailledger undo' brings it back."
            }
        }
    }
}

extension Session {
    /// Writes what a change did: a line for people where something changed.
    func showChange(_ outcome: OutcomeForm?, _ words: (OutcomeForm) -> String) throws {
        try show(outcome) { line($0.changed == 0 ? "Nothing to change." : words($0)) }
    }
}
