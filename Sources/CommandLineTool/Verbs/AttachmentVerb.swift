internal import ArgumentParser
internal import Glibc
internal import MailLedger
internal import Projections

struct AttachmentVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attachment", abstract: "List or save attachments.", subcommands: [List.self, Save.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the attachments of a message.",
            examples: [
                CommandExample("mailledger attachment list 3f2a", "number, name, type and size of each")
            ])

        @Argument(help: "The first digits of the message's id.", completion: .names(.message)) var id: String
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let rows = try session.open().read { try $0.attachments(of: $0.messageStream(id)) }
            try session.write(rows.map(AttachmentForm.init)) {
                var table = Table([
                    .init(alignment: .right), .init(isFlexible: true), .init(), .init(alignment: .right),
                ])
                for row in rows {
                    table.append(["\(row.number)", row.fileName ?? "(no name)", row.mimeType, Counted.bytes(row.size)])
                }
                session.write(table)
            }
        }
    }

    struct Save: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Save an attachment to a file.",
            examples: [
                CommandExample(
                    "mailledger attachment save 3f2a 1 --output invoice.pdf", "the first one, into a file that you name"
                )
            ],
            discussion: """
                The name that the mail gives is never used as a path; a file that is there is not overwritten without --force.
                """)

        @Argument(help: "The first digits of the message's id.", completion: .names(.message)) var id: String
        @Argument(help: "The number of the attachment, as 'attachment list' shows it.") var number: Int
        @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
        var output: String
        @Flag(name: .long, help: "Overwrite a file that is there.") var force = false
        @OptionGroup var ledger: LedgerOptions

        func run() throws {
            let session = Session(ledger, OutputOptions.text)
            let size = try session.open().saveAttachment(number, of: id, to: output, overwriting: force)
            session.line("Saved \(Counted.bytes(size)) to \(output).")
            try session.output.finish()
        }
    }
}
