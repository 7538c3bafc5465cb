/// Which requests a token for some accounts may make: the one place that says so. A request that does not stand here is for all accounts.
///
/// Those that stand here get all that they know from the reader that they are handed. A test compares both lists with all requests.
package enum RequestReach {
    /// Whether a request is about the accounts that its caller reaches and about nothing else.
    package static func isOfAccounts(_ name: String, isCommand: Bool) -> Bool {
        (isCommand ? commands : queries).contains(name)
    }

    package static let queries: Set<String> = [
        "list-accounts", "list-folders", "folder-trees", "show-folder", "get-folder", "list-messages", "count-messages",
        "list-threads", "search", "find-message", "show-message", "show-thread", "list-attachments", "count-unread",
        "list-conversations", "show-conversation", "get-conversation",
        "conversation-page", "history", "list-changes", "list-arrivals",
        "why-message", "why-folder", "why-account", "why-thread", "why-unread", "why-missing", "list-erasures",
        "plan-undo",
    ]

    package static let commands: Set<String> = [
        "add-folder", "add-folders", "rename-folder", "move-folder", "change-folder", "order-folders", "delete-folder",
        "create-folder", "update-folder", "reorder-folders", "mark-messages", "move-messages", "file-messages",
        "unfile-messages", "delete-messages", "undelete-messages", "link-message", "mark-threads", "prune",
        "change-transfer", "change-sync-state", "open-conversation", "change-conversation", "delete-conversation",
        "save-conversation", "post-chat", "advance-delivery", "note-readers", "undo",
    ]

    /// What needs a token for all accounts: things of no account, the ledger as a whole, and what is erased.
    package static let ofAll: Set<String> = [
        "statistics", "series", "moments", "rates", "difference", "list-operations", "show-operation", "list-holds",
        "list-tokens",
        "list-answers", "show-answer", "suggest-answers", "show-profile", "get-user", "get-user-entity", "list-notes",
        "count-notes", "show-note", "list-actions", "count-actions", "show-action", "search-everything", "get-note",
        "note-page", "get-action", "list-outbox", "local-note", "local-folder", "classify", "add-answer",
        "change-answer", "delete-answer", "use-answer", "record-answer-use", "set-profile", "switch-feature",
        "switch-service", "delete-profile", "create-user", "update-user", "save-user-entity", "add-note", "change-note",
        "link-note", "delete-note", "add-action", "change-action", "accept-action", "execute-action", "fail-action",
        "cancel-action", "delete-action", "create-note", "update-note", "create-action", "create-calendar-action",
        "create-email-action", "create-reminder", "create-next-step", "update-action", "perform-action",
        "mark-in-outbox", "mark-sync", "erase", "add-account", "change-account", "delete-account", "add-hold",
        "remove-hold", "issue-token", "change-token", "revoke-token", "why-note", "why-action",
    ]
}
