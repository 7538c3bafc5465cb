import TestSupport
import Testing

/// A message that came attached to another: the words are those of somebody else.
@Suite struct `The text of an attached message` {
    private static let message = """
        Subject: see below
        From: bob@example.org
        Message-ID: <outer@x>
        Content-Type: multipart/mixed; boundary=outer

        --outer

        Please look at it.
        --outer
        Content-Type: message/rfc822

        Subject: The walrus
        From: Ada <ada@example.org>

        It has tusks.
        --outer--

        """

    @Test func `is marked where it is shown, left out of a reply, and found`() throws {
        let ledger = try ToolLedger()
        let path = ledger.directory.path("letter.eml")
        try writeFile(path, Self.message)
        try ledger.succeed("import", path, "--account", ToolLedger.account)
        let id = try #require(try ledger.json("messages", "subject:below").array?.first?["id"]?.string)
        let shown = try ledger.succeed("show", id).text
        let lines = shown.split(separator: "\n").map(String.init)
        let mark = try #require(
            lines.firstIndex(of: "--- attached message: The walrus, from Ada <ada@example.org> ---"), "\(shown)")
        #expect(lines[..<mark].contains("Please look at it."))
        #expect(lines[mark...].contains("It has tusks."))
        let reply = try ledger.succeed("reply", id).text
        #expect(reply.contains("> Please look at it.") && !reply.contains("tusks"), "\(reply)")
        #expect(try ledger.json("search", "tusks").array?.count == 1)
    }
}
