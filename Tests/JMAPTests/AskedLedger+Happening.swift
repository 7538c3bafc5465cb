import EventLog
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

extension AskedLedger {
    /// Does something by lot, as another process.
    ///
    /// - Parameter depth: How much there is to undo: the account and its first mail stay.
    func happen(
        _ step: Int, _ depth: inout Int, _ random: inout SeededGenerator
    ) throws {
        let head = try other.store.head().position
        defer { if let now = try? other.store.head().position, now > head { depth += 1 } }
        let filters = ["subject:fees", "is:unread", "in:INBOX", "has:attachment", "size:>1000", "*"]
        let filter = MessageQuery(filters[Int.random(in: 0..<filters.count, using: &random)])
        do {
            switch Int.random(in: 0..<24, using: &random) {
            case 0: _ = try other.perform(MarkMessagesRequest(filter: filter, adding: [.seen]))
            case 1: _ = try other.perform(MarkMessagesRequest(filter: filter, removing: [.seen]))
            case 2: _ = try other.perform(MoveMessagesRequest(filter: filter, folder: "Archive"))
            case 3: _ = try other.perform(MoveMessagesRequest(filter: filter, folder: "INBOX"))
            case 4: _ = try other.perform(DeleteMessagesRequest(filter: "subject:fees"))
            case 5, 6:
                guard depth > 0 else { break }
                // It counts as one more when it is done.
                depth -= 2
                _ = try other.perform(UndoRequest())
            case 7: _ = try other.perform(AddFolderRequest(account: "mara@example.org", path: "Folder \(step)"))
            case 8: try readOtherwise(filter, using: &random)
            case 9: try reparse()
            case 10: _ = try other.perform(RenameFolderRequest(folder: folder(&random), newName: "Renamed \(step)"))
            case 11: _ = try other.perform(DeleteFolderRequest(folder: folder(&random), policy: .cascade))
            case 12:
                let parent = Bool.random(using: &random) ? nil : try folder(&random)
                _ = try other.perform(MoveFolderRequest(folder: folder(&random), parent: parent))
            case 13:
                var changes = ChangeFolder()
                changes.sortOrder = Int.random(in: 1..<9, using: &random)
                if Bool.random(using: &random) { changes.visibility = Bool.random(using: &random) ? .hide : .show }
                _ = try other.perform(ChangeFolderRequest(folder: folder(&random), changes: changes))
            case 14:
                let roles: [FolderRole] = [.trash, .spam, .archive, .other]
                var changes = ChangeFolder()
                changes.role = roles.randomElement(using: &random)
                _ = try other.perform(ChangeFolderRequest(folder: folder(&random), changes: changes))
            case 15: _ = try other.perform(MarkMessagesRequest(filter: filter, adding: [.draft]))
            case 16: _ = try other.perform(MarkMessagesRequest(filter: filter, removing: [.draft]))
            case 17:
                let name = "crew \(Int.random(in: 0..<2, using: &random))"
                do {
                    _ = try other.perform(PostChatRequest(conversation: name, text: "text \(step)"))
                } catch DomainError.notFound {
                    _ = try other.perform(OpenConversationRequest(account: "mara@example.org", conversation: name))
                }
            default:
                // Those of two threads join them.
                let names = (0..<2).map { _ in "<t\(Int.random(in: 0..<12, using: &random))@x>" }
                let references = Bool.random(using: &random) ? names[0] : names.joined(separator: " ")
                try receive(
                    "Subject: s\(step)\nMessage-ID: <s\(step)@x>\nReferences: \(references)\n\ntext \(step)")
            }
        } catch is DomainError {
            // Nothing to undo, nothing that the filter takes, or a folder that stays as it is.
        }
    }

    private func folder(_ random: inout SeededGenerator) throws -> String {
        try #require(try other.read { try $0.folders() }.randomElement(using: &random)).id.description
    }
}
