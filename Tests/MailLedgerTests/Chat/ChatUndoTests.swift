import Chat
import EventLog
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct `Undoing what was done to chats` {
    private let world: ChatWorld
    private var ledger: Ledger { world.ledger }

    init() throws {
        world = try ChatWorld()
        try world.importing(ChatWorld.lines)
    }

    @Test(.requirement(104, 105)) func `a message does not come back alone to a conversation that was deleted since`()
        throws
    {
        let deletion = try #require(try world.sample.delete("walrus").operation).description
        let end = try #require(
            try ledger.deleteConversation("crew", context: ledger.context(command: "chat delete", reason: "over"))
                .receipt
        ).operation.description
        let head = try world.sample.head()
        let plan = try ledger.planUndo(.operation(prefix: deletion))
        #expect(plan.count == 0 && plan.obstacles.count == 1)
        #expect(
            plan.obstacles.first?.contains("the conversation crew has been deleted since (chat delete \(end.prefix(8))")
                == true)
        #expect(throws: DomainError.self) { try ledger.undo(.operation(prefix: deletion)) }
        #expect(try world.sample.head() == head && world.sample.messages("kind:chat").isEmpty)
        // The conversation first, with what ended with it; then the message that had ended before.
        _ = try ledger.undo(.operation(prefix: end))
        #expect(try world.sample.messages("kind:chat").count == 2)
        _ = try ledger.undo(.operation(prefix: deletion))
        #expect(try ledger.read { try $0.conversation("crew") }.last?.snippet == "From the pier: walrus seen")
        #expect(try world.exported().count == ChatWorld.lines.count)
        #expect(try ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(104)) func `both come back at once where both were ended by what is undone`() throws {
        let deletion = try #require(try world.sample.delete("walrus").operation).description
        let end = try #require(
            try ledger.deleteConversation("crew", context: ledger.context(command: "chat delete")).receipt
        ).operation.description
        _ = try ledger.undo(.operations(from: deletion, through: end))
        #expect(try world.sample.messages("kind:chat").count == 3 && world.exported().count == ChatWorld.lines.count)
    }
}
