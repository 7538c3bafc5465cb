internal import ArgumentParsing
internal import DiskFiles
internal import EventLog
internal import JSONCoding
internal import Mail
internal import MailLedger
internal import Mailboxes
internal import Projections

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write mail out as a Maildir, as mboxes, as message files or as JSON lines; or the events.",
        examples: [
            CommandExample("mailledger export --to ~/Maildir-copy --as maildir", "all mail, as a Maildir"),
            CommandExample(
                "mailledger export 'in:INBOX date:2026' --to archive.mbox --as mboxrd",
                "the mail of one folder and year, as one mbox"
            ),
            CommandExample("mailledger export from:tomas --to letters --as eml", "one file per message"),
            CommandExample(
                "mailledger export --to - --as jsonl --content > mail.jsonl",
                "all mail as lines of JSON, with its bytes"),
            CommandExample(
                "mailledger export --notmuch-tags label:taxes > tags", "in the form that 'notmuch restore' reads"),
            CommandExample(
                "mailledger export --events --content --to ledger.jsonl",
                "the whole log; 'import events' makes an equal ledger from it"),
            CommandExample(
                "mailledger export --subject-address peter@example.net --to answer",
                "all mail from and to a person, deleted mail too, with its history"),
        ],
        discussion: """
            Without a query it writes all mail. Each message is written byte for byte, once for each of its folders. A
            query such as in:Receipts writes only the copies there. Nothing appears at the path until everything is
            written. A folder has to be new or empty, and a file new, unless --force.

              maildir  flags are in the names; --layout says how folders are named
              mboxrd   one file; for PATH/ a mail.mbox in a folder for each folder
              eml      one file per message, in a folder for each folder
              jsonl    one line per message; --content puts its bytes there too

            Mail of several accounts gets a folder for each account. Labels have no place
            in mailboxes: jsonl and --notmuch-tags keep them.

            --events writes the log itself, one line per event, to --to or standard output: 'import events' makes a
            ledger with the same id, history and root from it. --content puts the mail there too.

            --subject-address answers a person who asks which of their mail you keep. It makes a new folder with every
            message from or to the address, as it came. Each message has a line with its history: when, by whom and why.
            Deleted mail is there too. For erased mail there is only when, by whom and why it was erased. Mail names
            others as well: look through the folder before you pass it on.
            """)

    @OptionGroup var query: QueryArguments
    @Option(
        name: .long, help: ArgumentHelp("The folder or file to write; - is standard output.", valueName: "path"),
        completion: .file())
    var to: String?
    @Option(name: .customLong("as"), help: ArgumentHelp("The format.", valueName: "format"))
    var format: ExportFormat?
    @Option(
        name: .long, help: "How a Maildir names its folders: .Work.Letters (maildir++, the default) or Work/Letters.")
    var layout: MaildirLayout?
    @Flag(name: .long, help: "Put the bytes of the messages into the lines of jsonl or of the events.")
    var content = false
    @Flag(name: .long, help: "Write the tags as 'notmuch dump' does, to --to or standard output.")
    var notmuchTags = false
    @Flag(name: .long, help: "Write the conversations as 'import chats' reads them, to --to or standard output.")
    var chat = false
    @Flag(name: .long, help: "Write the events of the log, to --to or standard output.") var events = false
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Only events after this position, which is the last one of a transaction.", valueName: "position"))
    var after: Int64?
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Write all mail from and to a person, deleted mail too, with its history.", valueName: "address"))
    var subjectAddress: String?
    @Flag(name: .long, help: "Add to a folder that is not empty, and replace files of the same names.")
    var force = false
    @Flag(name: .long, help: "Count the messages that would be written, and write nothing.") var dryRun = false
    @OptionGroup var moment: MomentOptions
    @OptionGroup var quiet: QuietOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if subjectAddress != nil {
            try validateSubject()
        } else if notmuchTags || events || chat {
            let (flag, what) =
                events
                ? ("--events", "the log as it is")
                : chat ? ("--chat", "chats and no other mail") : ("--notmuch-tags", "tags and no mail")
            if format != nil { throw ValidationError("\(flag) writes \(what); leave out --as") }
            if [notmuchTags, events, chat].count(where: \.self) > 1 {
                throw ValidationError("--events, --notmuch-tags and --chat are exports of their own")
            }
        } else {
            guard let format else { throw ValidationError("Say what to write: --as maildir, mboxrd, eml or jsonl") }
            guard let to else { throw ValidationError("Say where to write: --to PATH") }
            if to == "-", format == .maildir || format == .eml {
                throw ValidationError("--as \(format) writes a folder, which standard output cannot be")
            }
        }
        if to?.isEmpty == true { throw ValidationError("--to takes a path") }
        if let to { _ = try FolderArgument.path(to) }
        if layout != nil, format != .maildir { throw ValidationError("--layout goes with --as maildir") }
        if content, format != .jsonl, !events {
            throw ValidationError("--content goes with --as jsonl and with --events")
        }
        if after != nil, !events { throw ValidationError("--after goes with --events") }
        if let after, after < 0 { throw ValidationError("--after takes a position, and 0 is before the first") }
        if events, !query.isEmpty {
            throw ValidationError(
                "--events writes all events, since each follows from those before; leave out the query")
        }
        if events, moment.at != nil { throw ValidationError("--events writes the log to its end; leave out --at") }
        if isOnStandardOutput, output.format != .text {
            throw ValidationError(
                "--format \(output.format) needs standard output, where the mail goes; name a file with --to")
        }
    }

    private func validateSubject() throws {
        guard subject != nil else {
            throw ValidationError("--subject-address takes an address, such as peter@example.net")
        }
        if format != nil || notmuchTags || events || chat || content {
            throw ValidationError("--subject-address writes mail and history; leave out what other exports take")
        }
        if !query.isEmpty {
            throw ValidationError("--subject-address writes all mail of a person; leave out the query")
        }
        guard let to, to != "-" else { throw ValidationError("Say which folder to write: --to PATH") }
        if force {
            throw ValidationError(
                "--subject-address writes a folder of its own, with nothing else in it; leave out --force")
        }
    }

    private var subject: EmailAddress? { subjectAddress.flatMap(EmailAddress.init(ofPerson:)) }

    func run() throws {
        if events { return try exportEvents() }
        let read = try query.read()
        let session = Session(ledger, output)
        let ledger = try session.open(at: moment)
        let filter = try read.filter(in: ledger)
        if let subject {
            return try SubjectExportSession(path: path, address: subject.address, dryRun: dryRun, session: session)
                .run(ledger)
        }
        if !query.isEmpty {
            // Whoever exports what is not there finds out before a place is made for it.
            guard try ledger.read({ try $0.countMessages(matching: filter) }) > 0 else {
                throw Shortfall.foundNothing(by: query.words)
            }
        }
        do {
            if chat {
                try ChatExportSession(
                    path: path, target: target(nil), dryRun: dryRun, overwrites: force, session: session
                )
                .run(filter, ledger)
            } else {
                try notmuchTags ? exportTags(filter, ledger, session) : exportMail(filter, ledger, session)
            }
        } catch let failure as WriteFailure where failure.isReaderGone {
            throw Self.cutShort
        }
        session.noteIfBehind(ledger)
    }

    /// What a shell says of a program that SIGPIPE (13) has ended.
    ///
    /// A list that `head` cuts is what was asked for; a script must not take a part of an export for all of it.
    private static let cutShort = ExitCode(128 + 13)

    // MARK: Where

    private var path: String { to ?? "-" }
    private var isOnStandardOutput: Bool { path == "-" && !dryRun }

    private func target(_ format: ExportFormat?) -> ExportTarget {
        if path == "-" { return .standardOutput }
        switch format {
        case .maildir, .eml: return .folder(path)
        case .mboxrd where path.hasSuffix("/") || Surroundings.current.files.isFolder(path): return .folder(path)
        default: return .file(path)
        }
    }

    // MARK: Events

    private func exportEvents() throws {
        let options = EventExportOptions(
            after: Position(after ?? 0), withContents: content, overwriting: force, dryRun: dryRun)
        let place = try Session.target(ledger).place()
        do {
            try EventExportSession(
                path: path, target: target(nil), place: place, options: options,
                session: Session(ledger, output)
            ).run()
        } catch let failure as WriteFailure where failure.isReaderGone {
            throw Self.cutShort
        }
    }

    // MARK: Mail

    private func exportMail(_ filter: MessageFilter, _ ledger: Ledger, _ session: Session) throws {
        let format = format ?? .jsonl
        let progress = Progress("Exporting", unit: "messages")
        let tell: MailboxExporter.Progress = { done, total in
            progress.update(done: done, total: total)
            return true
        }
        let mailbox: MailboxFormat =
            switch format {
            case .maildir: layout == .fs ? .nestedMaildirs : .maildirPlusPlus
            case .mboxrd, .jsonl: .mboxrd
            case .eml: .eml
            }
        let options = ExportOptions(format: mailbox, overwriting: force, dryRun: dryRun)
        let report: ExportReport
        do {
            defer { progress.finish() }
            if format == .jsonl {
                report = try LineExporter(
                    of: ledger, matching: filter, options: options, withContents: content, progress: tell
                ).run(to: target(format)) {
                    try JSONBytesEncoder(.answer).encode(ExportedMessageForm(message: $0))
                }
            } else {
                report = try MailboxExporter(of: ledger, matching: filter, options: options, progress: tell)
                    .run(to: target(format))
            }
        }
        let lines = self.lines(report, format)
        if isOnStandardOutput {
            // The mail is there; what there is to say of it goes beside it.
            for line in lines.dropLast() { StandardError.line(Sanitizer.line(line)) }
        } else {
            let form = ExportForm(to: path, format: format.rawValue, report: report, isDryRun: dryRun)
            try session.write(form, isQuiet: quiet.quiet && !report.isPartial) {
                for line in lines { session.line(line) }
            }
        }
        if report.isPartial {
            throw Shortfall.partial("\(Counted.of(report.leftOut.count, "copy was", "copies were")) left out")
        }
    }

    private func lines(_ report: ExportReport, _ format: ExportFormat) -> [String] {
        var lines = report.leftOut.map { copy in
            "left out \(copy.message.description.prefix(8)) in \(copy.folder): \(copy.reason.description)"
        }
        lines += report.renamed.map { "folder \($0.folder) is written as \($0.place)" }
        if report.copiesGivenLineEnd > 0 {
            lines.append(
                "note: \(Counted.of(report.copiesGivenLineEnd, "copy", "copies")) got a line end at the very end, "
                    + "which an mbox cannot do without")
        }
        if format != .jsonl, report.copiesLosingKeywords > 0 {
            let place = format == .maildir ? "labels" : "marks and labels"
            lines.append(
                "note: the \(place) of \(Counted.of(report.copiesLosingKeywords, "copy", "copies")) have no place in "
                    + "\(format.noun); 'export --notmuch-tags' and '--as jsonl' keep them")
        }
        let all = Counted.messages(report.messages)
        let written = report.messages - report.messagesLeftOut
        let messages = report.messagesLeftOut == 0 ? all : "\(ProgressLine.grouped(written)) of \(all)"
        let copies = report.copies == written ? "" : ", \(Counted.of(report.copies, "copy", "copies")),"
        let folders = report.folders.count { $0.copies > 0 }
        let size = dryRun ? "" : ", \(Counted.bytes(report.bytes))"
        lines.append(
            "\(dryRun ? "Would export" : "Exported") \(messages)\(copies) to \(path) "
                + "(\(Counted.of(folders, "folder", "folders"))\(format == .jsonl && !content ? "" : size)).")
        return lines
    }

    // MARK: Tags

    private func exportTags(_ filter: MessageFilter, _ ledger: Ledger, _ session: Session) throws {
        let export = try ledger.exchange.exportNotmuchTags(filter, to: target(nil), overwriting: force, dryRun: dryRun)
        let without = export.withoutID.map { "left out \($0.description.prefix(8)): it has no Message-ID" }
        if isOnStandardOutput {
            for line in without { StandardError.line(line) }
        } else {
            let form = TagExportForm(to: path, export: export, isDryRun: dryRun)
            try session.write(form, isQuiet: quiet.quiet && export.withoutID.isEmpty) {
                for line in without { session.line(line) }
                session.line(
                    "\(dryRun ? "Would write" : "Wrote") the tags of \(Counted.messages(export.messages)) to \(path).")
            }
        }
        if !export.withoutID.isEmpty {
            throw Shortfall.partial("\(Counted.of(export.withoutID.count, "message was", "messages were")) left out")
        }
    }
}

enum ExportFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    case maildir
    case mboxrd
    case eml
    case jsonl

    /// Takes `mbox`, too, which is written in the variant that can be read back.
    init?(argument: String) { self.init(rawValue: argument == "mbox" ? "mboxrd" : argument) }

    /// The format in a sentence.
    var noun: String {
        switch self {
        case .maildir: "a Maildir"
        case .mboxrd: "an mbox"
        case .eml: "message files"
        case .jsonl: "lines of JSON"
        }
    }
}

enum MaildirLayout: String, CaseIterable, ExpressibleByArgument, Sendable {
    case maildirPlusPlus = "maildir++"
    case fs
}
