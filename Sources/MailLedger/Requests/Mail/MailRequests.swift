/// The requests about mail.
enum MailRequests {
    static let queries: [any LedgerQuery.Type] = [
        ListAccounts.self, ListFolders.self, FolderTrees.self, ListMessages.self, CountMessages.self,
        ListThreads.self, SearchMessages.self, FindMessage.self, ShowMessage.self, ShowThread.self,
        ListAttachments.self,
        CountUnread.self, ListOperations.self, History.self, ListChanges.self, Difference.self, WhyMessage.self,
        WhyFolder.self, WhyAccount.self, WhyThread.self, WhyUnread.self, WhyMissing.self, ListHolds.self,
        ListErasures.self, PlanUndo.self, Statistics.self,
    ]

    static let commands: [any LedgerCommand.Type] = [
        AddAccountRequest.self, ChangeAccountRequest.self, DeleteAccountRequest.self, AddFolderRequest.self,
        RenameFolderRequest.self, MoveFolderRequest.self, ChangeFolderRequest.self, OrderFoldersRequest.self,
        DeleteFolderRequest.self, MarkMessagesRequest.self, MoveMessagesRequest.self, FileMessagesRequest.self,
        UnfileMessagesRequest.self, DeleteMessagesRequest.self,
        MarkThreadsRequest.self, PruneRequest.self, UndoRequest.self, AddHoldRequest.self, RemoveHoldRequest.self,
        EraseRequest.self, ChangeTransferRequest.self, ChangeSyncStateRequest.self,
    ]
}
