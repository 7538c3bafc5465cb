package import Access

/// What each request needs: the one place that says so. A request that does not stand here needs `admin`.
///
/// A test compares its lists with all requests that there are.
package enum RequestScopes {
    /// Returns the scope that a request needs.
    package static func scope(of name: String, isCommand: Bool) -> AccessScope {
        (isCommand ? commands : queries)[name] ?? .admin
    }

    /// Whether a name stands here.
    static func isKnown(_ name: String) -> Bool { queries[name] != nil || commands[name] != nil }

    package static let queries = table([
        .read: [
            "list-accounts", "list-folders", "folder-trees", "list-messages", "count-messages", "list-threads",
            "search", "find-message", "show-message", "show-thread", "list-attachments", "count-unread", "statistics",
            "show-folder", "get-folder", "list-conversations", "show-conversation", "get-conversation",
            "conversation-page",
            "list-answers", "show-answer",
            "suggest-answers", "show-profile", "get-user", "get-user-entity", "list-notes", "count-notes", "show-note",
            "list-actions", "count-actions", "show-action", "search-everything", "get-note", "note-page", "get-action",
            "list-outbox", "local-note", "local-folder",
        ],
        .audit: [
            "list-operations", "show-operation", "history", "list-changes", "list-arrivals", "difference", "rates",
            "series", "moments",
            "why-message", "why-folder", "why-account", "why-thread", "why-unread", "why-missing", "why-note",
            "why-action", "list-holds", "list-erasures", "plan-undo",
        ],
        .admin: ["list-tokens"],
    ])

    package static let commands = table([
        .write: [
            "add-folder", "add-folders", "rename-folder", "move-folder", "change-folder", "order-folders",
            "delete-folder", "mark-messages", "move-messages", "file-messages", "unfile-messages", "delete-messages",
            "undelete-messages", "link-message", "mark-threads", "prune", "change-transfer", "change-sync-state",
            "create-folder",
            "update-folder", "reorder-folders", "open-conversation", "change-conversation", "delete-conversation",
            "post-chat", "advance-delivery", "note-readers", "save-conversation", "classify", "add-answer",
            "change-answer", "delete-answer", "use-answer", "record-answer-use", "set-profile", "switch-feature",
            "switch-service", "delete-profile", "create-user", "update-user", "save-user-entity", "add-note",
            "change-note", "link-note", "delete-note", "add-action", "change-action", "accept-action",
            "execute-action", "fail-action", "cancel-action", "delete-action", "create-note", "update-note",
            "create-action", "create-calendar-action", "create-email-action", "create-reminder", "create-next-step",
            "update-action", "perform-action", "mark-in-outbox", "mark-sync",
        ],
        .undo: ["undo"],
        .erase: ["erase"],
        .admin: [
            "add-account", "change-account", "delete-account", "add-hold", "remove-hold", "issue-token", "change-token",
            "revoke-token",
        ],
    ])

    /// Whether the caller has to give the reason; one that the server makes up is none.
    package static func needsOwnReason(_ name: String) -> Bool {
        ["add-hold", "remove-hold", "erase"].contains(name)
    }

    private static func table(_ lists: [AccessScope: [String]]) -> [String: AccessScope] {
        var table: [String: AccessScope] = [:]
        for (scope, names) in lists {
            for name in names { table[name] = scope }
        }
        return table
    }
}
