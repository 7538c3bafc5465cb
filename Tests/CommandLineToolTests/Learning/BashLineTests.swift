import Testing

@testable import CommandLineTool

@Suite struct `A line in bash` {
    private static let breaks = " \t\n\"'@><=;|&(:"

    @Test(arguments: [
        ("mailledger mess", ["mailledger", "mess"], "", "messages", "messages"),
        ("mailledger ", ["mailledger", ""], "", "init", "init"),
        ("mailledger messages from:", ["mailledger", "messages", "from:"], "from:", "from:ada", "ada"),
        ("mailledger messages is:un", ["mailledger", "messages", "is:un"], "is:", "is:unread", "unread"),
        ("mailledger x you@ex", ["mailledger", "x", "you@ex"], "you@", "you@example.org", "example.org"),
        ("mailledger x --format=js", ["mailledger", "x", "--format=js"], "--format=", "--format=json", "json"),
        ("mailledger x 'is:read fr", ["mailledger", "x", "is:read fr"], "", "is:read from:", "is:read from:"),
        ("mailledger x \"is:read fr", ["mailledger", "x", "is:read fr"], "", "is:read from:", "is:read from:"),
        ("mailledger x is:'un", ["mailledger", "x", "is:un"], "is:", "is:unread", "unread"),
        ("mailledger x My\\ Fo", ["mailledger", "x", "My Fo"], "", "My Folder", "My\\ Folder"),
        ("mailledger x in:a\\:b", ["mailledger", "x", "in:a:b"], "in:", "in:a:bc", "a:bc"),
        ("mailledger x '", ["mailledger", "x", ""], "", "it's", "it'\\''s"),
        ("mailledger x \"", ["mailledger", "x", ""], "", "a$b", "a\\$b"),
        ("mailledger x \"a\\$b", ["mailledger", "x", "a$b"], "", "a$bc", "a\\$bc"),
        ("mailledger x \"a\\nb", ["mailledger", "x", "a\\nb"], "", "a\\nbc", "a\\\\nbc"),
        ("mailledger x 'a b' c", ["mailledger", "x", "a b", "c"], "", "c d", "c\\ d"),
        ("mailledger x '' ", ["mailledger", "x", "", ""], "", "y", "y"),
        ("mailledger x \\", ["mailledger", "x", ""], "", "y", "y"),
        ("", [""], "", "y", "y"),
    ])
    func `is parted as bash parts it, and replaced as readline replaces it`(
        _ line: String, _ words: [String], _ kept: String, _ candidate: String, _ replacement: String
    ) {
        let parsed = BashLine(line, breaks: Self.breaks)
        #expect(parsed.words == words)
        #expect(parsed.kept == kept)
        #expect(parsed.replacement(candidate) == replacement)
    }

    @Test func `takes no word that begins otherwise than what is kept`() {
        #expect(BashLine("mailledger x IS:un", breaks: Self.breaks).replacement("is:unread") == nil)
    }
}
