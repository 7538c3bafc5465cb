public import EventLog

/// A role that a folder shall get, and the folder that gives it up for that.
public struct RoleClaim: Sendable, Hashable {
    /// Nil if the folder gets no role.
    public let role: FolderRole?
    /// Nil if no folder has to give it up.
    public let giver: FolderState?

    private init(_ role: FolderRole?, from giver: FolderState? = nil) {
        self.role = role
        self.giver = giver
    }

    /// The claim of a folder without a role.
    public static let none = RoleClaim(nil)

    /// A role that a command requests: its holder gives it up, unless it is the INBOX.
    ///
    /// - Parameter folder: The folder that gets it; nil for a folder that is only being added.
    public static func asked(
        _ role: FolderRole?, by folder: FolderState? = nil, among others: [FolderState]
    ) -> RoleClaim {
        guard let role, role != .other else { return .none }
        guard role != .inbox, role != folder?.role else { return RoleClaim(role) }
        // A folder that the same transaction adds has no stream yet; then a role is requested twice.
        let giver = others.first {
            $0.role == role && !$0.isDeleted && $0.id != folder?.id && $0.stream != .none
        }
        return RoleClaim(role, from: giver)
    }

    /// A role that a folder's name implies: only an empty folder that came with the account gives it up for that.
    ///
    /// - Parameters:
    ///   - holder: The live folder of the account that has the role.
    ///   - isEmpty: Whether that folder has no live message and no live folder.
    public static func told(_ role: FolderRole?, holder: FolderState?, isEmpty: Bool) -> RoleClaim {
        guard let role, role != .other else { return .none }
        guard let holder else { return RoleClaim(role) }
        return isEmpty && holder.isAsAdded ? RoleClaim(role, from: holder) : .none
    }

    /// The event by which the giver loses the role; it precedes those on the folder that gets it.
    public var events: [ProposedEvent] {
        guard let giver else { return [] }
        return FolderChanged(folder: giver.id, from: giver.settings, to: giver.withoutRole.settings).map {
            [giver.event($0)]
        } ?? []
    }

    /// The folders of the account after those events.
    public func settled(_ others: [FolderState]) -> [FolderState] {
        others.map { $0.id == giver?.id ? $0.withoutRole : $0 }
    }
}

extension FolderState {
    /// Whether it came with its account, and neither its external id nor its retention was set since.
    fileprivate var isAsAdded: Bool {
        guard let role, role != .inbox, FolderRole.ofEveryAccount.contains(role), stream != .none else { return false }
        return parent == nil && name == role.folderName && settings.externalID == nil
            && settings.retention == nil && cursor == FolderCursor()
    }

    fileprivate var withoutRole: FolderState {
        var folder = self
        folder.settings.role = nil
        return folder
    }
}
