internal import EventLog
internal import Mail

extension MailUndoing {
    mutating func end(_ created: FolderCreated) throws {
        guard let folder = folders[created.id], !folder.isDeleted else { return }
        guard !createdAccounts.contains(created.account) else {
            foldersOfCreatedAccounts.insert(folder.id)
            return
        }
        if let child = folders.values.first(where: { $0.parent == folder.id && !$0.isDeleted }) {
            return hinder(
                "the folder \(folder.name) holds the folder \(child.name)", by: child.stream, in: Self.placeOfFolder)
        }
        if let other = try otherMessage(Self.copies(in: folder), in: folder.id) {
            return hinder(
                "the folder \(folder.name) holds messages that came there otherwise", by: other,
                in: Self.placeOfMessage)
        }
        end(folder)
    }

    mutating func endAgain(_ restored: FolderRestored, since position: Position) throws {
        guard let folder = folders[restored.folder], !folder.isDeleted else { return }
        let tree = tree(of: folder)
        if let arrival = try arrival(in: folder.accountStream, folders: Set(tree), since: position) {
            return hinder(
                "the folder \(folder.name) holds mail or folders that came later", by: arrival.thing,
                in: arrival.fields)
        }
        end(folder)
    }

    private mutating func end(_ folder: FolderState) {
        events.append(folder.event(FolderDeleted(folder: folder.id)))
        for id in tree(of: folder) { folders[id]?.become(isDeleted: true) }
    }

    mutating func undo(_ changed: FolderChanged) throws {
        guard let folder = folders[changed.folder] else { return }
        guard !folder.isDeleted else {
            return try hinder("the folder \(folder.name) has been deleted since", byEndOf: folder)
        }
        let (settings, stale) = folder.settings.undoing(changed)
        guard stale.isEmpty else {
            return hinder(
                "the folder \(folder.name) has another \(stale.joined(separator: ", ")) since", by: folder.stream,
                in: stale)
        }
        let others = folders.values.filter { $0.account == folder.account }
        let decision = try attempt { try ChangeFolder.decide(folder, becoming: settings, others: others) }
        if take(decision) { folders[folder.id]?.settings = settings }
    }

    mutating func undo(_ changed: FolderCursorChanged) throws {
        guard let folder = folders[changed.folder] else { return }
        guard !folder.isDeleted else {
            return try hinder("the folder \(folder.name) has been deleted since", byEndOf: folder)
        }
        let (cursor, stale) = folder.cursor.undoing(changed)
        guard stale.isEmpty else {
            return hinder(
                "the folder \(folder.name) has another \(stale.joined(separator: ", ")) since", by: folder.stream,
                in: stale)
        }
        guard let event = FolderCursorChanged(folder: folder.id, from: folder.cursor, to: cursor) else { return }
        events.append(folder.event(event))
        folders[folder.id]?.cursor = cursor
    }

    mutating func undoFolderEvent(_ event: any Event) throws {
        switch event {
        case let deleted as FolderDeleted:
            guard let folder = folders[deleted.folder] else { return }
            let decision = try attempt {
                try RestoreFolder().decide(
                    folder, parent: folder.parent.flatMap { folders[$0] }, siblings: siblings(of: folder),
                    others: folders.values.filter { $0.account == folder.account })
            }
            if take(decision, among: siblings(of: folder)) { restoreTree(of: folder) }
        case let renamed as FolderRenamed:
            guard let folder = folders[renamed.folder] else { return }
            guard !folder.isDeleted else {
                return try hinder("the folder \(folder.name) has been deleted since", byEndOf: folder)
            }
            guard folder.name == renamed.name.new else {
                return hinder(
                    "the folder \(renamed.name.new) has been renamed to \(folder.name) since", by: folder.stream)
            }
            let decision = try attempt {
                try RenameFolder(name: renamed.name.old).decide(folder, siblings: siblings(of: folder))
            }
            if take(decision, among: siblings(of: folder)) { folders[folder.id]?.name = renamed.name.old }
        case let moved as FolderMoved:
            guard let folder = folders[moved.folder] else { return }
            guard !folder.isDeleted else {
                return try hinder("the folder \(folder.name) has been deleted since", byEndOf: folder)
            }
            guard folder.parent == moved.parent.new else {
                return hinder("the folder \(folder.name) has been moved again since", by: folder.stream)
            }
            try moveBack(folder, under: moved.parent.old.flatMap { folders[$0] })
        default: break
        }
    }

    // Folders that were deleted with it are restored with it, and their mail may return to them.
    private mutating func restoreTree(of folder: FolderState) {
        folders[folder.id]?.become(isDeleted: false)
        for other in folders.values where other.endedAt != nil && other.endedAt == folder.endedAt {
            folders[other.id]?.become(isDeleted: false)
        }
    }

    private mutating func moveBack(_ folder: FolderState, under parent: FolderState?) throws {
        if let parent, parent.isDeleted {
            return try hinder("the folder \(parent.name) that \(folder.name) was in is deleted", byEndOf: parent)
        }
        let siblings = folders.values.filter { $0.account == folder.account && $0.parent == parent?.id }
        let decision = try attempt {
            try MoveFolder().decide(folder, under: parent, ancestors: ancestors(of: parent), siblings: siblings)
        }
        if take(decision, among: siblings) { folders[folder.id]?.parent = parent?.id }
    }

    private func siblings(of folder: FolderState) -> [FolderState] {
        folders.values.filter { $0.account == folder.account && $0.parent == folder.parent }
    }

    private func ancestors(of folder: FolderState?) -> [FolderID] {
        var path: [FolderID] = []
        var next = folder
        while let folder = next, !path.contains(folder.id) {
            path.append(folder.id)
            next = folder.parent.flatMap { folders[$0] }
        }
        return path
    }
}

extension FolderState {
    // A thing that has come back, or whose end is only planned, has no end in the log.
    fileprivate mutating func become(isDeleted: Bool) {
        self.isDeleted = isDeleted
        endedAt = nil
    }
}
