extension Resource {
    /// Every path of the wire forms.
    static let all = notes + actions + folders + users + conversations + search

    private static let version: [String: QueryString.Kind] = ["expected_version": .number]

    private static let notes = [
        Resource(
            method: "GET", path: ["notes"], request: "note-page",
            kinds: ["tags": .texts, "is_pinned": .flag, "is_archived": .flag, "page": .number, "per_page": .number]),
        Resource(
            method: "POST", path: ["notes"], request: "create-note", isCommand: true, body: .parameters, status: 201,
            place: .below, thing: "note"),
        Resource(method: "GET", path: ["notes", nil], request: "get-note", id: "id", thing: "note"),
        Resource(
            method: "PATCH", path: ["notes", nil], request: "update-note", isCommand: true, id: "id",
            body: .member("changes"), kinds: version, thing: "note"),
        Resource(
            method: "DELETE", path: ["notes", nil], request: "delete-note", isCommand: true, id: "note",
            kinds: version, status: 204),
    ]

    private static let actions = [
        Resource(
            method: "POST", path: ["actions"], request: "create-action", isCommand: true, body: .parameters,
            status: 201, place: .below, thing: "action"),
        Resource(method: "GET", path: ["actions", nil], request: "get-action", id: "id", thing: "action"),
        Resource(
            method: "PATCH", path: ["actions", nil], request: "update-action", isCommand: true, id: "id",
            body: .member("changes"), kinds: version, thing: "action"),
        Resource(
            method: "DELETE", path: ["actions", nil], request: "delete-action", isCommand: true, id: "action",
            kinds: version, status: 204),
        Resource(
            method: "POST", path: ["actions", nil, "execute"], request: "perform-action", isCommand: true, id: "id",
            body: .optionalMember("request")),
    ]

    private static let folders = [
        Resource(method: "GET", path: ["folders"], request: "folder-trees"),
        Resource(
            method: "POST", path: ["folders"], request: "create-folder", isCommand: true, body: .member("folder"),
            status: 201, place: .below, thing: "folder"),
        Resource(
            method: "PUT", path: ["folders", "order"], request: "reorder-folders", isCommand: true, body: .parameters),
        Resource(method: "GET", path: ["folders", nil], request: "get-folder", id: "id", thing: "folder"),
        Resource(
            method: "PATCH", path: ["folders", nil], request: "update-folder", isCommand: true, id: "id",
            body: .member("changes"), kinds: version, thing: "folder"),
        Resource(
            method: "DELETE", path: ["folders", nil], request: "delete-folder", isCommand: true, id: "folder",
            kinds: version, status: 204),
    ]

    private static let users = [
        Resource(
            method: "POST", path: ["users"], request: "create-user", isCommand: true, body: .parameters, status: 201,
            place: .profile),
        Resource(method: "GET", path: ["users", "me"], request: "get-user"),
        Resource(method: "PATCH", path: ["users", "me"], request: "update-user", isCommand: true, body: .parameters),
        Resource(method: "GET", path: ["users", "me", "entity"], request: "get-user-entity"),
        Resource(
            method: "PUT", path: ["users", "me", "entity"], request: "save-user-entity", isCommand: true,
            body: .member("user"), hasDryRun: false),
    ]

    private static let conversations = [
        Resource(
            method: "GET", path: ["conversations"], request: "conversation-page",
            kinds: ["is_archived": .flag, "page": .number, "per_page": .number]),
        Resource(
            method: "POST", path: ["conversations"], request: "save-conversation", isCommand: true,
            body: .member("conversation"), kinds: ["allow_erased": .flag], status: 201, place: .conversation),
        Resource(
            method: "GET", path: ["conversations", nil], request: "get-conversation", id: "conversation",
            kinds: ["limit": .number]),
        Resource(
            method: "PATCH", path: ["conversations", nil], request: "change-conversation", isCommand: true,
            id: "conversation", body: .parameters),
        Resource(
            method: "DELETE", path: ["conversations", nil], request: "delete-conversation", isCommand: true,
            id: "conversation", status: 204),
        Resource(
            method: "POST", path: ["conversations", nil, "messages"], request: "post-chat", isCommand: true,
            id: "conversation", body: .parameters, status: 201, place: .message, hasDryRun: false),
    ]

    private static let search = [
        Resource(
            method: "GET", path: ["search"], request: "search-everything", kinds: ["limit": .number])
    ]
}
