/// The purpose a folder serves in its account (RFC 6154, 2, and INBOX of RFC 9051, 5.1).
public enum FolderRole: String, Hashable, Sendable, Codable, CaseIterable {
    case inbox
    case drafts
    case sent
    case trash
    case archive
    case spam
    case flagged
    case all
    /// No purpose of its own: every folder a person makes.
    case other

    /// The name people know the folder by, in English.
    public var displayName: String {
        switch self {
        case .inbox: "Inbox"
        case .drafts: "Drafts"
        case .sent: "Sent"
        case .trash: "Trash"
        case .archive: "Archive"
        case .spam: "Spam"
        case .flagged: "Flagged"
        case .all: "All Mail"
        case .other: "Folder"
        }
    }

    /// The default place of the folder among its siblings: 0…7 for a purpose, 100 for any other folder.
    public var defaultSortOrder: Int {
        switch self {
        case .inbox: 0
        case .drafts: 1
        case .sent: 2
        case .trash: 3
        case .archive: 4
        case .spam: 5
        case .flagged: 6
        case .all: 7
        case .other: 100
        }
    }
}

extension FolderRole {
    /// The roles of the folders that are made with an account.
    static let ofEveryAccount: [FolderRole] = [.inbox, .archive, .drafts, .sent, .spam, .trash]

    /// The name of the folder that is made for a role.
    var folderName: String { self == .inbox ? FolderName.inbox.text : displayName }
}
