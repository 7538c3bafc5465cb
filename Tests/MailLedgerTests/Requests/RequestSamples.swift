import Testing

/// A request of each kind, for the ledger of `RequestTests`.
///
/// `OPERATION` stands for the id of the latest operation, `MESSAGE` for that of the first letter, `PARCEL` for that of the letter with an
/// attachment, `NOTE_ID` and `ACTION_ID` for that of the note or action that was made last, and `FOLDER_ID` for that of the folder.
struct RequestSamples: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Commands that make what is asked about.
    var before: [String] = []
    let queries: [String]
    /// In an order in which each has something to do.
    let commands: [String]

    static let all = [mail, chat, assist, access, notes, outbox]
    static var everyQuery: [String] { all.flatMap(\.queries) }
    static var everyCommand: [String] { all.flatMap { $0.before + $0.commands } }

    static let mail = RequestSamples(testDescription: "mail", queries: mailQueries, commands: mailCommands)

    private static let mailQueries = [
        #"{"query": "list-accounts", "parameters": {"account": "ada@example.org"}}"#,
        #"{"query": "list-folders", "parameters": {"account": "ada@example.org"}}"#,
        #"{"query": "show-folder", "parameters": {"folder": "INBOX", "account": "ada@example.org"}}"#,
        #"{"query": "folder-trees", "parameters": {"account": "ada@example.org"}}"#,
        #"{"query": "list-messages", "parameters": {"filter": "in:INBOX", "order": "oldest", "limit": 2, "offset": 1}}"#,
        #"{"query": "count-messages", "parameters": {"filter": "is:unread", "output": "threads"}}"#,
        #"{"query": "list-threads", "parameters": {"is_unread": true, "is_archived": false, "limit": 3}}"#,
        #"{"query": "search", "parameters": {"words": "walrus", "limit": 3}}"#,
        #"{"query": "find-message", "parameters": {"external_id": "17a", "account": "ada@example.org"}}"#,
        #"{"query": "show-message", "parameters": {"message": "MESSAGE", "history_limit": 20}}"#,
        #"{"query": "show-thread", "parameters": {"message": "MESSAGE", "with_texts": true}}"#,
        #"{"query": "list-attachments", "parameters": {"message": "MESSAGE"}}"#,
        #"{"query": "count-unread", "parameters": {"account": "ada@example.org", "folder": "INBOX"}}"#,
        #"{"query": "list-operations", "parameters": {"matching": {"command": "save"}, "limit": 5}}"#,
        #"{"query": "show-operation", "parameters": {"operation": "OPERATION", "limit": 5}}"#,
        #"{"query": "history", "parameters": {"of": "MESSAGE", "backward": true}}"#,
        #"{"query": "list-changes", "parameters": {"after": 0, "limit": 5}}"#,
        #"{"query": "list-arrivals", "parameters": {"after": 0, "limit": 5}}"#,
        #"{"query": "difference", "parameters": {"from": "tx:1", "to": "now", "limit": 4}}"#,
        #"{"query": "why-message", "parameters": {"message": "MESSAGE", "field": "keywords", "all": true}}"#,
        #"{"query": "why-folder", "parameters": {"folder": "INBOX", "field": "name"}}"#,
        #"{"query": "why-account", "parameters": {"account": "ada@example.org", "field": "address"}}"#,
        #"{"query": "why-thread", "parameters": {"message": "MESSAGE"}}"#,
        #"{"query": "why-unread", "parameters": {"folder": "INBOX", "limit": 5}}"#,
        #"{"query": "why-missing", "parameters": {"message": "MESSAGE"}}"#,
        #"{"query": "list-holds", "parameters": {"include_removed": true}}"#,
        #"{"query": "list-erasures"}"#,
        #"{"query": "plan-undo", "parameters": {}}"#,
        #"{"query": "statistics", "at": "tx:1"}"#,
        #"{"query": "rates"}"#,
        #"{"query": "series", "parameters": {"name": "changes_by_actor", "step": "day"}}"#,
        #"{"query": "moments", "parameters": {"steps": 5}}"#,
        #"{"query": "get-folder", "parameters": {"id": "FOLDER_ID"}}"#,
    ]

    private static let mailCommands = [
        #"{"command": "add-account", "parameters": {"account": {"address": "bob@gmail.com", "keep_newest": 100}}}"#,
        #"{"command": "change-account", "parameters": {"account": "bob@gmail.com", "changes": {"display_name": "Bob"}}}"#,
        #"{"command": "add-folder", "parameters": {"account": "ada@example.org", "path": "Ideas", "kind": "notebook"}}"#,
        #"{"command": "rename-folder", "parameters": {"folder": "Ideas", "new_name": "Plans"}}"#,
        #"{"command": "add-folder", "parameters": {"account": "ada@example.org", "path": "Work"}}"#,
        #"{"command": "add-folders", "parameters": {"account": "ada@example.org", "folders": [{"path": "A"}, {"path": "A/B"}]}}"#,
        #"{"command": "move-folder", "parameters": {"folder": "Plans", "parent": "Work"}}"#,
        #"{"command": "change-folder", "parameters": {"folder": "Work", "changes": {"icon": "star", "sort_order": 3}}}"#,
        #"{"command": "order-folders", "parameters": {"folders": ["Work"], "account": "ada@example.org"}}"#,
        #"{"command": "mark-messages", "parameters": {"filter": "*", "adding": ["$flagged"], "removing": ["$seen"]}}"#,
        #"{"command": "link-message", "parameters": {"message": "MESSAGE", "external_id": "18a"}}"#,
        #"{"command": "mark-threads", "parameters": {"filter": "*", "is_pinned": true}}"#,
        #"{"command": "change-transfer", "parameters": {"message": "PARCEL", "attachment": 1, "status": "uploading", "progress": 0.25}}"#,
        #"{"command": "change-sync-state", "parameters": {"account": "ada@example.org", "status": "completed"}}"#,
        #"{"command": "move-messages", "parameters": {"filter": "subject:one", "folder": "Work"}}"#,
        #"{"command": "file-messages", "parameters": {"filter": "subject:one", "folder": "INBOX"}}"#,
        #"{"command": "unfile-messages", "parameters": {"filter": "subject:one", "folder": "Work"}}"#,
        #"{"command": "delete-messages", "parameters": {"filter": "subject:two"}}"#,
        #"{"command": "undelete-messages", "parameters": {"filter": "subject:two", "partial": true}}"#,
        #"{"command": "delete-messages", "parameters": {"filter": "subject:two"}}"#,
        #"{"command": "undo", "parameters": {}}"#,
        #"{"command": "add-hold", "parameters": {"hold": "case", "kind": "message", "target": "MESSAGE"}}"#,
        #"{"command": "remove-hold", "parameters": {"hold": "case"}}"#,
        #"{"command": "prune", "parameters": {"account": "ada@example.org", "keep": 2}}"#,
        #"{"command": "delete-folder", "parameters": {"folder": "Work", "policy": "cascade"}}"#,
        #"{"command": "erase", "parameters": {"kind": "query", "target": "subject:three"}}"#,
        #"{"command": "delete-account", "parameters": {"account": "bob@gmail.com"}}"#,
        #"{"command": "create-folder", "parameters": {"account": "ada@example.org", "folder": {"name": "Logbook", "icon": "book"}, "kind": "notebook"}}"#,
        #"{"command": "update-folder", "parameters": {"id": "FOLDER_ID", "changes": {"icon": "star", "sort_order": 7}}}"#,
        #"{"command": "reorder-folders", "parameters": {"items": [{"id": "FOLDER_ID", "sort_order": 3}]}}"#,
    ]
}
