internal import ArgumentParsing
internal import CivilTime
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

struct Reply: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reply",
        abstract: "Write the draft of an answer to a message, with the text quoted.",
        examples: [
            CommandExample("mailledger reply 3f2a > answer.eml", "to everybody who got the message; for an editor"),
            CommandExample("mailledger reply 3f2a --reply-to sender", "to the sender alone"),
            CommandExample("mailledger reply 3f2a --save", "into the drafts folder"),
        ],
        discussion: """
            The answer comes from the account of the message. It goes to Reply-To or From, and copies go to the other
            recipients. With '--reply-to sender' it ignores a Reply-To that names a mailing list. The draft has Re:,
            In-Reply-To and References, so it joins the thread. Standard output gets the header and the quoted text in
            UTF-8; nothing is recorded. With --save it becomes a message with $draft in the drafts folder; 'mailledger
            show ID --raw' gives it to a program that sends mail. Nothing is sent. A message of a conversation whose
            writer has no mail address is refused (exit code 4); 'chat post' answers there.
            """)

    @Argument(help: "The first digits of the message's id, or mid:MESSAGE-ID.", completion: .names(.message))
    var message: String
    @Option(name: .long, help: "Who gets it.") var replyTo: Scope = .all
    @Flag(name: .long, help: "Save it in the drafts folder of the account.") var save = false
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    /// Who gets an answer.
    enum Scope: String, CaseIterable, ExpressibleByArgument, Sendable {
        case all, sender
    }

    func validate() throws {
        if !save, dryRun.dryRun || change.reason != nil {
            throw ValidationError("Without --save nothing is recorded; leave out the options for changes")
        }
    }

    func run() throws {
        let session = Session(ledger, output)
        let ledger = try session.open(actor: change.actor)
        let id = try ShownName.id(of: message, in: ledger)
        let shown = try ledger.read { try $0.show(id) }
        let draft = try ledger.read { try answer(to: shown, session, ledger, $0) }
        guard save else {
            return try session.write(ReplyDraftForm(draft)) { for line in draft.lines { session.line(line) } }
        }
        let outcome = try ledger.mail.saveDraft(
            draft, account: shown.row.account, context: ledger.context(command: "reply", reason: change.reason),
            dryRun: dryRun.dryRun)
        try session.show(outcome.made(in: ledger, isDryRun: dryRun.dryRun)) { made in
            guard case .done(let form) = made else { return session.line("Would save a draft.") }
            let (row, recipients) = (form.row, draft.to.map(\.address).joined(separator: ", "))
            session.line("Made the draft \(row.id.description.prefix(8)) to \(recipients): \(row.subject ?? "").")
        }
    }

    private func answer(
        to shown: ShownMessage, _ session: Session, _ ledger: Ledger, _ reader: LedgerReader
    ) throws -> DraftMessage {
        let author = try reader.author(of: shown.row.account)
        var draft = DraftMessage(
            to: shown.headers, messageID: DraftMessage.messageID(ledger.environment.newID(), from: author),
            from: author, text: quotation(of: try reader.ownText(of: shown.row), in: shown, session),
            date: ledger.environment.log.now(),
            onlyToSender: replyTo == .sender)
        try reader.requireRecipient(of: draft, to: shown.row)
        if replyTo == .all {
            let taken = Set((draft.to + [author]).map { $0.address.lowercased() })
            draft.cc = (shown.headers.to + shown.headers.cc).filter { address in
                !address.address.isEmpty && !taken.contains(address.address.lowercased())
            }
        }
        return draft
    }

    private func quotation(of text: String?, in shown: ShownMessage, _ session: Session) -> String {
        // Others read this: the clock of the one who wrote counts, and not the reader's.
        let times = shown.dateOffset.map(session.times.at(offset:)) ?? session.times
        let when = shown.headers.date.map { "On \(times.full($0.microseconds)), " }
        let who = shown.headers.from.first?.formatted ?? "somebody"
        let lines = (text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        var quoted = lines.map { $0.isEmpty ? ">" : $0.hasPrefix(">") ? ">\($0)" : "> \($0)" }
        while quoted.last == ">" { quoted.removeLast() }
        return (["\(when ?? "")\(who) wrote:"] + quoted).joined(separator: "\n") + "\n"
    }
}

extension DraftMessage {
    /// The draft for an editor: a header and the text, in UTF-8.
    fileprivate var lines: [String] {
        let addresses: ([EmailAddress]) -> String = { $0.map(\.formatted).joined(separator: ", ") }
        let fields = [
            ("From", from.formatted), ("Subject", subject), ("To", addresses(to)), ("Cc", addresses(cc)),
            ("In-Reply-To", inReplyTo.map { "<\($0)>" } ?? ""),
            ("References", references.map { "<\($0)>" }.joined(separator: " ")),
            ("MIME-Version", "1.0"), ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]
        return fields.filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1)" } + [""]
            + text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}
