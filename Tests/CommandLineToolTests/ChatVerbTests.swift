import Foundation
import TestSupport
import Testing

@Suite struct `The verbs of conversations` {
    private static let lines = """
        {"type":"conversation","id":"crew","display_name":"The crew","participant_ids":["ada","tomas"],"is_group":true}
        {"type":"message","id":"m1","conversation_id":"crew","sender_id":"tomas","text":"Walrus seen","created_at":"2026-02-11T18:05:20Z","status":"sent"}

        """

    private func write(_ lines: String, beside ledger: ToolLedger) throws -> String {
        let path = ledger.path + ".jsonl"
        try lines.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func world() throws -> ToolLedger {
        let ledger = try ToolLedger()
        let path = try write(Self.lines, beside: ledger)
        try ledger.succeed("import", "--chat", path, "--me", "ada", "-a", "ada@example.org")
        return ledger
    }

    @Test(.requirement(78, 94)) func `tell chats, and export gives the lines again`() throws {
        let ledger = try world()
        let chats = try ledger.json("chat", "list")
        #expect(chats.array?.first?["last_message_text"]?.string == "Walrus seen")
        #expect(chats.array?.first?["participant_ids"]?.array?.count == 2)
        #expect(chats.array?.first?["unread_count"]?.integer == 1)
        let text = try ledger.succeed("chat", "list").text
        #expect(text.contains("The crew") && text.contains("tomas: Walrus seen"))
        let lines = try ledger.succeed("export", "--chat").text.split(separator: "\n")
        #expect(lines.count == 2 && lines[1].contains("\"text\":\"Walrus seen\""))
        let row = try ledger.json("messages", "kind:chat").array?.first
        #expect(row?["kind"]?.string == "chat" && row?["external_id"]?.string == "m1")
    }

    @Test func `show a conversation by its name, without a parent that never was`() throws {
        let ledger = try world()
        try ledger.succeed("chat", "post", "crew", "At the pier, too.", "--sender", "ines")
        for words in [["chat", "show", "crew"], ["show", "crew"]] {
            let lines = try ledger.succeed(words).lines
            #expect(lines.contains("The crew") && lines.contains("Walrus seen"), "\(lines)")
            #expect(!lines.contains { $0.contains("not in this ledger") || $0.contains("(no subject)") }, "\(lines)")
        }
        #expect(try ledger.succeed("chat", "show", "crew").lines.contains("With ada, tomas"))
        let thread = try ledger.json("show", "crew")
        #expect(thread["messages"]?.array?.map { $0["state"]?.string } == ["present", "present"])
        #expect(try ledger.json("chat", "show", "crew") == ledger.json("chat", "list").array?.first)
        #expect(try ledger.succeed("threads").text.contains("The crew"))
        try ledger.succeed("chat", "delete", "crew", "--yes")
        let gone = try ledger.run("show", "crew")
        #expect(gone.exitCode == 3 && gone.errorText.contains("crew"))
    }

    @Test(.requirement(97, 105)) func `count the messages of a conversation, and no mail that answers one`() throws {
        let ledger = try ToolLedger()
        let lines = Self.lines.replacing(#""sender_id":"tomas""#, with: #""sender_id":"tomas@example.net""#)
        let path = try write(lines, beside: ledger)
        try ledger.succeed("import", "--chat", path, "--me", "ada", "-a", "ada@example.org")
        let id = try ledger.id("walrus")
        let saved = try ledger.succeed("reply", id, "--save").text
        #expect(saved.contains("to tomas@example.net"))
        let shown = try ledger.json("chat", "show", "crew")
        #expect(shown["message_count"]?.integer == 1 && shown["unread_count"]?.integer == 1)
        #expect(try ledger.json("messages", "kind:chat").array?.count == 1)
        let text = try ledger.succeed("chat", "show", "crew").lines
        #expect(text.contains("1 message, 1 unread") && !text.contains { $0.contains("Re:") }, "\(text)")
        // The thread has the answer below what it answers, and no root that never was.
        let roots = try ledger.json("show", "crew")["messages"]?.array
        #expect(roots?.map { $0["state"]?.string } == ["present"] && roots?.first?["replies"]?.array?.count == 1)
        #expect(try ledger.succeed("chat", "delete", "crew", "--dry-run").text.contains("with 1 message."))
        try ledger.succeed("chat", "delete", "crew", "--yes")
        #expect(try ledger.json("messages", "in:Drafts").array?.count == 1)
    }

    @Test func `refuse a mail to a writer who has no address, and say where to answer`() throws {
        let ledger = try world()
        try ledger.succeed("answer", "add", "--question", "walrus", "--text", "Where?")
        let id = try ledger.id("kind:chat")
        let head = try ledger.head()
        for words in [["reply", id], ["reply", id, "--save"], ["answer", "use", "walrus", id]] {
            let result = try ledger.run(words)
            #expect(result.exitCode == 4 && result.output.isEmpty, "\(words): \(result.errorText)")
            #expect(
                result.errorText.contains("no mail address") && result.errorText.contains("chat post crew"),
                "\(words): \(result.errorText)")
        }
        #expect(try ledger.head() == head)
    }

    @Test(.requirement(79)) func `refuse a step back with exit code 4, and nothing is changed`() throws {
        let ledger = try world()
        try ledger.succeed("chat", "status", "--to", "delivered", "kind:chat")
        let head = try ledger.head()
        let result = try ledger.run("chat", "status", "--to", "sent", "kind:chat")
        #expect(result.exitCode == 4 && result.errorText.contains("delivered already"))
        #expect(try ledger.head() == head)
        #expect(try ledger.run("chat", "status", "--to", "lost", "kind:chat").exitCode == 2)
    }

    @Test(.requirement(80, 81)) func `show tells who has read it, and its way to the server`() throws {
        let ledger = try world()
        try ledger.succeed("chat", "read", "--by", "ines", "--by", "ada", "walrus")
        let id = try #require(try ledger.json("messages", "walrus").array?.first?["id"]?.string)
        try ledger.succeed("outbox", "mark", id, "--failed", "no route to host")
        let chat = try ledger.json("show", id)["chat"]
        #expect(chat?["read_by"]?.array?.compactMap(\.string) == ["ines", "ada"])
        #expect(chat?["sync_status"]?.string == "failed" && chat?["retry_count"]?.integer == 1)
        let text = try ledger.succeed("show", id).text
        #expect(text.contains("ines, ada") && text.contains("no route to host"))
    }

    @Test(.requirement(86)) func `refuse blank text, and name a line that cannot be taken`() throws {
        let ledger = try world()
        let result = try ledger.run("chat", "post", "crew", "  ", "--format", "json")
        #expect(result.exitCode == 2 && result.errorText.contains("VALIDATION_ERROR"))
        let path = try write(Self.lines.replacing("Walrus seen", with: " "), beside: ledger)
        let head = try ledger.head()
        let refused = try ledger.run("import", "--chat", path, "-a", "ada@example.org")
        #expect(refused.exitCode == 2 && refused.errorText.contains("line 2: text is empty"))
        #expect(try ledger.head() == head)
    }
}
