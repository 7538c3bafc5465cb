internal import ArgumentParsing
internal import CivilTime
internal import DiskFiles
internal import EventLog
internal import MailLedger
internal import Processes
internal import Projections

/// Runs the demo's story in a ledger of its own.
struct DemoSession {
    let samples: String
    let ledger: LedgerLocation
    /// Whether only the ledger is wanted, so that the story is not printed.
    let isQuiet: Bool
    /// The program that runs the demo runs the story's lines, too.
    private let program = Surroundings.current.program

    /// Tells the story from its first line to its last.
    func run() throws {
        ProcessEnvironment.set("MAILLEDGER", ledger.directory)
        // The same on every machine: nobody's settings, and no witness of an earlier demo, whose ledger has this one's id.
        ProcessEnvironment.set("MAILLEDGER_CONFIG", ledger.directory + "/config")
        try ThisProcess.enter(samples)
        let silence = try Descriptor.forWriting("/dev/null")
        defer { silence.close() }
        var number = 0
        for chapter in DemoStory.chapters {
            guard let start = Timestamp(iso8601: chapter.start) else { preconditionFailure("a time of the story") }
            try say((number == 0 ? [] : [""]) + chapter.words.map { "# " + $0 })
            for (index, line) in chapter.lines.enumerated() {
                number += 1
                let moment = Timestamp(microseconds: start.microseconds + Int64(index) * 40_000_000)
                let surroundings = Surroundings.reproducible(
                    at: moment, seed: "\(DemoStory.seed), line \(number)",
                    output: isQuiet ? silence : Surroundings.current.output)
                try Surroundings.$current.withValue(surroundings) { try run(line) }
            }
        }
        try sayGoodbye()
    }

    private func run(_ line: DemoLine) throws {
        switch line.action {
        case .enterSamples: try say(["", "$ cd \(samples)"])
        case .change(let words): try run(words)
        case .look(let words): if !isQuiet { try run(words) }
        case .remove(let names, let shown):
            guard !isQuiet else { return }
            try say(["", "$ " + shown])
            for name in names { try ledger.files.removeTree(ledger.directory + "/" + name) }
        }
    }

    private func run(_ words: [DemoLine.Word]) throws {
        let arguments = try words.map(resolve)
        try say([""] + DemoLine.typed("$ mailledger", arguments))
        let code = program.run(arguments)
        guard code == 0 else { throw ExitCode(code) }
    }

    /// The ids of the story are found in the ledger, as a person would find them.
    private func resolve(_ word: DemoLine.Word) throws -> String {
        switch word {
        case .text(let text): return text
        case .message(let query):
            let ledger = try Ledger.open(at: ledger, access: .readWrite)
            let filter = try MessageFilter(query: query, in: .standard())
            let found = try ledger.read { try $0.messages(matching: filter, limit: 1) }
            guard let message = found.first else { throw MailSampleError(missing: query) }
            return String(message.id.description.prefix(8))
        case .operation(let command):
            let rows = try Ledger.open(at: ledger, access: .readWrite).read { try $0.operations(limit: nil) }
            guard let row = rows.first(where: { $0.command == command }) else {
                throw MailSampleError(missing: command)
            }
            return String(row.operation.description.prefix(8))
        }
    }

    private func sayGoodbye() throws {
        guard !isQuiet else { return }
        try say(["", "The ledger is in \(ledger.directory). Five things to try there:", ""])
        try say(["  export MAILLEDGER=\(ledger.directory)"])
        for suggestion in DemoStory.suggestions {
            let words = try suggestion.line.map(resolve)
            let line = "  " + DemoLine.typed("mailledger", words).joined(separator: " ")
            let gap = String(repeating: " ", count: max(1, 48 - line.count))
            try say([line + gap + "# " + suggestion.words])
        }
    }

    private func say(_ lines: [String]) throws {
        guard !isQuiet else { return }
        let output = Output()
        for line in lines { output.line(Sanitizer.line(line)) }
        try output.finish()
    }
}

/// The sample mail is not the one that the story was written for.
private struct MailSampleError: Error, CustomStringConvertible {
    let missing: String
    var description: String { "the sample mail has nothing for '\(missing)'" }
}
