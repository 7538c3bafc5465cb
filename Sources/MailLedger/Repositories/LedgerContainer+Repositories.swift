extension LedgerContainer {
    /// The accounts, to be fetched, saved and deleted.
    public nonisolated var accounts: any AccountRepository { LedgerAccountRepository(container: self) }
    /// The folders and labels.
    public nonisolated var folders: any FolderRepository { LedgerFolderRepository(container: self) }
    public nonisolated var messages: any MessageRepository { LedgerMessageRepository(container: self) }
    /// The progress of accounts with their servers.
    public nonisolated var syncStates: any SyncStateRepository { LedgerSyncStateRepository(container: self) }
}
