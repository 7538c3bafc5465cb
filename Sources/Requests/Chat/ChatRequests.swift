internal import LedgerKernel

/// The requests about conversations.
enum ChatRequests {
    static let entries: [RequestEntry] = [
        .query(ListConversations.self),
        .query(ShowConversation.self),
        .query(GetConversation.self),
        .query(ConversationPage.self),
        .command(OpenConversationRequest.self),
        .command(ChangeConversationRequest.self),
        .command(DeleteConversationRequest.self),
        .command(PostChatRequest.self),
        .command(AdvanceDeliveryRequest.self),
        .command(NoteReadersRequest.self),
        .command(SaveConversation.self),
    ]
}
