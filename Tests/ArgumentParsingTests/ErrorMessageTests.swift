import ArgumentParsing
import Testing

@Suite struct ErrorMessageTests {
    private func thrown(_ words: [String]) -> (any Error)? {
        #expect(throws: (any Error).self) { _ = try SampleTool.parseAsRoot(words) }
        do { _ = try SampleTool.parseAsRoot(words) } catch { return error }
        return nil
    }

    @Test(arguments: [
        (["list", "--limt", "3"], "Unknown option '--limt'. Did you mean '--limit'?"),
        (["list", "--libary=x"], "Unknown option '--libary'. Did you mean '--library'?"),
        (["list", "--xyzzy"], "Unknown option '--xyzzy'"),
        (["list", "-vx"], "Unknown option '-x'"),
        (["lsit"], "Unknown subcommand 'lsit'. Did you mean 'list'?"),
        (["ver"], "Unknown subcommand 'ver'. Did you mean 'verify'?"),
        (["frobnicate"], "Unknown subcommand 'frobnicate'"),
        (["secre"], "Unknown subcommand 'secre'"),
        (["help", "shelf", "renam"], "Unknown subcommand 'renam'. Did you mean 'rename'?"),
        (["list", "--limit"], "Missing value for '--limit <n>'"),
        (["list", "-l", "--lent", "true"], "Missing value for '-l <n>'"),
        (["list", "--limit", "many"], "The value 'many' is invalid for '--limit <n>'"),
        (["list", "--limit="], "The value '' is invalid for '--limit <n>'"),
        (["list", "--limit", "9223372036854775808"], "The value '9223372036854775808' is invalid for '--limit <n>'"),
        (
            ["list", "-f", "xml"],
            "The value 'xml' is invalid for '-f <format>'. Please give one of 'text', 'json' or 'jsonl'"
        ),
        (
            ["list", "--lent=maybe"],
            "The value 'maybe' is invalid for '--lent <lent>'. Please give one of 'true' or 'false'"
        ),
        (["list", "--ascending=yes"], "The option '--ascending' takes no value, but 'yes' was given"),
        (["list", "-v=yes"], "The option '-v' takes no value, but 'yes' was given"),
        (["list", "--limit", "-3"], "--limit may not be negative"),
        (["add"], "Missing expected arguments '<shelf>', '<books>' and '--account <account>'"),
        (["add", "--account", "x"], "Missing expected arguments '<shelf>' and '<books>'"),
        (["add", "s", "b"], "Missing expected option '--account <account>' (Who pays)"),
        (
            ["add", "s", "b", "--account", "x", "--on", "32"],
            "The value '32' is invalid for '--on <on>'"
        ),
        (["shelf", "rename", "a", "b", "x"], "The value 'x' is invalid for '<position>'"),
        (["shelf", "rename", "a", "b", "1", "c"], "Unexpected argument 'c'"),
        (["verify", "a", "b"], "2 unexpected arguments: 'a', 'b'"),
        (["verify", "--version"], "Unknown option '--version'"),
    ])
    func `a wrong command line is refused with exit code 2`(_ words: [String], _ message: String) throws {
        let error = try #require(thrown(words))
        #expect(SampleTool.message(for: error) == message)
        #expect(SampleTool.exitCode(for: error) == ExitCode(2))
    }

    @Test func `the full message names the argument and shows the usage line of the subcommand`() throws {
        let error = try #require(thrown(["add", "--account", "x", "s"]))
        #expect(
            SampleTool.fullMessage(for: error, columns: 80) == """
                Error: Missing expected argument '<books>' (The books)
                Help:  <books>  The books.
                Usage: books add --account <account> [--tags <tags> ...] [--note <note> ...]
                                 [--title <title>] [--on <on>] [--soft | --hard] <shelf>
                                 <books> ...
                  See 'books add --help' for more information.
                """
        )
    }

    @Test(arguments: [
        (["--help"], "Keeps books."), (["-h"], "Keeps books."), (["help"], "Keeps books."),
        (["list", "--help"], "Lists the books"), (["add", "-h"], "Adds books."), (["help", "add"], "Adds books."),
        (["shelf", "--help"], "Manages shelves."), (["shelf", "rename", "-h"], "Renames a shelf."),
        (["help", "shelf", "rename"], "Renames a shelf."), (["list", "--bogus", "--help"], "Lists the books"),
        (["--version"], "books 1.2"),
    ])
    func `help and version are texts with exit code 0`(_ words: [String], _ beginning: String) throws {
        let error = try #require(thrown(words))
        #expect(SampleTool.fullMessage(for: error, columns: 80).hasPrefix(beginning))
        #expect(SampleTool.exitCode(for: error).isSuccess)
    }

    @Test func `help behind two dashes is an argument`() throws {
        #expect(throws: Never.self) { _ = try SampleTool.parseAsRoot(["list", "--", "--help"]) }
        let error = try #require(thrown(["list", "--bogus", "--", "--help"]))
        #expect(SampleTool.exitCode(for: error) == ExitCode(2))
    }

    @Test func `errors of a run have their own text and code`() throws {
        struct Broken: Error, CustomStringConvertible { var description: String { "it broke" } }
        #expect(SampleTool.fullMessage(for: Broken()) == "Error: it broke")
        #expect(SampleTool.exitCode(for: Broken()) == .failure)
        #expect(SampleTool.fullMessage(for: ExitCode(6)) == "")
        #expect(SampleTool.exitCode(for: ExitCode(6)).rawValue == 6)
        #expect(SampleTool.fullMessage(for: CleanExit.message("bye")) == "bye")
        #expect(SampleTool.exitCode(for: ValidationError("no")).rawValue == 2)
        var shelf = RenameShelf()
        let missing = try #require(#expect(throws: (any Error).self) { try shelf.run() })
        #expect(SampleTool.exitCode(for: missing) == ExitCode(2))
    }
}
