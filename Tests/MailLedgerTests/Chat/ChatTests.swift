import Assist
import Chat
import EventLog
import JSONCoding
import Mail
import MailLedger
import Outbox
import Projections
import TestSupport
import Testing

@Suite struct `Conversations` {
    private func facts(_ world: ChatWorld, _ id: String) throws -> ChatFacts {
        let row = try #require(try world.sample.messages("kind:chat").first { $0.external.id == id })
        return try #require(try world.ledger.read { try $0.chat(of: row.stream) })
    }

    @Test(.requirement(79, 80)) func `what is noted of a message is told, and a step back is refused`() throws {
        let world = try ChatWorld()
        try world.importing(ChatWorld.lines)
        let ledger = world.ledger
        let all = try world.sample.filter("*")
        let own = try world.sample.filter("from:ada")
        _ = try ledger.advanceDelivery(
            of: own, AdvanceDelivery(to: .delivered), context: ledger.context(command: "chat status"))
        #expect(try facts(world, "m2").row.status == .delivered)
        let head = try world.sample.head()
        #expect(throws: DomainError.self) {
            try ledger.advanceDelivery(
                of: all, AdvanceDelivery(to: .sent), context: ledger.context(command: "chat status"))
        }
        #expect(try world.sample.head() == head)
        _ = try ledger.noteReaders(
            of: all, NoteReaders(["tomas@example.net"]), context: ledger.context(command: "chat read"))
        #expect(try facts(world, "m1").row.readBy == ["ada", "tomas@example.net"])
        #expect(try facts(world, "m3").row.readBy == ["tomas@example.net"])
    }

    @Test(.requirement(81, 82)) func `a message tells its way to the server, and when it was last changed`() throws {
        let world = try ChatWorld()
        try world.importing(ChatWorld.lines)
        let before = try facts(world, "m2")
        #expect(before.sync == OutboxState() && before.updatedAt == before.row.updatedAt)
        let id = before.row.message.description
        let ledger = world.ledger
        let context = ledger.context(command: "outbox mark")
        try ledger.mark(inOutbox: id, .failed("no route to host"), context: context)
        let failed = try facts(world, "m2")
        #expect(failed.sync.status == .failed && failed.sync.retryCount == 1)
        #expect(failed.sync.error == "no route to host" && failed.sync.lastAttempt != nil)
        let receipt = try ledger.mark(
            inOutbox: id, .synced, context: ledger.context(command: "outbox mark")
        ).receipt
        let synced = try facts(world, "m2")
        #expect(synced.sync.status == .synced && synced.sync.error == nil)
        let number = try #require(receipt?.transaction)
        #expect(try synced.updatedAt == ledger.store.transaction(number)?.recordedAt)
        #expect(synced.updatedAt > before.updatedAt)
    }

    @Test(.requirement(86)) func `a message that is written waits in the outbox, and a blank one is refused`() throws {
        let world = try ChatWorld()
        try world.importing(ChatWorld.lines)
        let ledger = world.ledger
        let head = try world.sample.head()
        let error = #expect(throws: DomainError.self) {
            try ledger.postChat(" \n", to: "crew", context: ledger.context(command: "chat post"))
        }
        #expect(error == .invalid(field: "text", reason: "is empty"))
        #expect(try world.sample.head() == head)
        let row = try ledger.postChat("Aye.", to: "crew", sender: "ada", context: ledger.context(command: "chat post"))
        let chat = try #require(try ledger.read { try $0.chat(of: row.stream) })
        #expect(chat.row.status == .sending && chat.row.sender == "ada" && chat.sync.isPendingSync)
        #expect(row.isRead && row.from?.address == ChatWorld.account)
        #expect(try ledger.outbox().map(\.row.id) == [row.id.uniqueID])
        let crew = try ledger.read { try $0.conversation("crew") }
        #expect(crew.thread?.messageCount == 4 && crew.last?.snippet == "Aye.")
    }

    @Test(.requirement(97)) func `its last message is told by all of its lines, whatever they look like`() throws {
        let world = try ChatWorld()
        try world.importing(ChatWorld.lines)
        let ledger = world.ledger
        _ = try ledger.postChat("-- \nsig\n> all", to: "crew", context: ledger.context(command: "chat post"))
        let crew = try ledger.read { try $0.conversation("crew") }
        #expect(crew.last?.snippet == "-- sig > all" && crew.messageCount == 4)
        #expect(try ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(94)) func `a conversation can be begun, changed and deleted without a message`() throws {
        let world = try ChatWorld()
        let ledger = world.ledger
        let row = try ledger.openConversation(
            "crew", facts: ConversationFacts(displayName: "Crew", participants: ["a"], isGroup: true),
            account: ChatWorld.account, context: ledger.context(command: "chat add"))
        #expect(row.thread == nil && row.last == nil)
        #expect(throws: DomainError.self) {
            try ledger.openConversation(
                "crew", facts: ConversationFacts(), account: ChatWorld.account,
                context: ledger.context(command: "chat add"))
        }
        let outcome = try ledger.changeConversation(
            String(row.id.description.prefix(8)), ChangeConversation(displayName: "All hands"),
            context: ledger.context(command: "chat set"))
        #expect(outcome.changed == 1)
        let last = try #require(try ledger.history(of: row.id.description).last)
        #expect(last.entity == "conversation" && last.changes.map(\.field) == ["display_name"])
        _ = try ledger.deleteConversation("crew", context: ledger.context(command: "chat delete"))
        #expect(try ledger.read { try $0.conversations() }.isEmpty)
        _ = try ledger.undo(.latest)
        #expect(try ledger.read { try $0.conversation("crew") }.facts.displayName == "All hands")
    }

    @Test(.requirement(104)) func `its end takes its messages with it, and an undo brings all back`() throws {
        let world = try ChatWorld()
        try world.importing(ChatWorld.lines)
        let before = try PublicAnswers(of: world.ledger)
        _ = try world.ledger.deleteConversation("crew", context: world.ledger.context(command: "chat delete"))
        #expect(try world.sample.messages("*").isEmpty)
        #expect(try world.ledger.read { try $0.conversations() }.map(\.name) == ["nobody yet"])
        _ = try world.ledger.undo(.latest)
        #expect(difference(before, try PublicAnswers(of: world.ledger)) == nil)
        _ = try world.ledger.undo(.latest)
        #expect(try world.sample.messages("*").isEmpty)
        #expect(try world.ledger.maintenance.checkViews() == nil)
    }

    @Test func `an import is undone with its conversations, comes again, and is undone again`() throws {
        let world = try ChatWorld()
        let before = try PublicAnswers(of: world.ledger)
        try world.importing(ChatWorld.lines)
        let after = try PublicAnswers(of: world.ledger)
        _ = try world.ledger.undo(.latest)
        #expect(difference(before, try PublicAnswers(of: world.ledger)) == nil)
        let again = try world.importing(Array(ChatWorld.lines.prefix(4)))
        #expect(again.added == 3 && again.conversations == 1)
        let now = try PublicAnswers(of: world.ledger)
        #expect(now.tables["chat_messages"] == after.tables["chat_messages"])
        _ = try world.ledger.undo(.latest)
        #expect(difference(before, try PublicAnswers(of: world.ledger)) == nil)
        #expect(try world.ledger.maintenance.checkViews() == nil)
    }

    @Test func `a conversation that others wrote to stays where its first import is undone`() throws {
        let world = try ChatWorld()
        let first = try #require(try world.importing([ChatWorld.lines[0], ChatWorld.lines[1]]).operation)
        try world.importing(ChatWorld.lines)
        let plan = try world.ledger.planUndo(.operation(prefix: first.description))
        #expect(plan.obstacles.contains { $0.contains("holds messages") })
    }

    @Test func `a conversation stays while a copy that came otherwise keeps a message of it`() throws {
        let world = try ChatWorld()
        try world.importing(ChatWorld.lines)
        let undo = try #require(try world.ledger.undo(.latest).receipt)
        let again = try #require(try world.importing(ChatWorld.lines).operation)
        // The copies of the first import come back beside those of the second.
        _ = try world.ledger.undo(.operation(prefix: undo.operation.description))
        let before = try PublicAnswers(of: world.ledger)
        #expect(throws: DomainError.self) { try world.ledger.undo(.operation(prefix: again.description)) }
        let plan = try world.ledger.planUndo(.operation(prefix: again.description))
        #expect(plan.obstacles.contains { $0.contains("holds messages that came there otherwise") })
        #expect(difference(before, try PublicAnswers(of: world.ledger)) == nil)
        #expect(try world.ledger.read { try $0.conversations() }.contains { $0.name == "crew" })
    }

    @Test func `a conversation goes with a message that goes as a whole, whatever copies it has`() throws {
        let world = try ChatWorld()
        _ = try world.ledger.perform(AddFolderRequest(account: ChatWorld.account, path: "Kept"))
        try world.importing(ChatWorld.lines)
        let gone = try #require(try world.ledger.undo(.latest).receipt).operation.description
        let before = try PublicAnswers(of: world.ledger)
        let back = try #require(try world.ledger.undo(.operation(prefix: gone)).receipt).operation.description
        _ = try world.ledger.perform(FileMessagesRequest(filter: "kind:chat", folder: "Kept"))
        let copy = try #require(try world.ledger.operations(limit: 1).first).operation.description
        _ = try world.ledger.undo(.operations(from: back, through: copy))
        #expect(difference(before, try PublicAnswers(of: world.ledger)) == nil)
        #expect(try world.ledger.maintenance.checkViews() == nil)
    }

    @Test func `erasing it takes what was said of it and its messages from the log`() throws {
        let world = try ChatWorld(.disk)
        try world.importing(ChatWorld.lines)
        let ledger = world.ledger
        let outcome = try ledger.erase(
            .conversation("crew"), context: ledger.context(command: "erase", reason: "request"))
        #expect(outcome.plan.messages == 3)
        #expect(try ledger.read { try $0.conversations() }.map(\.name) == ["nobody yet"])
        let log = try ledger.store.events(EventSelection()).compactMap(\.payload)
            .map { String(decoding: $0, as: UTF8.self) }.joined()
        for word in ["The crew", "crew.png", "tomas", "walrus"] { #expect(!log.contains(word), "\(word)") }
        #expect(try ledger.maintenance.checkViews() == nil)
        #expect(try ledger.maintenance.verifyLog().events == world.sample.head().rawValue)
    }

    @Test func `why keeps the conversation of a message apart from the one that is claimed`() throws {
        let world = try ChatWorld()
        try world.importing(ChatWorld.lines)
        let ledger = world.ledger
        let message = try #require(try world.sample.messages("walrus").first).id.description
        let crew = try ledger.read { try $0.conversation("crew") }.id.description
        var claims = ClassifyMessage(by: "model-x")
        claims.conversation = .set("elsewhere")
        _ = try ledger.classify(
            ClassificationLine(message: message, claims: claims), context: ledger.context(command: "classify"))
        let claimed = try #require(try ledger.why(message: message, field: "conversation").first)
        #expect(claimed.value == "elsewhere")
        #expect(claimed.changes.map(\.event.type.name) == ["assist.memory-linked", "mail.message-added"])
        let chat = try #require(try ledger.why(message: message, field: "conversation_id").first)
        #expect(chat.value == .string(crew))
        #expect(chat.changes.map(\.event.type.name) == ["chat.message-joined", "mail.message-added"])
    }

    @Test func `the history of a conversation shows that it ended with its account`() throws {
        let world = try ChatWorld()
        try world.importing(ChatWorld.lines)
        let crew = try world.ledger.read { try $0.conversation("crew") }.id.description
        try world.sample.deleteAccount(ChatWorld.account)
        _ = try world.ledger.undo(.latest)
        #expect(
            try world.ledger.history(of: crew).map(\.type.name).suffix(2) == [
                "mail.account-deleted", "mail.account-restored",
            ])
    }

    @Test func `pins, mutes and archives are those of its thread`() throws {
        let world = try ChatWorld()
        try world.importing(ChatWorld.lines)
        let ledger = world.ledger
        _ = try ledger.markThreads(
            world.sample.filter("walrus"), MarkThreads(isPinned: true, isMuted: true, isArchived: true),
            context: ledger.context(command: "thread"))
        let crew = try ledger.read { try $0.conversation("crew") }
        #expect(crew.thread?.isPinned == true && crew.thread?.isMuted == true && crew.thread?.isArchived == true)
        // What the owner writes does not bring it back, what others write does.
        _ = try ledger.postChat("Aye.", to: "crew", sender: "ada", context: ledger.context(command: "chat post"))
        #expect(try ledger.read { try $0.conversation("crew") }.thread?.isArchived == true)
        _ = try ledger.postChat("Ahoy", to: "crew", sender: "ines 7", context: ledger.context(command: "chat post"))
        #expect(try ledger.read { try $0.conversation("crew") }.thread?.isArchived == true, "posted as the owner")
    }
}
