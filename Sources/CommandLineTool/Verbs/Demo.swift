internal import ArgumentParser
internal import EventLog
internal import Glibc
internal import MailLedger
internal import Projections

struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what the tool does, on sample mail, in a ledger of its own.",
        discussion: """
            EXAMPLES
              mailledger demo
              mailledger demo /tmp/demo-ledger

            Makes a ledger in the given folder, else in a temporary one that is kept, and runs a session in it.
            """)

    @Argument(help: "Where to make the ledger; the folder must be new or empty.") var directory: String?
    @Option(name: .long, help: ArgumentHelp("The folder of sample mail.", valueName: "dir")) var samples: String?

    func run() throws {
        let samples = try sampleDirectory()
        let directory = try directory ?? temporaryDirectory()
        unsafe setenv("MAILLEDGER", directory, 1)
        // A session is read from its beginning to its end.
        unsafe setenv("MAILLEDGER_PAGER", "", 1)
        StandardError.line("The ledger is in \(directory)")
        var shownID: String?
        for line in DemoSession.lines(samples: samples) {
            if line.namesMessage, shownID == nil { shownID = try firstID() }
            let line = line.naming(shownID ?? "")
            let output = Output()
            output.line("\n$ " + line.shown)
            try output.finish()
            if let names = line.removes { try remove(names, in: directory) }
            guard let arguments = line.arguments else { continue }
            let code = MailLedgerTool.run(arguments)
            guard code == 0 else { throw ExitCode(code) }
        }
    }

    // The session shows one message by its id, which is another one in each ledger.
    private func firstID() throws -> String? {
        let ledger = try Ledger.open(at: Session.location(LedgerOptions()), access: .readWrite)
        let filter = try MessageFilter(query: "subject:razor", in: .standard())
        try ledger.prepareSearch(for: filter)
        return try ledger.read { try $0.messages(matching: filter, limit: 1).first }.map {
            String($0.id.description.prefix(8))
        }
    }

    private func sampleDirectory() throws -> String {
        let executable = unsafe CommandLine.arguments.first.flatMap { unsafe realpath($0, nil) }
        defer { unsafe free(executable) }
        let program = unsafe executable.map { unsafe String(cString: $0) } ?? ""
        let home = program.split(separator: "/").dropLast()
        let candidates =
            [samples, Terminal.environment("MAILLEDGER_SAMPLES")].compactMap { $0 }
            + ["/" + home.dropLast().joined(separator: "/") + "/share/mailledger/samples"]
            + (1...4).map { "/" + home.dropLast($0).joined(separator: "/") + "/Samples" } + ["Samples"]
        guard let found = candidates.first(where: { unsafe access($0 + "/maildir", R_OK) == 0 }) else {
            throw ValidationError("The sample mail is not found; name its folder with --samples")
        }
        return found
    }

    private func temporaryDirectory() throws -> String {
        var template = Array(((Terminal.environment("TMPDIR") ?? "/tmp") + "/mailledger-demo-XXXXXX").utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw LedgerError.io(path: "/tmp", reason: unsafe String(cString: strerror(errno)))
        }
        return String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func remove(_ names: [String], in directory: String) throws {
        for name in names { try TreeRemoval.remove(directory + "/" + name) }
    }
}
