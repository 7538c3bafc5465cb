internal import ArgumentParsing
internal import EventLog
internal import Mail
internal import MailLedger

struct WhyThread: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thread", abstract: "Show which references joined the messages of a thread.",
        examples: [
            CommandExample("mailledger why thread 1263", "message by message, as they came in")
        ],
        discussion: """
            A thread is what References and In-Reply-To join, also through messages that never came in. Each message
            says what joined it to those before it; if several references join it, one is shown.
            """)

    @Argument(help: "The first digits of the id of any of its messages.", completion: .names(.message))
    var thread: String
    @OptionGroup var bound: WhyLimitOptions
    @OptionGroup var question: WhyOptions

    func run() throws {
        let (session, ledger) = try question.open()
        try session.show(ledger.answer(MailLedger.WhyThread(message: thread, limit: bound.limit))) { form in
            let reason = form.reason
            session.line(
                "Thread \(reason.thread.description.prefix(8)): \(Counted.messages(reason.count))", .bold)
            for join in reason.members {
                let state = join.isLive ? "" : "  (not in any list)"
                session.line("  \(join.message.description.prefix(8))  \(join.subject ?? "(no subject)")\(state)")
                session.writeEvidence(join.event)
                for link in join.links { session.line("    " + Self.words(link), .cyan) }
            }
            let rest = reason.count - reason.members.count
            if rest > 0 { session.line("  and \(ProgressLine.grouped(rest)) more; --limit shows them", .dim) }
            guard !reason.missing.isEmpty else { return }
            session.line("Named, and never came in:", .bold)
            for parent in reason.missing.prefix(bound.limit) {
                let namers = parent.namedBy.map { $0.description.prefix(8) }.joined(separator: ", ")
                session.line("  <\(parent.messageID)>  by \(namers)")
            }
            let others = reason.missing.count - bound.limit
            if others > 0 { session.line("  and \(ProgressLine.grouped(others)) more", .dim) }
        }
    }

    private static func words(_ link: ThreadLink) -> String {
        let other = link.other.description.prefix(8)
        return switch (link.field, link.isOwnOfOther) {
        case (.inReplyTo, true): "In-Reply-To names <\(link.messageID)>, which is \(other)"
        case (.references, true): "References names <\(link.messageID)>, which is \(other)"
        case (.inReplyTo, false): "In-Reply-To names <\(link.messageID)>, and so does \(other)"
        case (.references, false): "References names <\(link.messageID)>, and so does \(other)"
        case (.messageID, true): "it has the Message-ID <\(link.messageID)> of \(other)"
        case (.messageID, false): "\(other) names its Message-ID <\(link.messageID)>"
        }
    }
}
