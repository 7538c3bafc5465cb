internal import ArgumentParsing
internal import Content
internal import DiskFiles
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show messages or a thread: headers, text, attachments, recent history.",
        examples: [
            CommandExample("mailledger show 3f2a", "to read"),
            CommandExample("mailledger show 3f2a --thread", "the whole thread, as a tree"),
            CommandExample("mailledger show 3f2a --raw > invoice.eml", "its own bytes, into a file"),
            CommandExample("mailledger show 46d4 --html > page.html", "its HTML, for a browser"),
            CommandExample("mailledger show 3f2a --at 2026-02-16", "its folder and marks at that time"),
        ],
        discussion: """
            The first digits of an id are enough if they name one message only. The query thread:3f2a is the same as
            3f2a --thread, id:3f2a the same as 3f2a. For a Message-ID write mid:one@example.org. The name of a
            conversation at its source shows its messages. Any other query is refused; 'messages QUERY --output ids'
            lists ids.

            In a thread, a message that others answer and that is missing is shown as "(not in this ledger)" or
            "(deleted)". Answers nested more than 24 deep are shown side by side. HTML is shown as text if there is no
            plain text with the same content. Quotations begin with >; links are numbered, and listed below if their
            targets say more than their text. A line with subject, sender and date stands before the text of an
            attached message.

            On a terminal the text goes through $MAILLEDGER_PAGER, else the setting output.pager, else $PAGER, else
            less. A quotation of more than six lines, and what follows a line such as -----Original Message-----, is
            folded to one line there; a pipe gets all of it.

            --raw writes the bytes of the first copy of one message. A terminal gets at most 4 MiB, with signs in place
            of control characters. To write several messages, use 'export --as mboxrd'. --html ends with exit code 3 if
            there is no HTML part. Neither works with JSON (exit code 2).
            """)

    @Argument(
        help: ArgumentHelp("The first digits of each message's id, or mid:MESSAGE-ID.", valueName: "ids"),
        completion: .names(.message)) var names: [String]
    @Flag(name: .long, help: "Show the whole thread: who answered whom, and each text.") var thread = false
    @Flag(name: .long, help: "For a thread, show only who answered whom.") var overview = false
    @Flag(name: .long, help: "Write the message's own bytes and nothing else.") var raw = false
    @Flag(name: .long, help: "Write the message's HTML, as UTF-8, and nothing else.") var html = false
    @OptionGroup var folding: FoldingOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if (raw ? 1 : 0) + (html ? 1 : 0) + (thread || overview ? 1 : 0) > 1 {
            throw ValidationError("--thread, --raw and --html exclude each other")
        }
        if raw || html, output.format != .text {
            throw ValidationError("\(raw ? "--raw" : "--html") and --format \(output.format) exclude each other")
        }
        if raw, names.count > 1 {
            throw ValidationError(
                "--raw writes one message; 'mailledger export QUERY --to FILE --as mboxrd' writes several")
        }
    }

    func run() throws {
        let session = Session(ledger, output, pages: true)
        let ledger = try session.open(at: moment)
        let ids = try names.flatMap { try Self.ids(of: $0, in: ledger) }
        if raw || html {
            for id in ids { try writeSource(of: id, ledger, session) }
            return try session.output.finish()
        }
        if thread || overview || ids.contains(where: { $0.hasPrefix("thread:") }) {
            try showConversations(of: ids, ledger, session)
        } else if ids.count == 1 {
            try session.show(ledger.answer(ShowMessage(message: ids[0]))) { form in
                ShownMessageText(session, folding).write(form.shown)
            }
        } else {
            let forms = try ledger.read { reader in
                try ids.map { try ShowMessage(message: $0).answer(from: reader) }
            }
            try session.show(forms) { forms in
                let text = ShownMessageText(session, folding)
                for (number, form) in forms.enumerated() {
                    if number > 0 { session.rule() }
                    text.write(form.shown)
                }
            }
        }
        session.noteIfBehind(ledger)
    }

    /// The messages that a name means, or the thread of the conversation with that name.
    private static func ids(of name: String, in ledger: Ledger) throws -> [String] {
        let chat = try ledger.read { reader -> MessageID? in
            guard (try? reader.messageStream(name)) == nil else { return nil }
            return try? reader.conversation(name).last?.id
        }
        return try chat.map { ["thread:\($0)"] } ?? ShownName.ids(of: name, in: ledger)
    }

    private func showConversations(of ids: [String], _ ledger: Ledger, _ session: Session) throws {
        // For people the texts are read one by one, while they read.
        let withTexts = !overview && session.format != .text
        var seen: Set<MessageID> = []
        let forms = try ledger.read { reader in
            try ids.map { id in
                let message = id.hasPrefix("thread:") ? id.dropFirst("thread:".count) : id[...]
                return try ShowThread(message: String(message), withTexts: withTexts).answer(from: reader)
            }.filter { seen.insert($0.conversation.thread.id).inserted }
        }
        if session.format != .text, ids.count == 1, let form = forms.first { return try session.write(form) {} }
        try session.show(forms) { forms in
            for (number, form) in forms.enumerated() {
                if number > 0 { session.rule() }
                try ledger.read {
                    try ConversationText(session, folding).write(form.conversation, withTexts: !overview, from: $0)
                }
            }
        }
    }

    /// Writes bytes as they are where a program reads them, and made harmless where people do.
    private func writeSource(of id: String, _ ledger: Ledger, _ session: Session) throws {
        if session.output.isTerminal {
            let source =
                html ? (text: try ledger.read { try $0.html(of: id) }, isCut: false) : try rawText(of: id, ledger)
            session.output.line(Sanitizer.text(source.text))
            if source.isCut { session.line("[… the message is longer; --raw > FILE writes all of it]", .dim) }
        } else if html {
            session.output.write(try ledger.read { try $0.html(of: id) })
        } else {
            do {
                try ledger.read { try $0.writeRawMessage(id, to: Surroundings.current.output) }
            } catch ContentError.system(_, _, SystemCode.brokenPipe.number) {
                // Whoever reads has read enough, as `head` has.
            }
        }
    }

    private func rawText(of id: String, _ ledger: Ledger) throws -> (text: String, isCut: Bool) {
        let source = try ledger.read { try $0.rawMessage(id, limit: 4 << 20) }
        return (String(decoding: source.bytes, as: UTF8.self), source.isCut)
    }
}
