import ArgumentParsing
import Testing

@Suite struct ParsedValuesTests {
    private func list(_ words: String...) throws -> ListBooks {
        try #require(try SampleTool.parseAsRoot(words) as? ListBooks)
    }

    @Test func `a command without arguments has its defaults`() throws {
        let command = try list("list")
        #expect(command.limit == nil)
        #expect(command.weight == 0.5)
        #expect(command.lent)
        #expect(command.authors.isEmpty)
        #expect(command.query.isEmpty)
        #expect(command.order == nil)
        #expect(!command.verbose)
        #expect(command.output.format == .text)
        #expect(command.root.library == nil)
        #expect(command.cached == 7)
        #expect(command.note == nil)
    }

    @Test(arguments: [
        ["list", "--limit", "20"], ["list", "--limit=20"], ["list", "-l", "20"], ["list", "-l20"], ["list", "-l=20"],
        ["list", "-vl20"], ["list", "-v", "--limit", "3", "--limit", "20"], ["ls", "-l", "20"],
    ])
    func `every way to write a value is read`(_ words: [String]) throws {
        let command = try #require(try SampleTool.parseAsRoot(words) as? ListBooks)
        #expect(command.limit == 20)
        #expect(command.verbose == words.joined().contains("-v"))
    }

    @Test func `options and arguments mix, and two dashes end the options`() throws {
        let command = try list("list", "by:ada", "-f", "json", "is:lent", "--by", "a", "--by=", "--", "--limit", "-x")
        #expect(command.query == ["by:ada", "is:lent", "--limit", "-x"])
        #expect(command.authors == ["a", ""])
        #expect(command.output.format == .json)
        #expect(command.limit == nil)
    }

    @Test func `a dash alone and negative numbers are values`() throws {
        let command = try list("list", "-", "-5", "--weight", "-0.25")
        #expect(command.query == ["-", "-5"])
        #expect(command.weight == -0.25)
    }

    @Test(arguments: [
        ["--library", "/b", "-q", "list"], ["list", "--library", "/b", "-q"], ["--library=/b", "list", "-qv"],
    ])
    func `options of the root are taken before and after the subcommand`(_ words: [String]) throws {
        let command = try #require(try SampleTool.parseAsRoot(words) as? ListBooks)
        #expect(command.root.library == "/b")
        #expect(command.root.quiet)
    }

    @Test func `a flag over an enumeration takes the last that is given`() throws {
        #expect(try list("list", "--ascending").order == .ascending)
        #expect(try list("list", "--ascending", "--descending").order == .descending)
        #expect(try AddBooks.parse(["s", "b", "--account", "x"]).cover == .soft)
        #expect(try AddBooks.parse(["s", "b", "--account", "x", "--hard"]).cover == .hard)
    }

    @Test func `lists of options take words as their strategy says`() throws {
        let upTo = try AddBooks.parse(["s", "--tags", "a", "b", "--account", "x", "c", "--tags=d"])
        #expect(upTo.tags == ["a", "b", "d"])
        #expect(upTo.shelf == "s")
        #expect(upTo.books == ["c"])
        let rest = try AddBooks.parse(["s", "b", "--account", "x", "--note", "all", "--hard", "--", "-x"])
        #expect(rest.note == ["all", "--hard", "--", "-x"])
        #expect(rest.cover == .soft)
        #expect(try AddBooks.parse(["s", "b", "--account", "x", "--title", "--hard"]).title == "--hard")
        #expect(try AddBooks.parse(["s", "b", "--account", "x", "--on", "31"]).day?.number == 31)
    }

    @Test func `a subcommand of a subcommand is found, and the default one where none is named`() throws {
        let rename = try #require(try SampleTool.parseAsRoot(["shelf", "rename", "a", "b", "3"]) as? RenameShelf)
        #expect((rename.from, rename.to) == ("a", "b"))
        #expect(rename.position == 3)
        #expect(try SampleTool.parseAsRoot(["shelf"]) is ListShelves)
        let empty = try #require(try SampleTool.parseAsRoot(["shelf", "--empty"]) as? ListShelves)
        #expect(empty.empty)
        #expect(try SampleTool.parseAsRoot([]) is SampleTool)
    }

    @Test func `a command made by hand has its defaults and can be changed`() {
        var command = ListBooks()
        command.limit = 3
        let copy = command
        command.limit = 4
        #expect(copy.limit == 3)
        #expect(copy.weight == 0.5)
        #expect(copy.output.format == .text)
    }
}
