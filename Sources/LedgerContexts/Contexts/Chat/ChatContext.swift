internal import Chat
internal import EventLog
internal import LedgerKernel

/// Chats, as a context of the ledger.
enum ChatContext: LedgerContext {
    static let name = "chat"
    static var events: [any Event.Type] { ChatCatalogue.events }
    static var upcasters: [Upcaster] { ChatCatalogue.upcasters }

    // `conversation` of a message is the claim of a memory outside of the ledger; see the claims of `assist`.
    static var claims: [ClaimedFields] {
        [ClaimedFields(on: "message", fields: [(shown: "conversation_id", recorded: "conversation")])]
    }

    static func makeUndoing(_ walk: UndoWalk) -> any ContextUndoing { ChatUndoing(reader: walk.reader) }

    static func erasing(_ first: any Event, count: Int) -> (any Event)? {
        guard let opened = first as? ConversationOpened else { return nil }
        return ConversationErased(conversation: opened.id, account: opened.account, events: count)
    }
}
