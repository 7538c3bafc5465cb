internal import ArgumentParsing
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

struct WhyMissing: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "missing",
        abstract: "Show why a message is in no list: how it was removed, or why it never came in.",
        examples: [
            CommandExample("mailledger why missing inv-117@paper.example.com", "by its Message-ID"),
            CommandExample("mailledger why missing 'Invoice 2025-117'", "by its subject, deleted or not"),
            CommandExample("mailledger why missing 3f2a", "by the first digits of its id"),
            CommandExample("mailledger why missing notes.txt", "by the path of a file that an import passed over"),
        ],
        discussion: """
            For each match it shows how the message came in, what happened to it, who did that and why, with the
            operation. Anything except an id or a Message-ID is searched in subjects, senders, names of attachments
            and paths of files, of present and past mail. Case and accents do not count. Missing messages come first.
            Of erased messages only ids and Message-IDs are known.

              kind in JSON     what happened to it
              present          it is there
              deleted          it was deleted, or removed from its last folder
              pruned           a rule deleted it; the detail is the rule
              undone           its import was undone, or an undo deleted it again
              gone             its file was gone from the Maildir that 'sync' follows
              hidden           the flag T of its file hides it, or \\Deleted of a mail reader
              folder_deleted   its folder was deleted, or one above it
              account_deleted  its account was deleted
              erased           it was erased; nothing but the event is known of it
              skipped          an import skipped the file; the detail says why
              never_came       other messages refer to this Message-ID, and it never came in
              not_recorded     no field that was searched has it
            """)

    @Argument(
        help: "A Message-ID, the first digits of an id, or a part of a subject, a sender, a file's name or path.",
        completion: .names(.message))
    var name: String
    @OptionGroup var bound: WhyLimitOptions
    @OptionGroup var question: WhyOptions

    func run() throws {
        let (session, ledger) = try question.open()
        try session.show(ledger.answer(MailLedger.WhyMissing(message: name, limit: bound.limit))) { form in
            let absence = form.absence
            for finding in absence.findings {
                if finding.kind == .notRecorded {
                    session.line(Self.nothing(absence))
                    continue
                }
                session.line(Self.thing(finding, absence.name) + Self.words(finding))
                if let came = finding.came, came.position != finding.event?.position { session.writeEvidence(came) }
                if let event = finding.event { session.writeEvidence(event) }
                let namers = finding.namedBy.map { $0.description.prefix(8) }
                if !namers.isEmpty {
                    let rest = namers.count > 10 ? " and \(namers.count - 10) more" : ""
                    session.line("    named by \(namers.prefix(10).joined(separator: ", "))\(rest)")
                }
            }
            if absence.rest > 0 {
                session.line("and \(ProgressLine.grouped(absence.rest)) more; --limit shows them", .dim)
            }
            if absence.erasedMessages > 0, absence.lookedUp.contains(.subject) {
                session.line(
                    "\(Counted.messages(absence.erasedMessages)) erased; of such only ids and Message-IDs could be looked up",
                    .dim)
            }
        }
    }

    /// Says what was looked up, and claims no more.
    private static func nothing(_ absence: Absence) -> String {
        let fields = absence.lookedUp.map { field in
            switch field {
            case .id: "id"
            case .messageID: "Message-ID"
            case .subject: "subject"
            case .sender: "sender"
            case .fileName: "file name"
            case .path: "path"
            }
        }
        return
            "Nothing was ever recorded with this \(fields.dropLast().joined(separator: ", ")) or \(fields.last ?? "name")"
            + ": \(absence.name)"
    }

    private static func thing(_ finding: AbsenceFinding, _ name: String) -> String {
        let account = finding.account.map { " of \($0)" } ?? ""
        if let source = finding.source { return source + account }
        guard let message = finding.message else { return name + account }
        if finding.kind == .erased { return message.description.prefix(8) + account }
        return "\(message.description.prefix(8)) “\(finding.subject ?? "(no subject)")”\(account)"
    }

    private static func words(_ finding: AbsenceFinding) -> String {
        let places = finding.folders.joined(separator: ", ")
        let last = places.isEmpty ? "" : "; it was last in \(places)"
        return switch finding.kind {
        case .present: " is there, in \(places)"
        case .deleted: " was deleted\(last)"
        case .pruned: " was deleted by \(finding.detail ?? "a rule")\(last)"
        case .undone: " was taken back by an undo\(last)"
        case .gone: " is gone from its Maildir\(last)"
        case .hidden where ["import", "sync"].contains(finding.event?.command):
            " is hidden: its file has the flag T\(last)"
        case .hidden: " is hidden: it is marked as deleted\(last)"
        case .folderDeleted: " ended with its folder\(last)"
        case .accountDeleted: " ended with its account\(last)"
        case .erased: " was erased"
        case .skipped: " was skipped: \(finding.detail ?? "no reason is known")"
        case .neverCame: " never came in: nothing was recorded with this Message-ID"
        case .notRecorded: " was not recorded"
        }
    }
}
