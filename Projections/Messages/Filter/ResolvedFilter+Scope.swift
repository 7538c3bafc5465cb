package import EventLog

extension ResolvedFilter {
    /// The same filter as a scope, which is a walk along one index, and the conditions to check for each message on the
    /// way.
    ///
    /// Nil for other filters: the walk might go through the whole mailbox for a few messages.
    package var scope: (scope: MessageScope, rest: ResolvedFilter)? {
        var scope = MessageScope()
        var rest: [ResolvedFilter] = []
        let parts = if case .and(let parts) = self { parts } else { [self] }
        for part in parts {
            switch part {
            case .accounts(let accounts) where accounts.count == 1 && scope.account == nil:
                scope.account = StreamID(accounts[0])
            case .folders(let folders) where folders.count == 1 && scope.folder == nil:
                scope.folder = StreamID(folders[0])
            case .plain(.state(.read)) where scope.isRead == nil: scope.isRead = true
            case .not(.plain(.state(.read))) where scope.isRead == nil: scope.isRead = false
            case .plain(.state(.unread)) where scope.isRead == nil:
                scope.isRead = false
                // An unseen draft is not unread.
                rest.append(part)
            case .behind(let message, _) where scope.behind == nil: scope.behind = message
            default: return nil
            }
        }
        return scope == MessageScope() ? nil : (scope, .and(rest))
    }

    /// The folders that it names, if every message that it takes has a copy in one of them; nil if others can match, too.
    package var namedFolders: Set<StreamID>? {
        switch self {
        case .folders(let folders), .lastFolders(let folders): Set(folders.map { StreamID($0) })
        case .and(let parts):
            parts.compactMap(\.namedFolders).reduce(nil) { ($0 ?? []).union($1) }
        case .or(let parts):
            parts.map(\.namedFolders).reduce([]) { all, one in
                guard let all, let one else { return nil }
                return all.union(one)
            }
        default: nil
        }
    }
}
