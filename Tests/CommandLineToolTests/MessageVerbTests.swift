import JSONCoding
import TestSupport
import Testing

/// `message`: what a program saves that fetches mail from a server.
@Suite struct `Messages from a server` {
    private static let fetched = """
        From: Ada <ada@example.org>
        Subject: Tides
        Message-ID: <tides@example.org>

        High water at six.

        """
    private let ledger: ToolLedger

    init() throws {
        ledger = try ToolLedger()
        try writeFile(ledger.directory.path("tides.eml"), Self.fetched)
    }

    private func add(_ arguments: String...) throws -> ToolResult {
        try ledger.run(["message", "add", "-a", ToolLedger.account] + arguments, input: Array(Self.fetched.utf8))
    }

    @Test(.requirement(56)) func `are saved with the keywords and the ids that the server gave them`() throws {
        let file = ledger.directory.path("tides.eml")
        let saved = try add(
            file, "--keyword", "$seen", "--keyword", "tax", "--external-id", "17a", "--folder", "Archive")
        #expect(saved.exitCode == 0 && saved.text.hasPrefix("Saved ") && saved.text.hasSuffix(" in Archive.\n"))
        let row = try #require(try ledger.json("messages", "tides").array?.first)
        #expect(
            row["external_id"]?.string == "17a" && row["keywords"]?.array?.compactMap(\.string) == ["$seen", "tax"])
        let head = try ledger.head()
        #expect(try add(file, "--keyword", "$seen", "--keyword", "tax", "--external-id", "17a").text.hasPrefix("There"))
        #expect(try add("--keyword", "$flagged", "--dry-run").text == "Would save the message.\n")
        #expect(try ledger.head() == head)
        try ledger.succeed("message", "link", "mid:tides@example.org", "--external-id", "", "--draft-id", "r-1")
        let linked = try #require(try ledger.json("messages", "tides").array?.first)
        #expect(linked["external_id"] == .null && linked["draft_id"]?.string == "r-1")
        try ledger.succeed("delete", "tides", "--yes")
        // What is deleted has a history too, by whatever name.
        for name in ["mid:tides@example.org", "mid:<tides@example.org>", "id:" + (try #require(row["id"]?.string))] {
            #expect(try ledger.succeed("history", name).text.contains("mail.message-deleted"))
            #expect(try ledger.succeed("why", "message", name, "is_deleted").text.contains("is_deleted: yes"))
        }
        #expect(try ledger.run("history", "mid:nobody@example.org").exitCode == 3)
        let refused = try add()
        #expect(refused.exitCode == 4 && refused.errorText.contains("undo"))
        try ledger.checkAll()
    }

    @Test(.requirement(57)) func `come by their headers first, and whole when they are asked for`() throws {
        #expect(try add("--header-only").exitCode == 0)
        let id = try ledger.id("subject:tides")
        #expect(try ledger.json("messages", "subject:tides").array?.first?["has_body"] == false)
        #expect(try ledger.json("messages", "water").array?.isEmpty == true)
        try writeFile(ledger.directory.path("other.eml"), Self.fetched.replacing("Tides", with: "Ebb"))
        let other = try ledger.run("message", "load", id, ledger.directory.path("other.eml"))
        #expect(other.exitCode == 4 && other.errorText.contains("another message"))
        try ledger.succeed("message", "load", id, ledger.directory.path("tides.eml"))
        #expect(try ledger.json("messages", "water").array?.first?["id"]?.string == id)
        #expect(try ledger.succeed("history", id).lines.count { $0.contains("mail.message-") } == 2)
        #expect(try ledger.succeed("attachment", "list", "mid:tides@example.org").text.isEmpty)
        let file = ledger.directory.path("tides.eml")
        #expect(try ledger.succeed("message", "load", id, file).text == "Nothing to change.\n")
        try ledger.checkAll()
    }

    @Test func `stay out once they are erased, their header alone, too`() throws {
        #expect(try add().exitCode == 0)
        try ledger.succeed("erase", "message", ledger.id("subject:tides"), "--reason", "request 17", "--yes")
        let head = try ledger.head()
        let ways: [[String]] = [
            [], ["--header-only"], ["--header-only", "--external-id", "17a"], ["--header-only", "--dry-run"],
        ]
        for way in ways {
            let refused = try ledger.run(
                ["message", "add", "-a", ToolLedger.account] + way, input: Array(Self.fetched.utf8))
            #expect(refused.exitCode == 4 && refused.errorText.contains("was erased"), "\(way)")
        }
        #expect(try ledger.head() == head)
        #expect(files(below: ledger.path, holding: "tides@example.org").isEmpty)
        try ledger.checkAll()
    }

    struct Refusal: Sendable {
        let exitCode: Int32
        let arguments: [String]
    }

    @Test(arguments: [
        Refusal(exitCode: 74, arguments: ["message", "add", "/nonexistent", "-a", ToolLedger.account]),
        Refusal(exitCode: 3, arguments: ["message", "add", "-a", "nobody@example.org"]),
        Refusal(exitCode: 3, arguments: ["message", "load", "ffffffff"]),
        Refusal(exitCode: 2, arguments: ["message", "link", "ffffffff"]),
        Refusal(exitCode: 2, arguments: ["message", "add", "--keyword", "two(words", "-a", ToolLedger.account]),
    ]) func `are refused with the code of what is wrong`(refusal: Refusal) throws {
        let head = try ledger.head()
        let result = try ledger.run(refusal.arguments, input: Array(Self.fetched.utf8))
        #expect(result.exitCode == refusal.exitCode && result.output.isEmpty && !result.errorText.isEmpty)
        #expect(try ledger.head() == head)
    }
}
