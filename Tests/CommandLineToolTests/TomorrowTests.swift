import EventLog
import JSONCoding
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

    /// An event of today in its next version, as a new word of a closed set makes it.
    private struct Later<Today: Event>: Event {
        static var type: EventType { EventType(Today.type.name, schema: Today.type.schema + 1) }
        let payload: JSONValue

        init(_ payload: JSONValue) { self.payload = payload }
        init(from decoder: any Decoder) throws { payload = try JSONValue(from: decoder) }
        func encode(to encoder: any Encoder) throws { try payload.encode(to: encoder) }
    }

    /// Puts a word that no closed set has in the place of each one that is in a set, and keeps those.
    private func worded(_ value: JSONValue, _ words: Set<String>, _ met: inout Set<String>) -> JSONValue {
        switch value {
        case .string(let text) where words.contains(text):
            met.insert(text)
            return "of_tomorrow"
        case .array(let values): return .array(values.map { worded($0, words, &met) })
        case .object(var object):
            for member in object.members { object[member.key] = worded(member.value, words, &met) }
            return .object(object)
        default: return value
        }
    }

    @Test func `with one more word in each closed set is verified and exported, and an event with it is named`() throws
    {
        func later<Today: Event>(_ today: Today.Type, _ payload: JSONValue) -> any Event { Later<Today>(payload) }
        let fixtures = projectRoot + "/Tests/Fixtures/Events"
        let sets = try readText(fixtures + "/closed-sets.txt").split(separator: "\n")
            .map { Set($0.split(separator: " ").dropFirst().map(String.init)) }
        let words = sets.reduce(into: Set()) { $0.formUnion($1) }
        var met: Set<String> = []
        var events: [any Event] = []
        for today in Contexts.builtIn.events {
            let frozen = try readText("\(fixtures)/\(today.type.name).v\(today.type.schema).json")
            let payload = try JSONBytesDecoder().decode(JSONValue.self, from: Array(frozen.utf8))
            let reworded = worded(payload, words, &met)
            if reworded != payload { events.append(later(today, reworded)) }
        }
        // What an attachment shows as is in no event.
        #expect(sets.filter { $0.isDisjoint(with: met) } == [["image", "video", "audio", "document"]])
        let last: Position
        do {
            let ledger = try tomorrow()
            last = try ledger.store.append(
                ProposedTransaction(
                    events.map { ProposedEvent($0, target: .noStream, account: .none) },
                    context: ledger.context(command: "tomorrow"))
            ).lastPosition
        }
        try tool.succeed("verify")
        try tool.succeed("export", "--events", "--to", tool.directory.path("events.jsonl"))
        let listed = try #require(try tool.json("events", "list").array)
        #expect(listed.suffix(events.count).allSatisfy { "\($0)".contains("of_tomorrow") })
        let refused = try tool.run("messages", "*")
        #expect(refused.exitCode != 0 && refused.errorText.contains("newer"), "\(refused.errorText)")
        let before = Int(last.rawValue) - events.count
        #expect(try tool.succeed("messages", "*", "--at", "\(before)").lines.count > 3)
    }
}
