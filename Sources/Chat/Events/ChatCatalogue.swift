public import EventLog

/// All events of chats.
public enum ChatCatalogue {
    public static let events: [any Event.Type] = [
        ConversationOpened.self, ConversationChanged.self, ConversationDeleted.self, ConversationRestored.self,
        ConversationErased.self, ChatMessageJoined.self, ChatDeliveryChanged.self, ChatReadersChanged.self,
    ]
}
