public import EventLog

/// Takes messages out of the folders that they are too old for, and ends those that lie nowhere else.
public struct PruneMessages: Sendable {
    /// The folders from which one rule removes a message.
    public struct Scope: Hashable, Sendable {
        /// Nil for all that an account has.
        public let folders: Set<FolderID>?
        public let rule: PruningRule

        public init(folders: Set<FolderID>?, rule: PruningRule) {
            self.folders = folders
            self.rule = rule
        }

        func covers(_ copy: MessageCopy) -> Bool { folders?.contains(copy.folder) ?? true }
    }

    /// The account's folders that live.
    public let live: Set<FolderID>

    public init(live: Set<FolderID>) {
        self.live = live
    }

    /// Decides on the message's end where it could be seen nowhere any more, else on that of its copies; the first of the
    /// rules that take the same is named.
    public func decide(_ message: MessageState, _ scopes: [Scope]) -> [ProposedEvent] {
        guard !message.isDeleted, let first = scopes.first else { return [] }
        let isElsewhere = message.copies.contains { copy in
            live.contains(copy.folder) && !copy.isHidden && !scopes.contains { $0.covers(copy) }
        }
        guard isElsewhere else { return [message.event(MessageDeleted(message: message.id, prunedBy: first.rule))] }
        return message.copies.compactMap { copy in
            guard let scope = scopes.first(where: { $0.covers(copy) }) else { return nil }
            return message.event(
                CopyRemoved(message: message.id, copy: copy, keywords: nil, prunedBy: scope.rule))
        }
    }
}
