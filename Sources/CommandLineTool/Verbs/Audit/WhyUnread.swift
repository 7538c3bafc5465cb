internal import ArgumentParsing
internal import EventLog
internal import Mail
internal import MailLedger

struct WhyUnread: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unread",
        abstract: "Show the messages behind an unread count, and the events that brought or marked them.",
        examples: [
            CommandExample("mailledger why unread INBOX -a mara@example.org", "the count of a folder"),
            CommandExample("mailledger why unread --limit 3", "that of all accounts, with three messages named"),
        ],
        discussion: """
            Messages that one operation brought, moved or marked are one group, the largest group first. Without a
            folder each message counts once, and not at all if it is in spam and trash only.
            """)

    @Argument(help: "A folder's path; all folders without it.", completion: .names(.folder)) var folder: String?
    @OptionGroup var scope: OneAccountOptions
    @OptionGroup var bound: WhyLimitOptions
    @OptionGroup var question: WhyOptions

    func run() throws {
        let (session, ledger) = try question.open()
        let question = MailLedger.WhyUnread(folder: folder, account: scope.account, limit: bound.limit)
        try session.show(ledger.answer(question)) { form in
            let reason = form.reason
            let place = [reason.account, reason.folder].compactMap { $0 }.joined(separator: "/")
            session.line(
                "\(ProgressLine.grouped(reason.unread)) unread in \(place.isEmpty ? "all accounts" : place)", .bold)
            for group in reason.groups {
                session.line("  \(ProgressLine.grouped(group.count)) \(Self.words(group.event.type))")
                session.writeEvidence(group.event)
                for message in group.messages {
                    session.line("      \(message.id.description.prefix(8))  \(message.subject ?? "(no subject)")")
                }
                let rest = group.count - group.messages.count
                if rest > 0, bound.limit > 0 {
                    let more =
                        group.messages.isEmpty
                        ? "\(Counted.messages(rest)) not named" : "and \(ProgressLine.grouped(rest)) more"
                    session.line("      \(more); a greater --limit names them", .dim)
                }
            }
        }
    }

    /// What an event did to make a message count.
    private static func words(_ type: EventType) -> String {
        switch type.name {
        case MessageAdded.type.name, MessageCopied.type.name: "came in unread"
        case MessageMoved.type.name: "moved here unread"
        case MessageMarked.type.name: "marked unread"
        case CopyChanged.type.name: "seen to be unread, or shown again"
        case FolderChanged.type.name: "counted since the folder has another role"
        default: "came back"
        }
    }
}
