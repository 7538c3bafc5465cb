internal import ArgumentParsing
internal import DiskFiles
internal import MailLedger
internal import Mailboxes
internal import SampleMail

struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Show what the tool does, on sample mail, in a ledger of its own.",
        examples: [
            CommandExample("mailledger demo", "a story in a temporary folder, which is kept"),
            CommandExample("mailledger demo /tmp/demo-ledger", "in a folder that you name"),
            CommandExample(
                "mailledger demo --build-only /tmp/demo-ledger", "the ledger of the story, to try things on"),
        ],
        discussion: """
            Makes a ledger in the given folder, or in a temporary one that is kept. It shows a story: three accounts,
            eight days, a mistake and its undo. The second act has a chat, a wrong claim by a model, a canned answer
            and an appointment. The ledger is the same on every machine, to the last digest.
            """)

    @Argument(help: "Where to make the ledger; the folder must be new or empty.", completion: .directory) var directory:
        String?
    @Flag(name: .long, help: "Only make the ledger, and say where it is.") var buildOnly = false
    @Option(
        name: .long,
        help: ArgumentHelp("A folder of sample mail (default: the mail in the program).", valueName: "dir"),
        completion: .directory)
    var samples: String?

    func run() throws {
        let named = try namedSamples()
        let samples = try named ?? carriedSamples()
        let ledger = LedgerLocation(try directory ?? temporaryDirectory())
        // What the story names is kept; where none is told nobody looks for it.
        defer { if buildOnly, named == nil { try? KernelFiles.shared.removeTree(samples) } }
        try DemoSession(samples: samples, ledger: ledger, isQuiet: buildOnly).run()
        guard buildOnly else { return }
        let output = Output()
        output.line(ledger.directory)
        try output.finish()
    }

    private func namedSamples() throws -> String? {
        guard let named = samples ?? Surroundings.current.variable("MAILLEDGER_SAMPLES") else { return nil }
        guard KernelFiles.shared.allows(.read, of: named + "/maildir") else {
            throw ValidationError("There is no sample mail in that folder")
        }
        return LedgerLocation(named).directory
    }

    /// A new folder with the mail that the program carries.
    private func carriedSamples() throws -> String {
        let folder = try temporaryDirectory(named: "samples")
        try SampleMail.write(below: folder, on: KernelFiles.shared)
        return folder
    }

    private func temporaryDirectory(named name: String = "demo") throws -> String {
        let files = KernelFiles.shared
        let folder = ScratchFolder.path(orElse: "/tmp")
        while true {
            let path = "\(folder)/mailledger-\(name)-\(String(files.uniqueNumber(), radix: 36))"
            if try files.makeFolderIfMissing(path) { return path }
        }
    }
}
