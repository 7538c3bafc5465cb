internal import ArgumentParsing
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

struct AttachmentVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attachment", abstract: "List, save or verify attachments.",
        subcommands: [List.self, Save.self, Verify.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the attachments of a message.",
            examples: [
                CommandExample("mailledger attachment list 3f2a", "number, name, type and size of each")
            ],
            discussion: """
                mid:MESSAGE-ID and external:ID name the message, too, here and for 'attachment save' and 'attachment
                verify'. The last column shows the state of an upload, if a program recorded one.
                """)

        @Argument(help: "The first digits of the message's id, or mid:MESSAGE-ID.", completion: .names(.message))
        var id: String
        @OptionGroup var moment: MomentOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output, none: "No attachments.")
            let ledger = try session.open(at: moment)
            let id = try ShownName.id(of: id, in: ledger)
            try session.show(ledger.answer(ListAttachments(message: id))) { forms in
                session.write(ShownMessageText.table(of: forms.map(\.row)))
            }
        }
    }

    struct Save: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "save",
            abstract: "Save an attachment to a file, or all of them to a folder.",
            examples: [
                CommandExample(
                    "mailledger attachment save 3f2a 1 --output invoice.pdf", "the first one, into a file that you name"
                ),
                CommandExample(
                    "mailledger attachment save 3f2a 1 --output .", "into this folder, under the name in the mail"),
                CommandExample("mailledger attachment save 3f2a --all invoices", "all of them, into a folder"),
                CommandExample(
                    "mailledger attachment save from:billing --size 500 --all large",
                    "those of 500 bytes and more in the messages that a query finds"),
            ],
            discussion: """
                With --all the arguments are a query. Of several attachments with one name, all but the first get a
                number: scan.pdf, scan-2.pdf.

                The name that the mail gives is never used as a path. Only the part after the last slash or backslash
                is used. Dots, dashes and ~ at its start are removed, control and direction characters become _, and it
                is cut at 200 bytes. If nothing is left, it becomes attachment-1.pdf or similar. A file appears whole
                or not at all, readable by its owner only. If a file or a link is in the way, nothing is written (exit
                code 4); with --all, nothing at all. --force replaces files and links, but never folders, devices or
                pipes.
                """)

        @Argument(
            help: ArgumentHelp(
                "The first digits of the message's id, or mid:MESSAGE-ID, and the number that 'attachment list' shows; with --all a query.",
                valueName: "id"),
            completion: .names(.message))
        var words: [String] = []
        @Option(
            name: .shortAndLong,
            help: ArgumentHelp("The file to write, a folder for it, or '-' for standard output.", valueName: "file"),
            completion: .file())
        var output: String?
        @Option(
            name: .long, help: ArgumentHelp("Save all attachments to this folder.", valueName: "dir"),
            completion: .directory)
        var all: String?
        @Option(
            name: .long,
            help: ArgumentHelp("With --all only those of these sizes, as 20k or 20k..2M.", valueName: "sizes"))
        var size: String?
        @Flag(name: .long, help: "Overwrite files that are there.") var force = false
        @OptionGroup var moment: MomentOptions
        @OptionGroup var ledger: LedgerOptions

        private var number: Int? { words.count == 2 ? Int(words[1]) : nil }

        func validate() throws {
            if all != nil {
                guard output == nil else { throw ValidationError("--all takes no --output") }
                guard number == nil else { throw ValidationError("--all takes no number") }
            } else if size != nil {
                throw ValidationError("--size goes with --all DIR")
            } else if words.isEmpty {
                throw ValidationError("Say which message; 'attachment save --all DIR QUERY' saves those of several")
            } else if number == nil {
                throw ValidationError("Say which attachment by its number, or --all DIR")
            } else if output == nil {
                throw ValidationError("--output FILE is needed")
            }
            if output?.isEmpty == true || all?.isEmpty == true {
                throw ValidationError("The name of the file or folder is empty")
            }
        }

        func run() throws {
            let session = Session(ledger, OutputOptions.text)
            let ledger = try session.open(at: moment)
            if let all {
                let query = QueryArguments.text(words)
                let isName = words.count == 1 && Self.isName(query)
                let filter =
                    try isName
                    ? MessageFilter.id(prefix: message(query, in: ledger))
                    : ReadQuery(query).filter(in: ledger)
                let saved = try ledger.attachments.saveAll(
                    matching: filter, sizes: size, toFolder: all, overwriting: force)
                if saved.isEmpty {
                    session.line(
                        isName && size == nil ? "The message has no attachments." : "No message has such an attachment."
                    )
                }
                saved.forEach { tell($0, session) }
                return try session.output.finish()
            }
            let id = try ShownName.id(of: words[0], in: ledger)
            if let number, output == "-" {
                try ledger.attachments.read(number, of: id) { session.output.write(bytes: Array($0)) }
            } else if let number, let output {
                tell(try ledger.attachments.save(number, of: id, to: output, overwriting: force), session)
            }
            try session.output.finish()
        }

        /// Whether a word names one message, and is no query.
        private static func isName(_ word: String) -> Bool {
            ["mid:", "external:", "id:"].contains(where: word.hasPrefix)
                || word.count >= 4 && word.allSatisfy { $0.isHexDigit || $0 == "-" }
        }

        private func message(_ name: String, in ledger: Ledger) throws -> String {
            let id = try ShownName.id(of: name, in: ledger)
            return try ledger.read { try $0.message(id) }.id.description
        }

        private func tell(_ saved: SavedAttachment, _ session: Session) {
            session.line("Saved \(Counted.bytes(saved.size)) to \(saved.path).")
        }
    }

    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Read attachments from their messages, and report faults.",
            examples: [
                CommandExample("mailledger attachment verify", "all attachments of the ledger"),
                CommandExample("mailledger attachment verify 3f2a --format json", "those of one message, with digests"),
            ],
            discussion: """
                The content of each message is compared with its digest, and the length of each attachment with the
                recorded length. If there is a fault, the exit code is 6.
                """)

        @Argument(
            help: "The first digits of a message's id, or mid:MESSAGE-ID; without it all are read.",
            completion: .names(.message))
        var id: String?
        @OptionGroup var quiet: QuietOptions
        @OptionGroup var moment: MomentOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(.readOnly, at: moment)
            let filter =
                try id.map { name in
                    let id = try ShownName.id(of: name, in: ledger)
                    return MessageFilter.id(prefix: try ledger.read { try $0.message(id) }.id.description)
                } ?? .all
            let progress = Progress("Verifying attachments", unit: "attachments")
            defer { progress.clear() }
            var count = 0
            var faults: [AttachmentCheck] = []
            func check(_ body: (AttachmentCheck) throws -> Bool) throws {
                try ledger.maintenance.verifyAttachments(of: filter) { check in
                    count += 1
                    progress.update(done: count)
                    if check.fault != nil { faults.append(check) }
                    return try body(check)
                }
            }
            if session.format == .text {
                try check { _ in true }
                progress.clear()
                if !quiet.quiet || !faults.isEmpty {
                    session.line("\(Counted.of(count, "attachment", "attachments")) read.")
                }
                for fault in faults { session.line("  " + Self.words(fault)) }
                try session.output.finish()
            } else {
                try session.stream(AttachmentCheckForm.init) { write in try check(write) }
                progress.clear()
            }
            guard faults.isEmpty else {
                throw Shortfall.unverified("\(Counted.of(faults.count, "attachment does", "attachments do")) not hold")
            }
        }

        private static func words(_ check: AttachmentCheck) -> String {
            let what =
                switch check.fault {
                case .missing: "the message's content is missing"
                case .corrupt: "the message's content is corrupt"
                case .differs, nil: "it is not what was recorded"
                }
            return "\(check.message) \(check.attachment.number): \(what)"
        }
    }
}
