internal import ArgumentParser
internal import DiskFiles
internal import MailLedger
internal import Mailboxes
internal import Processes

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
    @Option(name: .long, help: ArgumentHelp("The folder of sample mail.", valueName: "dir"), completion: .directory)
    var samples: String?

    func run() throws {
        let samples = LedgerLocation(try sampleDirectory()).directory
        let ledger = LedgerLocation(try directory ?? temporaryDirectory())
        try DemoSession(samples: samples, ledger: ledger, isQuiet: buildOnly).run()
        guard buildOnly else { return }
        let output = Output()
        output.line(ledger.directory)
        try output.finish()
    }

    private func sampleDirectory() throws -> String {
        let program = ThisProcess.program ?? ""
        let home = program.split(separator: "/").dropLast()
        let candidates =
            [samples, ProcessEnvironment.value("MAILLEDGER_SAMPLES")].compactMap { $0 }
            + ["/" + home.dropLast().joined(separator: "/") + "/share/mailledger/samples"]
            + (1...4).map { "/" + home.dropLast($0).joined(separator: "/") + "/Samples" } + ["Samples"]
        guard let found = candidates.first(where: { KernelFiles.shared.allows(.read, of: $0 + "/maildir") }) else {
            throw ValidationError("The sample mail is not found; name its folder with --samples")
        }
        return found
    }

    private func temporaryDirectory() throws -> String {
        let files = KernelFiles.shared
        let folder = ScratchFolder.path(orElse: "/tmp")
        while true {
            let path = "\(folder)/mailledger-demo-\(String(files.uniqueNumber(), radix: 36))"
            if try files.makeFolderIfMissing(path) { return path }
        }
    }
}
