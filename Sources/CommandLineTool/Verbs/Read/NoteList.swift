internal import ArgumentParsing
internal import CivilTime
internal import EventLog
internal import MailLedger
internal import Notes
internal import Projections

struct NoteList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notes", abstract: "List notes: pinned ones first, then the latest changes.",
        examples: [
            CommandExample("mailledger notes", "all but the archived ones"),
            CommandExample("mailledger notes 'the books' --since 2026-02", "with this phrase, made since February"),
            CommandExample("mailledger notes --on abc1", "those on a message or on its thread"),
        ],
        discussion: """
            Each word must be in the title, the text, the summary or a tag. Case and accents do not count. Several
            words in one argument are a phrase; tid* also finds tides. Signs and emoji are not searched: a word of
            them alone is refused (exit code 2), as in a query for mail.
            """)

    @Argument(help: ArgumentHelp("Words in the notes.", valueName: "words")) var words: [String] = []
    @Option(
        name: .long, help: ArgumentHelp("Only notes in this notebook.", valueName: "path"), completion: .names(.folder))
    var folder: String?
    @Flag(name: .long, help: "Only notes in no notebook.") var unfiled = false
    @Option(name: .long, help: ArgumentHelp("Only notes with this tag; may be repeated.", valueName: "tag"))
    var tag: [String] = []
    @Option(
        name: .long, help: ArgumentHelp("Only notes on this message or on its thread.", valueName: "id"),
        completion: .names(.message))
    var on: String?
    @Flag(name: .long, help: "Only pinned ones.") var pinned = false
    @Flag(name: .long, help: "Only archived ones.") var archived = false
    @Flag(name: .long, help: "Archived ones, too.") var all = false
    @Option(name: .long, help: ArgumentHelp("Only notes made since: 2024-03, today, 3d.", valueName: "date"))
    var since: String?
    @Option(name: .long, help: ArgumentHelp("Only notes made up to the end of this date.", valueName: "date"))
    var until: String?
    @OptionGroup var page: PageOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if archived, all { throw ValidationError("--archived and --all exclude each other") }
        if unfiled, folder != nil { throw ValidationError("--unfiled and --folder exclude each other") }
    }

    func run() throws {
        let session = Session(ledger, output, pages: true, none: "No notes.")
        let ledger = try session.open(at: moment)
        let question = ListNotes(matching: try matching(in: ledger), limit: page.limit, offset: page.offset)
        try session.show(question, of: ledger) { NoteText(session).write($0.map(\.shown)) }
        session.noteIfBehind(ledger)
    }

    private func matching(in ledger: Ledger) throws -> RequestedNotes {
        RequestedNotes(
            words: words, folder: folder, isUnfiled: unfiled, tags: try tag.map { try NoteTag($0).text },
            message: try on.map { try ShownName.id(of: $0, in: ledger) }, isPinned: pinned ? true : nil,
            isArchived: archived ? true : nil, includesArchived: all, since: since, until: until)
    }
}
