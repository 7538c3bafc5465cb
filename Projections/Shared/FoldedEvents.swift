internal import Domain
internal import EventLog
internal import Mail

/// The events with which a fold of the log's beginning goes on: mail comes in, and nothing happens to it yet.
///
/// Apart from a message that comes, they change only tables of few rows.
enum FoldedEvents {
    static let all: [any Event.Type] = [
        AccountCreated.self, AccountSyncChanged.self, FolderCreated.self, FolderCursorChanged.self, FileSkipped.self,
        KeyRotated.self, MessageAdded.self,
    ]
}
