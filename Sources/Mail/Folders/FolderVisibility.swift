/// Whether a folder stands in the list of folders.
public enum FolderVisibility: String, Hashable, Sendable, Codable, CaseIterable {
    case show
    case hide
    /// Only while it holds unread messages.
    case showIfUnread = "show_if_unread"

    /// Whether a folder with so many unread messages is listed.
    public func lists(unread: Int) -> Bool {
        switch self {
        case .show: true
        case .hide: false
        case .showIfUnread: unread > 0
        }
    }
}

/// Whether a label is shown beside the messages that carry it.
public enum MessageVisibility: String, Hashable, Sendable, Codable, CaseIterable {
    case show
    case hide
}
