import EventLog
import Mail
import MailLedger
import TestSupport
import Testing
import VoiceNotesExample

/// A program of tomorrow has a context more, and later versions of events: what the tool of today does with its ledger.
@Suite struct `A ledger that a program of tomorrow wrote` {
    private let tool: ToolLedger

    init() throws {
        tool = try ToolLedger()
        let mail = tool.directory.path("mail")
        try GeneratedMail.writeSmallMaildir(below: mail)
        #expect(try tool.run("import", mail, "--account", ToolLedger.account).exitCode == 5)
    }

    private func tomorrow() throws -> Ledger {
        try Ledger.open(at: LedgerLocation(tool.path), access: .readWrite, adding: [Voice.self])
    }

    @Test func `with a context more is read, changed, undone and verified`() throws {
        let before = try tool.succeed("messages", "*").output
        do {
            let ledger = try tomorrow()
            _ = try ledger.perform(AddRecording(title: "Tides", transcript: "High water at six."))
            _ = try ledger.perform(RenameRecording("Tides", to: "Ebb"))
        }
        #expect(try tool.succeed("messages", "*").output == before)
        try tool.succeed("label", "--add", "hot", "anhang")
        #expect(try tool.json("count", "label:hot")["count"]?.integer == 1)
        try tool.succeed("undo")
        #expect(try tool.json("count", "label:hot")["count"]?.integer == 0)
        try tool.succeed("verify")
        try tool.succeed("rebuild")
        #expect(try tool.succeed("messages", "*").output == before)
        #expect(try tool.succeed("log").text.contains("rename-recording"))
        #expect(try tool.succeed("events", "list").text.contains("voice.recording-added"))
        // What needs the context is refused, by its name.
        let operation = try #require(
            try tool.json("log").array?.first { $0["command"]?.string == "rename-recording" }?["operation"]?.string)
        let refused = try tool.run("undo", operation)
        #expect(refused.exitCode == 4 && refused.errorText.contains(#"the context "voice""#))
        #expect(try tool.run("doctor").text.contains(#"2 events of "voice""#))
        // And tomorrow's program goes on where it was.
        #expect(try tomorrow().answer(ListRecordings()) == ["Ebb"])
    }

    @Test func `with a later version of an event is verified and exported, and the event is named where it is needed`()
        throws
    {
        struct MarkedLater: Event {
            static let type = EventType("mail.message-keywords-changed", schema: 9)
            var mood = "calm"
        }
        let head: Position
        do {
            let ledger = try tomorrow()
            head = try ledger.store.append(
                ProposedTransaction(
                    [ProposedEvent(MarkedLater(), target: .noStream, account: .none)],
                    context: ledger.context(command: "mark"))
            ).lastPosition
        }
        try tool.succeed("verify")
        let exported = tool.directory.path("events.jsonl")
        try tool.succeed("export", "--events", "--to", exported)
        let shown = try tool.succeed("events", "show", "\(head)").text
        #expect(
            shown.contains(#""type": "mail.message-keywords-changed""#) && shown.contains(#""schema": 9"#), "\(shown)")
        for words in [["messages", "*"], ["label", "--add", "hot", "anhang"], ["unread"]] {
            let refused = try tool.run(words)
            #expect(refused.exitCode != 0 && refused.output.isEmpty, "\(words)")
            #expect(refused.errorText.contains("mail.message-keywords-changed"), "\(refused.errorText)")
            #expect(refused.errorText.contains("newer"), "\(refused.errorText)")
        }
        #expect(try tool.json("events", "list").array?.last?["position"]?.integer == head.rawValue)
        // The moments before it are answered.
        #expect(try tool.succeed("messages", "*", "--at", "\(head.rawValue)^").lines.count > 3)
    }
}
