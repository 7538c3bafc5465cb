/// The purpose of a folder for its user; all kinds contain messages in the same way.
public enum FolderKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A place that a message is moved to.
    case folder
    /// A mark that a message carries beside others, as in Gmail.
    case label
    /// A place for notes.
    case notebook

    /// The word for it in English.
    public var displayName: String {
        switch self {
        case .folder: "Folder"
        case .label: "Label"
        case .notebook: "Notebook"
        }
    }
}
