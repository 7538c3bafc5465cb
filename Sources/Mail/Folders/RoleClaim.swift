public import EventLog

/// A role that a folder is to have, and the folder that gives it up for that.
public struct RoleClaim: Sendable, Hashable {
    /// Nil where the folder gets none.
    public let role: FolderRole?
    /// Nil where nobody has to give it up.
    public let giver: FolderState?

    private init(_ role: FolderRole?, from giver: FolderState? = nil) {
        self.role = role
        self.giver = giver
    }

    /// Of a folder without a role.
    public static let none = RoleClaim(nil)

    /// A role that somebody asks for: whoever has it gives it up, but for INBOX.
    ///
    /// - Parameter folder: Who asks; nil for a folder that is only being added.
    public static func asked(
        _ role: FolderRole?, by folder: FolderState? = nil, among others: [FolderState]
    ) -> RoleClaim {
        guard let role, role != .other else { return .none }
        guard role != .inbox, role != folder?.role else { return RoleClaim(role) }
        // One that the same transaction adds has no stream yet, and a role is asked for twice.
        let giver = others.first {
            $0.role == role && !$0.isDeleted && $0.id != folder?.id && $0.stream != .none
        }
        return RoleClaim(role, from: giver)
    }

    /// A role that a name tells: only an empty folder that came with the account gives it up for that.
    ///
    /// - Parameters:
    ///   - holder: The live folder of the account that has the role.
    ///   - isEmpty: Whether that one holds no live message and no live folder.
    public static func told(_ role: FolderRole?, holder: FolderState?, isEmpty: Bool) -> RoleClaim {
        guard let role, role != .other else { return .none }
        guard let holder else { return RoleClaim(role) }
        return isEmpty && holder.isAsAdded ? RoleClaim(role, from: holder) : .none
    }

    /// The event with which the giver loses the role; it stands before those on the folder that gets it.
    public var events: [ProposedEvent] {
        guard let giver else { return [] }
        return FolderChanged(folder: giver.id, from: giver.settings, to: giver.withoutRole.settings).map {
            [giver.event($0)]
        } ?? []
    }

    /// The folders of the account as those events leave them.
    public func settled(_ others: [FolderState]) -> [FolderState] {
        others.map { $0.id == giver?.id ? $0.withoutRole : $0 }
    }
}

extension FolderState {
    /// Whether it came with its account, and nobody has said since what it is known by or how long it keeps mail.
    fileprivate var isAsAdded: Bool {
        guard let role, role != .inbox, FolderRole.ofEveryAccount.contains(role), stream != .none else { return false }
        return parent == nil && name == role.folderName && settings.externalID == nil
            && settings.retention == nil && cursor == FolderCursor()
    }

    fileprivate var withoutRole: FolderState {
        var settings = settings
        settings.role = nil
        return FolderState(
            id: id, stream: stream, account: account, accountStream: accountStream, parent: parent, name: name,
            kind: kind, settings: settings, cursor: cursor, isDeleted: isDeleted, endedAt: endedAt)
    }
}
