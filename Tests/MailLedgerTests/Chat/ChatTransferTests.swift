import Chat
import CivilTime
import EventLog
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct `Chats as lines` {
    @Test(.requirement(78))
    func `a line gives a message of the kind chat with its conversation, sender, text and times`() throws {
        let world = try ChatWorld()
        let report = try world.importing(ChatWorld.lines)
        #expect(report.added == 3 && report.conversations == 2 && report.existing == 0)
        let rows = try world.sample.messages("kind:chat")
        #expect(rows.count == 3 && rows.allSatisfy { $0.kind == .chat })
        let row = try #require(rows.first { $0.external.id == "m2" })
        let chat = try #require(try world.ledger.read { try $0.chat(of: row.stream) })
        #expect(chat.row.conversationName == "crew" && chat.row.sender == "ada")
        #expect(chat.row.createdAt == Timestamp(iso8601: "2026-02-11T18:06:20Z"))
        #expect(chat.updatedAt == Timestamp(iso8601: "2026-02-11T18:07:00Z"))
        #expect(
            try world.ledger.text(of: row) == "Six it is.\n\nGrüße 👋\n"
                || world.ledger.text(of: row) == "Six it is.\n\nGrüße 👋")
        #expect(row.from?.address == ChatWorld.account, "the owner's own message")
        #expect(try world.sample.messages("kind:mail").isEmpty)
        #expect(try world.sample.messages("walrus").map(\.external.id) == ["m3"], "its words are found")
        let shown = try world.ledger.show(row.id.description)
        #expect(shown.chat == chat)
        #expect(shown.history.map(\.type.name) == ["mail.message-added", "chat.message-joined"])
    }

    @Test(.requirement(78))
    func `the message that the owner wrote and those that were read are read, the others are not`() throws {
        let world = try ChatWorld()
        try world.importing(ChatWorld.lines)
        #expect(try world.sample.messages("is:unread").compactMap(\.external.id) == ["m3"])
    }

    @Test(.requirement(94)) func `a conversation comes back from its lines as it was`() throws {
        let world = try ChatWorld()
        try world.importing(ChatWorld.lines)
        let crew = try world.ledger.read { try $0.conversation("crew") }
        #expect(crew.facts.displayName == "The crew" && crew.facts.avatarURL == "https://example.org/crew.png")
        #expect(crew.facts.participants == ["ada", "tomas@example.net", "ines 7"] && crew.facts.isGroup)
        #expect(crew.messageCount == 3 && crew.unreadCount == 1)
        #expect(crew.thread?.messageCount == 3 && crew.thread?.unreadCount == 1)
        #expect(crew.last?.sender == "ines 7" && crew.last?.snippet == "From the pier: walrus seen")
        let copy = try ChatWorld()
        let exported = try world.exported()
        try copy.importing(exported)
        #expect(try copy.exported() == exported)
        #expect(exported.count == 5)
        let of = try copy.ledger.read { try $0.conversation("crew") }
        #expect(of.facts == crew.facts && of.thread?.unreadCount == 1)
    }

    @Test func `the same lines again append nothing, and neither do older ones`() throws {
        let world = try ChatWorld()
        try world.importing(ChatWorld.lines)
        let head = try world.sample.head()
        let again = try world.importing(ChatWorld.lines)
        #expect(try world.sample.head() == head)
        #expect(again.existing == 3 && again.added == 0 && again.changed == 0 && again.operation == nil)
        let older = ChatWorld.lines.map { $0.replacing("\"read\"", with: "\"sent\"") }
        try world.importing(older)
        #expect(try world.sample.head() == head)
    }

    @Test func `lines that know more carry status and readers on`() throws {
        let world = try ChatWorld()
        try world.importing(ChatWorld.lines)
        let newer = ChatWorld.lines.map {
            $0.replacing("\"sent\"", with: "\"delivered\"").replacing("\"The crew\"", with: "\"All hands\"")
                .replacing("[\"ada\"]", with: "[\"ines 7\",\"ada\"]")
        }
        let report = try world.importing(newer)
        #expect(report.changed == 2 && report.conversations == 1 && report.existing == 3)
        let rows = try world.sample.messages("kind:chat")
        let facts = try world.ledger.read { reader in try rows.compactMap { try reader.chat(of: $0.stream)?.row } }
        #expect(facts.first { $0.sender == "ada" }?.status == .delivered)
        #expect(facts.first { $0.sender == "tomas@example.net" }?.readBy == ["ada", "ines 7"])
        #expect(try world.ledger.maintenance.checkViews() == nil)
    }

    @Test(
        .requirement(86),
        arguments: [
            (
                2,
                #"{"type":"message","id":"x","conversation_id":"crew","sender_id":"a","text":"  ","created_at":"2026-02-11T18:05:20Z"}"#,
                "text is empty"
            ),
            (
                2,
                #"{"type":"message","id":"x","conversation_id":"crew","sender_id":"a","text":"b","created_at":"yesterday"}"#,
                "created_at"
            ),
            (
                2, #"{"type":"message","id":"x","conversation_id":"crew","sender_id":"a","text":"b"}"#,
                "\"created_at\" is missing"
            ),
            (
                2,
                #"{"type":"message","id":"x","conversation_id":"c9","sender_id":"a","text":"b","created_at":"2026-02-11T18:05:20Z"}"#,
                "no conversation \"c9\""
            ),
            (
                2,
                #"{"type":"message","id":"x","conversation_id":"crew","sender_id":"a","text":"b","created_at":"2026-02-11T18:05:20Z","status":"lost"}"#,
                "\"status\" is none of"
            ),
            (
                2,
                #"{"type":"message","id":"x","conversation_id":"crew","sender_id":"a","text":"b","created_at":"2026-02-11T18:05:20Z","mood":"good"}"#,
                "no \"mood\""
            ),
            (2, #"{"type":"conversation","id":"crew"}"#, "stands in line 1"),
            (2, "no json", "not JSON"), (2, "[1]", "not a JSON object"), (2, #"{"type":"note"}"#, "neither"),
            (2, #"{"type":"conversation","id":""}"#, "id is empty"),
        ])
    func `a line that cannot be taken is named by its number, and nothing is recorded`(
        number: Int, line: String, words: String
    ) throws {
        let world = try ChatWorld()
        let head = try world.sample.head()
        let error = #expect(throws: RefusedLine.self) { try world.importing([ChatWorld.lines[0], line]) }
        #expect(error?.line == number && error?.reason.contains(words) == true, "\(String(describing: error))")
        #expect(try world.sample.head() == head)
    }

    @Test func `a message that says something else than before is refused`() throws {
        let world = try ChatWorld()
        try world.importing(ChatWorld.lines)
        let head = try world.sample.head()
        let other = ChatWorld.lines.map { $0.replacing("Cast off at six?", with: "Cast off at seven?") }
        let error = #expect(throws: RefusedLine.self) { try world.importing(other) }
        #expect(error?.line == 2 && error?.kind == .conflicting)
        #expect(try world.sample.head() == head)
    }

    @Test func `a dry run tells what would come, and records nothing`() throws {
        let world = try ChatWorld()
        let head = try world.sample.head()
        let report = try world.importing(ChatWorld.lines, dryRun: true)
        #expect(report.added == 3 && report.operation == nil)
        #expect(try world.sample.head() == head)
    }

    @Test func `what was erased is left out with other line ends, too`() throws {
        let world = try ChatWorld()
        try world.importing(ChatWorld.lines)
        let ledger = world.ledger
        _ = try ledger.erase(
            .query(world.sample.filter("cast")), context: ledger.context(command: "erase", reason: "request"))
        let again = ChatWorld.lines.map { $0.replacing(#"at six?""#, with: #"at six?\r\n""#) }
        let report = try world.importing(again)
        #expect(report.erased == 1 && report.added == 0 && report.existing == 2)
    }

    @Test func `a message whose import was undone comes back as it was, by other line ends, too`() throws {
        let ended = ChatWorld.lines.map { $0.replacing(#"at six?""#, with: #"at six?\r\n""#) }
        for (first, second) in [(ChatWorld.lines, ended), (ended, ChatWorld.lines)] {
            let world = try ChatWorld()
            func texts() throws -> [String?] {
                let rows = try world.sample.messages("kind:chat")
                return try world.ledger.read { reader in try rows.map { try reader.chatText(of: $0.stream) } }
            }
            try world.importing(first)
            let before = try texts()
            #expect(before.count == 3)
            for lines in [second, first] {
                _ = try world.ledger.undo(.latest)
                #expect(try texts().isEmpty)
                #expect(try world.importing(lines).added == 3)
                #expect(try texts() == before)
            }
            #expect(try world.ledger.maintenance.checkViews() == nil)
        }
    }

    @Test(.requirement(86)) func `a text that is too long by its line ends is taken for the message that is there`()
        throws
    {
        let world = try ChatWorld()
        let ends = String(repeating: #"\n"#, count: ChatRules.textLimit)
        let long = ChatWorld.lines.map { $0.replacing(#"at six?""#, with: #"at six?\#(ends)""#) }
        let head = try world.sample.head()
        let error = #expect(throws: RefusedLine.self) { try world.importing(long) }
        #expect(error?.line == 2 && error?.kind == .invalid, "\(String(describing: error))")
        #expect(try world.sample.head() == head)
        try world.importing(ChatWorld.lines)
        #expect(throws: DomainError.self) {
            try world.ledger.perform(
                PostChatRequest(
                    conversation: "crew", text: "x" + String(repeating: "\n", count: ChatRules.textLimit)))
        }
        let again = try world.importing(long)
        #expect(again.existing == 3 && again.added == 0 && again.operation == nil)
    }

    @Test func `what was deleted stays so, and what was erased is left out unless it is let in`() throws {
        let world = try ChatWorld()
        try world.importing(ChatWorld.lines)
        try world.sample.delete("walrus")
        #expect(try world.importing(ChatWorld.lines).deleted == 1)
        let ledger = world.ledger
        _ = try ledger.erase(
            .query(world.sample.filter("cast")), context: ledger.context(command: "erase", reason: "request"))
        let report = try world.importing(ChatWorld.lines)
        #expect(report.erased == 1 && report.added == 0)
        #expect(try world.importing(ChatWorld.lines, allowsErased: true).added == 1)
        #expect(try ledger.maintenance.checkViews() == nil)
    }

    @Test func `an erased conversation comes back with a new message, and not with those that were erased`() throws {
        let world = try ChatWorld()
        try world.importing(ChatWorld.lines)
        let ledger = world.ledger
        _ = try ledger.erase(
            .conversation("crew"), context: ledger.context(command: "erase", reason: "request"))
        let head = try world.sample.head()
        let withoutBeginning = Array(ChatWorld.lines[1...3])
        for (lines, dryRun) in [(ChatWorld.lines, true), (ChatWorld.lines, false), (withoutBeginning, false)] {
            let report = try world.importing(lines, dryRun: dryRun)
            #expect(report.erased == 3 && report.conversations == 0 && report.added == 0 && report.operation == nil)
        }
        let new =
            #"{"type":"message","id":"m4","conversation_id":"crew","sender_id":"ines 7","text":"Ashore","created_at":"2026-02-12T08:00:00Z"}"#
        #expect(throws: RefusedLine.self) { try world.importing([new]) }
        #expect(try world.sample.head() == head)
        #expect(try ledger.read { try $0.conversations() }.map(\.name) == ["nobody yet"])
        let report = try world.importing(ChatWorld.lines + [new])
        #expect(report.erased == 3 && report.conversations == 1 && report.added == 1)
        let crew = try ledger.read { try $0.conversation("crew") }
        #expect(crew.facts.displayName == "The crew" && crew.thread?.messageCount == 1)
        let again = try world.importing(ChatWorld.lines + [new])
        #expect(again.erased == 3 && again.existing == 1 && again.operation == nil)
        #expect(try world.importing(ChatWorld.lines, allowsErased: true).added == 3)
        #expect(try ledger.maintenance.checkViews() == nil)
    }

    @Test func `a conversation comes with its first new message, in whichever transaction that is`() throws {
        let world = try ChatWorld()
        func line(_ number: Int) -> String {
            #"{"type":"message","id":"n\#(number)","conversation_id":"c","sender_id":"a","text":"number \#(number)","created_at":"2026-02-11T18:05:20Z"}"#
        }
        let old = [#"{"type":"conversation","id":"c","participant_ids":["a"]}"#] + (0..<1_001).map(line)
        try world.importing(old)
        let ledger = world.ledger
        _ = try ledger.erase(.conversation("c"), context: ledger.context(command: "erase", reason: "request"))
        let report = try world.importing(old + [line(1_001)])
        #expect(report.erased == 1_001 && report.added == 1 && report.conversations == 1)
        #expect(try ledger.read { try $0.conversation("c") }.facts.participants == ["a"])
    }

    @Test func `many lines become transactions of a thousand, with a conversation beside its first message`() throws {
        let world = try ChatWorld()
        var lines = (0..<1_200).map {
            #"{"type":"message","id":"n\#($0)","conversation_id":"c\#($0 / 400)","sender_id":"a","text":"number \#($0)","created_at":"2026-02-11T18:05:20Z"}"#
        }
        for number in 0..<3 { lines.append(#"{"type":"conversation","id":"c\#(number)"}"#) }
        let report = try world.importing(lines)
        #expect(report.added == 1_200 && report.conversations == 3)
        let operation = try #require(report.operation)
        #expect(try world.ledger.store.transactions(of: operation).count == 2)
        #expect(try world.ledger.read { try $0.threads().map(\.messageCount) } == [400, 400, 400])
    }
}
