internal import JSONCoding

/// A path of the API that is no request of the ledger, as a description has it; ``Route`` leads there.
struct ServerPath {
    let path: String
    let summary: String
    /// Nil where no token is asked for.
    let scope: String?
    /// What stands behind the `?`, with what it means.
    var parameters: [(name: String, type: String, description: String)] = []
    /// The media types of its answer.
    let answers: [String]

    private static let moment: (name: String, type: String, description: String) = (
        "at", "string", "A moment at which the message was there; needs the scope audit, too."
    )

    static let all = [
        ServerPath(
            path: "/v1/events", summary: "The events of the log as lines of JSON, or as server-sent events",
            scope: "audit",
            parameters: [
                (
                    "after", "string",
                    "The position behind which to begin, alone or with its leaf: the id of a server-sent event."
                ),
                ("types", "string", "Types of events, with commas between them."),
                (
                    "accounts", "string",
                    "Addresses or ids of accounts, with commas between them: the answer is that to a token for these accounts."
                ),
                ("limit", "integer", "After how many events to end."),
                ("follow", "boolean", "Whether to go on with what comes."),
            ], answers: ["application/x-ndjson", "text/event-stream"]),
        ServerPath(
            path: "/v1/messages/{id}/raw", summary: "A message as it came", scope: "read",
            parameters: [moment], answers: ["message/rfc822"]),
        ServerPath(
            path: "/v1/messages/{id}/attachments/{number}", summary: "An attachment, decoded", scope: "read",
            parameters: [moment], answers: ["*/*"]),
        ServerPath(
            path: "/v1/proofs", summary: "A proof of what happened to a message, of an event, or of the log's growth",
            scope: "audit",
            parameters: [
                ("message", "string", "The message."), ("all", "boolean", "Whether all that happened to it."),
                ("event", "integer", "The position of an event."), ("since", "string", "A checkpoint."),
            ], answers: ["application/json"]),
        ServerPath(
            path: "/v1/checkpoint", summary: "Where the log ends now, signed", scope: "audit",
            answers: ["text/plain"]),
        ServerPath(
            path: "/v1/witnesses", summary: "What each witness says of the log", scope: "audit",
            answers: ["application/json"]),
        ServerPath(
            path: "/v1/openapi.json", summary: "This description", scope: nil, answers: ["application/json"]),
        ServerPath(path: "/metrics", summary: "Counts for a monitor", scope: "admin", answers: ["text/plain"]),
        ServerPath(path: "/healthz", summary: "Whether the server is there", scope: nil, answers: ["text/plain"]),
    ]

    /// The path as an operation of a description.
    var operation: JSONObject {
        var list: [JSONValue] = path.matches(of: /\{([a-z]+)\}/).map { match in
            [
                "name": .string(String(match.1)), "in": "path", "required": true,
                "schema": ["type": match.1 == "number" ? "integer" : "string"],
            ]
        }
        for (name, type, description) in parameters {
            list.append(
                [
                    "name": .string(name), "in": "query", "schema": ["type": .string(type)],
                    "description": .string(description),
                ])
        }
        var content = JSONObject()
        for type in answers { content[type] = [:] }
        var operation: JSONObject = ["summary": .string(summary)]
        if let scope {
            operation["description"] = .string("Needs the scope \(scope).")
        } else {
            operation["security"] = []
        }
        if !list.isEmpty { operation["parameters"] = .array(list) }
        operation["responses"] = ["200": ["description": "The answer.", "content": .object(content)]]
        return operation
    }
}
