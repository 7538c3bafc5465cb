/// The ids of the labels that Gmail itself makes in every account.
public enum GmailSystemLabel: String, Hashable, Sendable, CaseIterable {
    case inbox = "INBOX"
    case sent = "SENT"
    case draft = "DRAFT"
    case trash = "TRASH"
    case spam = "SPAM"
    case starred = "STARRED"
    case important = "IMPORTANT"
    case unread = "UNREAD"
    case social = "CATEGORY_SOCIAL"
    case promotions = "CATEGORY_PROMOTIONS"
    case updates = "CATEGORY_UPDATES"
    case forums = "CATEGORY_FORUMS"

    /// The role of the folder that is that label; nil for a label that only marks.
    public var role: FolderRole? {
        switch self {
        case .inbox: .inbox
        case .sent: .sent
        case .draft: .drafts
        case .trash: .trash
        case .spam: .spam
        case .starred: .flagged
        case .important, .unread, .social, .promotions, .updates, .forums: nil
        }
    }
}
