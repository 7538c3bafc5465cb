internal import Access
internal import Domain
internal import EventLog
internal import Mail

/// The events with which a fold of the log's beginning goes on: mail comes in, is marked, moved, deleted and brought back.
///
/// Those that are not about messages change only tables of few rows.
enum FoldedEvents {
    static let all: [any Event.Type] =
        [
            AccountCreated.self, AccountChanged.self, AccountSyncChanged.self, AccountDeleted.self,
            AccountRestored.self, FolderCreated.self, FolderRenamed.self, FolderMoved.self, FolderCursorChanged.self,
            FileSkipped.self, HoldAdded.self, HoldRemoved.self, HoldOverruled.self, TokenIssued.self,
            TokenChanged.self, TokenRevoked.self, ConflictDetected.self, KeyRotated.self, LogResumed.self,
            LogSalvaged.self, MessageAdded.self,
        ] + ofMessages

    /// Those about a message that came before.
    static let ofMessages: [any Event.Type] = [
        MessageMarked.self, MessageMoved.self, MessageCopied.self, CopyChanged.self, CopyPushed.self, CopyRemoved.self,
        MessageDeleted.self, MessageRestored.self, MessageLinked.self,
    ]
}
