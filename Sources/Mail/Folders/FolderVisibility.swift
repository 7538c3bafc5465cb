/// Whether the list of folders shows a folder.
public enum FolderVisibility: String, Hashable, Sendable, Codable, CaseIterable {
    case show
    case hide
    /// Only while it contains unread messages.
    case showIfUnread = "show_if_unread"

    /// Whether a folder with this number of unread messages is listed.
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
