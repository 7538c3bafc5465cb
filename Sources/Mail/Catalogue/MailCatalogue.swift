public import EventLog

/// All events of the mail domain, as the log's one decode path needs them.
public enum MailCatalogue {
    public static let events: [any Event.Type] = [
        AccountCreated.self, AccountChanged.self, AccountSyncChanged.self, AccountDeleted.self, AccountRestored.self,
        FolderCreated.self, FolderRenamed.self, FolderMoved.self, FolderChanged.self, FolderCursorChanged.self,
        FolderDeleted.self, FolderRestored.self,
        MessageAdded.self, MessageBodyLoaded.self, MessageReparsed.self, AccountReparsed.self, MessageLinked.self,
        MessageCopied.self,
        CopyChanged.self, CopyRemoved.self, CopyPushed.self, ConflictDetected.self,
        MessageMarked.self, MessageMoved.self, MessageDeleted.self, MessageRestored.self,
        ThreadMarked.self, AttachmentTransferChanged.self, FileSkipped.self, TagsAdopted.self, KeyRotated.self,
        LogSalvaged.self, LogResumed.self,
        MessageErased.self, AccountErased.self, HoldAdded.self, HoldRemoved.self, HoldOverruled.self,
    ]

    public static let catalogue = EventCatalogue(events, upcasters: upcasters)
}
