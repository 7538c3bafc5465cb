public import EventLog

/// Puts messages into one more folder; where they lie already they stay.
public struct FileMessages: Codable, Hashable, Sendable {
    public init() {}

    /// Decides on one event for each message that is not in the folder yet.
    public func decide(
        _ messages: [MessageState], to folder: FolderState, live: Set<FolderID>
    ) throws -> [ProposedEvent] {
        try messages.compactMap { message in
            try message.requireAccount(of: folder)
            let shown = message.shownCopies(live: live)
            guard let copy = shown.first, !shown.contains(where: { $0.folder == folder.id }) else { return nil }
            // Its file is still there, and only marked for the trash.
            let hidden = message.copies.first { $0.folder == folder.id && $0.isSynced }
            if let hidden { return message.event(hidden.hiding(false, of: message.id)) }
            let filed = MessageCopy(
                number: message.nextCopy, folder: folder.id, source: "", raw: copy.raw, flags: "",
                fromLine: copy.fromLine, maildir: shown.lazy.compactMap(\.maildir).first)
            return message.event(MessageCopied(message: message.id, copy: filed, keywords: nil))
        }
    }
}

/// Removes messages from a folder; it refuses a message that is in no other folder.
public struct UnfileMessages: Codable, Hashable, Sendable {
    public init() {}

    /// Decides on one event for each message in the folder, or more if several copies of it are there.
    ///
    /// A copy that an import found moves to another folder of its message: so the next import recognises it, and does
    /// not bring it back. A copy that a command made ends. A copy that a sync follows is hidden, and the sync marks its
    /// file for the trash.
    public func decide(
        _ messages: [MessageState], from folder: FolderState, live: Set<FolderID>
    ) throws -> [ProposedEvent] {
        try messages.flatMap { message in
            try message.requireAccount(of: folder)
            let shown = message.shownCopies(live: live)
            let inside = shown.filter { $0.folder == folder.id }
            guard !inside.isEmpty else { return [ProposedEvent]() }
            guard let other = shown.first(where: { $0.folder != folder.id }) else {
                throw DomainError.conflict(
                    "message \(message.id) is in no other folder than \(folder.name)", hint: .moveOrDelete)
            }
            let synced = inside.filter(\.isSynced)
            let own = inside.filter { !$0.isSynced }
            let made = own.filter(\.source.isEmpty)
            let ends = (synced + made).map { message.event($0.leaving(message.id)) }
            let moves = own.filter { !$0.source.isEmpty }.map {
                MessageMoved.Move(copy: $0.number, folder: Change(old: folder.id, new: other.folder))
            }
            guard !moves.isEmpty else { return ends }
            return ends + [message.event(MessageMoved(message: message.id, copies: moves))]
        }
    }
}

extension MessageCopy {
    /// Whether it has a file that a sync follows.
    package var isSynced: Bool { !source.isEmpty && maildir != nil }

    /// The event by which a copy ends that a command made, or that a sync follows.
    ///
    /// A sync takes the file of a hidden copy away; it would bring the file of a removed one in again.
    public func leaving(_ message: MessageID) -> any Event {
        isSynced ? hiding(true, of: message) : CopyRemoved(message: message, copy: self, keywords: nil)
    }

    /// The event by which a copy is hidden, or shown again.
    package func hiding(_ isHidden: Bool, of message: MessageID) -> CopyChanged {
        CopyChanged(message: message, copy: number, isHidden: Change(old: !isHidden, new: isHidden))
    }
}

extension MessageState {
    /// The copies by which it is seen, where these folders live.
    fileprivate func shownCopies(live: Set<FolderID>) -> [MessageCopy] {
        copies.filter { live.contains($0.folder) && !$0.isHidden }
    }

    /// Refuses a folder of another account.
    func requireAccount(of folder: FolderState) throws {
        guard accountStream == folder.accountStream else {
            throw DomainError.conflict("message \(id) belongs to another account than the folder \(folder.name)")
        }
    }
}
