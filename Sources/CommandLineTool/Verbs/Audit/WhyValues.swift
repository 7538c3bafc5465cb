internal import ArgumentParsing
internal import CivilTime
internal import EventLog
internal import JSONCoding
internal import MailLedger

struct WhyMessage: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "message", abstract: "Show which events gave the fields of a message their values.",
        examples: [
            CommandExample("mailledger why message 4f4a is_read", "who marked it read, when and why"),
            CommandExample("mailledger why message 3f2a folders --all", "each place where it was"),
            CommandExample("mailledger why message 3f2a", "every field, each with its event"),
        ],
        discussion: """
            Without a field it explains each field in one line. The fields are those that a message has in JSON, and
            is_deleted; another one is exit code 2. A field that was never set has the value that the message came in
            with, or the default. Changes of its folders and its account count, too: folders changes when a folder is
            renamed or deleted. Of a message in a chat, conversation_id is its conversation; conversation is what
            'classify' claimed.
            """)

    @Argument(
        help: "The first digits of the message's id, or a query such as subject:invoice; deleted ones are found too.",
        completion: .names(.message))
    var message: String
    @Argument(help: "The field, as in 'is_read'; all without it.") var field: String?
    @OptionGroup var values: WhyValueOptions

    func run() throws {
        try values.answer(isOne: field != nil) { ledger in
            try ShownName.ids(of: message, in: ledger, includingDeleted: true)
                .flatMap { try ledger.answer(MailLedger.WhyMessage(message: $0, field: field, all: values.all)) }
        }
    }
}

struct WhyFolder: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "folder", abstract: "Show which events gave the settings of a folder their values.",
        examples: [
            CommandExample("mailledger why folder Work/Projects name", "who gave it this name"),
            CommandExample("mailledger why folder Trash -a mara@example.org", "every setting, each with its event"),
        ],
        discussion: """
            Deleted folders are found too. For the counts of a folder use 'mailledger why unread'.
            """)

    @Argument(help: "The folder's path.", completion: .names(.folder)) var folder: String
    @Argument(help: "The setting, as in 'role'; all without it.") var field: String?
    @OptionGroup var place: FolderAccountOptions
    @OptionGroup var values: WhyValueOptions

    func run() throws {
        try values.answer(
            MailLedger.WhyFolder(folder: folder, account: place.account, field: field, all: values.all),
            isOne: field != nil)
    }
}

struct WhyAccount: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Show which events gave the settings of an account their values.",
        examples: [
            CommandExample(
                "mailledger why account treasurer@rowing.example.net is_deleted --all",
                "who deleted it, and who undid that"
            )
        ],
        discussion: """
            Deleted accounts are found too.
            """)

    @Argument(help: "The address, or the first digits of its id.", completion: .names(.account)) var account: String
    @Argument(help: "The setting, as in 'imap.host'; all without it.") var field: String?
    @OptionGroup var values: WhyValueOptions

    func run() throws {
        try values.answer(MailLedger.WhyAccount(account: account, field: field, all: values.all), isOne: field != nil)
    }
}

/// What the verbs that tell of values have in common.
struct WhyValueOptions: ParsableArguments {
    @Flag(name: .long, help: "Show every event that set it, not only the last.") var all = false
    @OptionGroup var question: WhyOptions

    /// Writes where values come from, of one field or of all.
    func answer(isOne: Bool, _ reasons: (Ledger) throws -> [ValueReasonForm]) throws {
        let (session, ledger) = try question.open()
        try session.write(reasons(ledger), isOne: isOne, tellsAll: all, ledger)
    }

    func answer<Query: LedgerQuery>(_ query: Query, isOne: Bool) throws where Query.Answer == [ValueReasonForm] {
        try answer(isOne: isOne) { try $0.answer(query) }
    }
}

extension Session {
    /// Writes where values come from: one with its events, or a line for each.
    fileprivate func write(_ forms: [ValueReasonForm], isOne: Bool, tellsAll: Bool, _ ledger: Ledger) throws {
        try show(forms) { forms in
            let (words, reasons) = (try LogWords(ledger, times), forms.map(\.reason))
            guard !isOne, !tellsAll else {
                for reason in reasons { write(reason, words, tellsAll: tellsAll) }
                return
            }
            let columns: [Table.Column] = [
                .init(looks: [.bold]), .init(minimum: 12, isFlexible: true), .init(alignment: .right, looks: [.dim]),
                .init(looks: [.dim]), .init(minimum: 4, isFlexible: true), .init(minimum: 8, isFlexible: true),
            ]
            let lines = reasons.compactMap { reason -> WholeLine? in
                guard let event = reason.changes.first?.event else { return nil }
                return WholeLine(
                    cells: [
                        reason.field, words.values.value(reason.value) + (reason.isDefault ? " (default)" : ""),
                        "@\(event.position)", times.minute(event.time.microseconds),
                        ActWords.agent(event.actor, event.osUser, event.host),
                        (event.command ?? "(erased)") + ActWords.cause(event.cause),
                    ],
                    texts: [event.reason ?? ""], below: event.reason.map { "“\($0)”" } ?? "")
            }
            write(columns, lines, indent: 4)
        }
    }

    private func write(_ reason: ValueReason, _ words: LogWords, tellsAll: Bool) {
        line("\(reason.field): \(words.values.value(reason.value))", .bold)
        for change in reason.changes.prefix(tellsAll ? .max : 1) {
            let values =
                change.isDefault
                ? "\(words.values.value(change.new)), the default"
                : "\(words.values.value(change.old)) → \(words.values.value(change.new))"
            line("  " + values)
            writeEvidence(change.event)
        }
    }

    /// Writes when, who, what and why, as a line below what it is the reason of.
    func writeEvidence(_ event: HistoryEntry, indent: String = "    ") {
        let reason = event.reason.map { "  “\($0)”" } ?? ""
        line(
            painted: indent + style.paint(times.minute(event.time.microseconds), .dim) + "  "
                + style.paint(Sanitizer.line(ActWords.agent(event.actor, event.osUser, event.host)), .bold) + "  "
                + Sanitizer.line((event.command ?? "(erased)") + ActWords.cause(event.cause)) + "  " + event.type.name
                + "  " + style.paint("@\(event.position) \(event.operation.description.prefix(8))", .dim)
                + Sanitizer.line(reason))
    }
}
