/// The requests about conversations.
enum ChatRequests {
    static let queries: [any LedgerQuery.Type] = [ListConversations.self, ShowConversation.self]

    static let commands: [any LedgerCommand.Type] = [
        OpenConversationRequest.self, ChangeConversationRequest.self, DeleteConversationRequest.self,
        PostChatRequest.self, AdvanceDeliveryRequest.self, NoteReadersRequest.self,
    ]
}
