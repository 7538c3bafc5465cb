package import EventLog
package import LedgerKernel
package import Mail
internal import Projections

/// The events of an account and its folders that determine where messages are visible.
package struct ContainerTimeline {
    package private(set) var events: [(position: Position, event: any Event)] = []

    package init(of account: StreamID, _ reader: LedgerReader) throws {
        let folders = try reader.folders(of: account, includingDeleted: true).map(\.stream)
        for stream in [account] + folders {
            let selection = EventSelection(through: reader.position, stream: stream)
            try reader.store.forEach(selection, decodedBy: reader.catalogue) { recorded in
                if case .event(let event) = recorded.content, Containers.heeds(event) {
                    events.append((recorded.position, event))
                }
                return true
            }
        }
        events.sort { $0.position < $1.position }
    }
}

/// An account and its folders at one moment, by the rules of the read models.
package struct Containers {

    package init() {
    }
    private struct Folder {
        var name: String
        var parent: FolderID?
        var role: FolderRole?
        var endedAt: Position?
    }

    private var folders: [FolderID: Folder] = [:]
    package private(set) var isAccountLive = true

    static func heeds(_ event: any Event) -> Bool {
        switch event {
        case is FolderCreated, is FolderRenamed, is FolderMoved, is FolderChanged, is FolderDeleted, is FolderRestored,
            is AccountDeleted, is AccountRestored:
            true
        default: false
        }
    }

    package mutating func apply(_ event: any Event, at position: Position) {
        switch event {
        case let created as FolderCreated:
            folders[created.id] = Folder(name: created.name, parent: created.parent, role: created.role)
        case let renamed as FolderRenamed: folders[renamed.folder]?.name = renamed.name.new
        case let moved as FolderMoved: folders[moved.folder]?.parent = moved.parent.new
        case let changed as FolderChanged: if let role = changed.role { folders[changed.folder]?.role = role.new }
        case let deleted as FolderDeleted: end(deleted.folder, at: position)
        case let restored as FolderRestored:
            guard let end = folders[restored.folder]?.endedAt else { break }
            for (id, folder) in folders where folder.endedAt == end { folders[id]?.endedAt = nil }
        case is AccountDeleted: isAccountLive = false
        case is AccountRestored: isAccountLive = true
        default: break
        }
    }

    // A folder below that ended earlier by itself keeps its own end.
    private mutating func end(_ folder: FolderID, at position: Position) {
        var ending = [folder]
        while let next = ending.popLast() {
            folders[next]?.endedAt = position
            ending += folders.filter { $0.value.parent == next && $0.value.endedAt == nil }.map(\.key)
        }
    }

    package func isLive(_ folder: FolderID) -> Bool { folders[folder].map { $0.endedAt == nil } ?? false }

    /// Whether messages in it count in the account.
    func counts(_ folder: FolderID) -> Bool {
        let role = folders[folder]?.role
        return role != .spam && role != .trash
    }

    func path(of folder: FolderID) -> String {
        var names: [String] = []
        var next: FolderID? = folder
        while let id = next, let folder = folders[id], names.count < folders.count {
            names.append(folder.name)
            next = folder.parent
        }
        return names.reversed().joined(separator: "/")
    }
}
