import ArgumentParsing
import Testing

@Suite struct HelpTextTests {
    @Test func `the root's help lists its subcommands by group`() {
        #expect(
            SampleTool.helpMessage(columns: 80) == """
                Keeps books.

                USAGE: books [--library <folder>] [--quiet] <subcommand>

                OPTIONS:
                  --library <folder>  The library's folder.
                  -q, --quiet         Prints less.
                  --version           Show the version.
                  -h, --help          Show help information.

                SUBCOMMANDS:
                  list                Lists the books that match a query, the newest first, with
                                      their authors and their places.
                  add                 Adds books.
                  shelf               Manages shelves.

                AUDIT:
                  verify              Verifies the books.

                  See 'books help <subcommand>' for detailed help.
                """
        )
    }

    @Test func `a command's help fits 80 columns`() {
        #expect(
            SampleTool.helpMessage(for: ListBooks.self, columns: 80) == """
                Lists the books that match a query, the newest first, with their authors and
                their places.

                USAGE: books list [<options>] [<query> ...]

                EXAMPLES:
                  books list 'by:ada'                a quoted query
                  books list --limit 5 -- -strange   a word that begins with a dash

                ARGUMENTS:
                  <query> ...            What to look for.

                OPTIONS:
                  --library <folder>     The library's folder.
                  -q, --quiet            Prints less.
                  -l, --limit <n>        Prints at most this many.
                  --weight <weight>      Only books of at least this weight, in kilograms, which
                                         excludes most paperbacks but few atlases. (default:
                                         0.5)
                  --lent <lent>          Whether lent books count. (values: true, false;
                                         default: true)
                  --by <by>              An author; may be given again.
                  --ascending            Oldest first.
                  --descending           Newest first.
                  -v
                  -h, --help             Show help information.

                OUTPUT:
                  -f, --format <format>  How the answer is written. (values: text, json, jsonl;
                                         default: text)

                A query of several words means all of them.
                """
        )
    }

    @Test func `positional arguments are shown before options`() {
        #expect(
            SampleTool.helpMessage(for: AddBooks.self, columns: 60) == """
                Adds books.

                USAGE: books add --account <account> [--tags <tags> ...]
                                 [--note <note> ...] [--title <title>]
                                 [--on <on>] [--soft | --hard] <shelf>
                                 <books> ...

                EXAMPLES:
                  books add --account ada@example.org \\
                      --title 'A Book' top
                      one book
                  books list

                ARGUMENTS:
                  <shelf>              The shelf to put them on.
                  <books> ...          The books.

                OPTIONS:
                  --account <account>  Who pays.
                  --tags <tags>
                  --note <note>
                  --title <title>
                  --on <on>
                  --soft
                  --hard
                  -h, --help           Show help information.
                """
        )
    }

    @Test(arguments: [20, 40, 60, 80, 100, 200])
    func `help of any width is wrapped where words allow it`(_ columns: Int) {
        let text = SampleTool.helpMessage(for: ListBooks.self, columns: columns)
        let longest = text.split(separator: "\n").map(\.count).max() ?? 0
        #expect(longest <= max(columns, 48))
    }

    @Test func `hidden arguments are shown where they are asked for`() {
        #expect(!SampleTool.helpMessage(for: ListBooks.self, columns: 80).contains("--explain"))
        #expect(SampleTool.helpMessage(for: ListBooks.self, includeHidden: true, columns: 80).contains("--explain"))
    }
}
