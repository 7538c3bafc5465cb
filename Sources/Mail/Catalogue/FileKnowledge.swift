internal import EventLog

/// The knowledge of files that an importer has taken, and the events that leave it true.
public enum FileKnowledge {
    /// Whether a copy that an import took from a file is surely unchanged after an event of this type.
    ///
    /// Only the listed types leave copies and their messages in place for sure; after any other event, files are read
    /// again. Contexts other than mail refer to messages by their ids, and change nothing about them.
    public static func outlives(typeNamed name: String) -> Bool {
        guard name.hasPrefix("mail.") else { return !name.hasPrefix("ledger.") || name == KeyRotated.type.name }
        return harmless.contains(name)
    }

    private static let harmless: Set<String> = [
        AccountCreated.type.name, AccountChanged.type.name, AccountSyncChanged.type.name,
        FolderCreated.type.name, FolderRenamed.type.name, FolderMoved.type.name, FolderChanged.type.name,
        FolderCursorChanged.type.name, FolderDeleted.type.name, FolderRestored.type.name,
        MessageAdded.type.name, MessageReparsed.type.name, AccountReparsed.type.name, MessageLinked.type.name,
        MessageMarked.type.name,
        MessageMoved.type.name, MessageDeleted.type.name, MessageRestored.type.name, ThreadMarked.type.name,
        AttachmentTransferChanged.type.name, HoldAdded.type.name, HoldRemoved.type.name, HoldOverruled.type.name,
        FileSkipped.type.name, TagsAdopted.type.name,
    ]
}
