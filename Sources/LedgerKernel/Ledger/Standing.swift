internal import EventLog
internal import Mail
public import Projections
internal import SQLiteDatabase

/// The facts about a message that follow from the roles of its folders and from its keywords.
public struct Standing: Sendable, Hashable {
    public var isInInbox = false
    public var isInTrash = false
    public var isInSpam = false
    public var isSent = false
    /// Whether it lies among the drafts or carries `$draft`.
    public var isDraft = false

    public init(
        isInInbox: Bool = false, isInTrash: Bool = false, isInSpam: Bool = false, isSent: Bool = false,
        isDraft: Bool = false
    ) {
        self.isInInbox = isInInbox
        self.isInTrash = isInTrash
        self.isInSpam = isInSpam
        self.isSent = isSent
        self.isDraft = isDraft
    }
}

extension LedgerReader {
    /// Returns the standing of a message by the roles of the folders that directly contain its live copies, whatever
    /// their names.
    public func standing(of message: MessageRow) throws -> Standing {
        let roles = Set(
            try connection.rows(
                """
                SELECT folder.role FROM copy JOIN folder ON folder.id = copy.folder
                WHERE copy.message = \(bind: message.stream.rawValue) AND copy.is_live AND folder.role IS NOT NULL
                """
            ) { try $0.next(FolderRole.self) })
        return Standing(
            isInInbox: roles.contains(.inbox), isInTrash: roles.contains(.trash), isInSpam: roles.contains(.spam),
            isSent: roles.contains(.sent), isDraft: message.isDraft || roles.contains(.drafts))
    }
}
