import ArgumentParsing
import Testing

@Suite struct CommandInfoTests {
    @Test func `the description holds the whole tree`() throws {
        let info = CommandInfo(SampleTool.self)
        #expect(
            info.flattened.map(\.commandLine) == [
                "books", "books list", "books add", "books shelf", "books shelf list", "books shelf rename",
                "books verify", "books secret",
            ]
        )
        #expect(info.version == "books 1.2")
        #expect(info.subcommands.map(\.groupName) == ["", "", "", "Audit", "Audit"])
        #expect(info.subcommands.last?.shouldDisplay == false)
        #expect(info.subcommands[2].defaultSubcommand == "list")
        #expect(info.subcommands[0].aliases == ["ls"])
        #expect(info.subcommands[0].examples.map(\.abstract) == ["a quoted query", "a word that begins with a dash"])
        #expect(info.subcommands[1].usage.hasSuffix("<shelf> <books> ..."))
    }

    @Test func `an argument is described with names, value, default and completion`() throws {
        let list = CommandInfo(SampleTool.self).subcommands[0]
        let format = try #require(list.arguments.first { $0.preferredName == "--format" })
        #expect(format.kind == .option)
        #expect(format.names == ["-f", "--format"])
        #expect(format.valueName == "format")
        #expect(format.defaultValue == "text")
        #expect(format.allValues == ["text", "json", "jsonl"])
        #expect(format.completion == .list(["text", "json", "jsonl"]))
        #expect(format.sectionTitle == "Output")
        #expect(format.isOptional)
        let explain = try #require(list.arguments.first { $0.preferredName == "--explain" })
        #expect(!explain.shouldDisplay)
        let books = try #require(
            CommandInfo(SampleTool.self).subcommands[1].arguments.first { $0.valueName == "books" })
        #expect(books.kind == .positional)
        #expect(books.isRepeating)
        #expect(!books.isOptional)
        #expect(books.completion == .file(extensions: ["epub"]))
    }

    @Test func `a name declared twice and a list before other arguments are faults`() {
        struct Faulty: ParsableCommand {
            @Flag var help = false
            @Argument var files: [String] = []
            @Argument var target: String
        }
        #expect(CommandInfo(SampleTool.self).faults.isEmpty)
        #expect(
            CommandInfo(Faulty.self).faults == [
                "faulty: '--help' is declared twice", "faulty: no word is left behind <files> ...",
            ]
        )
    }
}
