public import EventLog

extension ChangeFolder {
    /// Decides on one event with every field that changes; `others` are the folders of the account, of which
    /// those with the role or the external id suffice.
    public func decide(_ folder: FolderState, others: [FolderState]) throws -> [ProposedEvent] {
        try Self.decide(folder, becoming: applied(to: folder.settings), others: others)
    }

    /// Decides on the event that leads to settings.
    public static func decide(
        _ folder: FolderState, becoming new: FolderSettings, others: [FolderState]
    ) throws -> [ProposedEvent] {
        guard let changed = FolderChanged(folder: folder.id, from: folder.settings, to: new) else { return [] }
        if changed.role != nil {
            guard folder.role != .inbox else {
                throw DomainError.forbidden("\(folder.name) is where new mail comes to and keeps that role")
            }
        }
        // An unchanged value was the folder's own before.
        var claimed = new
        if changed.role == nil { claimed.role = nil }
        if changed.externalID == nil { claimed.externalID = nil }
        try requireUnclaimed(claimed, among: others.filter { $0.id != folder.id })
        return [folder.event(changed)]
    }
}

/// Puts siblings into an order: many events in one transaction, each for one folder whose place changes.
public struct ReorderFolders: Hashable, Sendable {
    public init() {}

    /// The places that put `first` before all other siblings, which keep their order.
    public func places(of first: [FolderState], among siblings: [FolderState]) throws -> [(FolderState, Int)] {
        guard Set(first.map(\.id)).count == first.count else {
            throw DomainError.invalid(field: "folders", reason: "one is named twice")
        }
        for folder in first where !siblings.contains(where: { $0.id == folder.id }) {
            throw DomainError.conflict("the folder \(folder.name) is in another place than the first one that is named")
        }
        let rest = siblings.filter { sibling in !first.contains { $0.id == sibling.id } }
        return (first + rest).enumerated().map { ($1, $0) }
    }

    /// Decides for each folder on its place.
    public func decide(_ places: [(FolderState, Int)]) throws -> [ProposedEvent] {
        guard Set(places.map(\.0.id)).count == places.count else {
            throw DomainError.invalid(field: "folders", reason: "one is named twice")
        }
        return try places.flatMap { folder, place in
            var change = ChangeFolder()
            change.sortOrder = place
            return try change.decide(folder, others: [])
        }
    }
}
