import TestSupport
import Testing

extension `The pages of the command line` {
    /// Things that wait for their server in every way there is, one of them without a name.
    func prepareOutbox(_ tool: ToolRun) throws {
        _ = try tool(
            """
            printf 'From: a@example.org\\n\\nno subject\\n' | mailledger import - --account mara@example.org
            ids=$(mailledger messages '*' --output ids --sort oldest -l 2)
            for id in $ids; do mailledger outbox mark $id --synced && mailledger outbox mark $id --pending; done
            mailledger outbox mark $(mailledger messages from:a@example.org --output ids) --failed 'no route to host'
            mailledger outbox mark $(mailledger messages from:peter --output ids -l 1) --conflict 7
            """)
    }

    /// Chats with all that a line may say, in and out again.
    func checkChats(
        _ tool: ToolRun, _ shapes: DocumentedShapes, _ seen: inout DocumentedShapes.Sightings
    ) throws {
        _ = try tool(
            """
            printf '%s\\n' '{"type":"conversation","id":"crew","display_name":"Crew","avatar_url":"https://example.org/a"}' \
                '{"type":"message","id":"1","conversation_id":"crew","sender_id":"t","sender_name":"Tomas","text":"Aye",\
            "created_at":"2026-02-11T18:05:20Z","updated_at":"2026-02-11T18:06:20Z","status":"read","read_by":["x"]}' \
                > $MAILLEDGER.chats
            """)
        let arguments = "import --chat $MAILLEDGER.chats -a mara@example.org"
        shapes.check(try tool.json("\(arguments) --dry-run"), as: "chat_import", into: &seen)
        shapes.check(try tool.json(arguments), as: "chat_import", into: &seen)
        shapes.check(try tool.json("chat add pier -a mara@example.org"), as: "chat", into: &seen)
        shapes.check(try tool.json("chat post pier Ahoy"), as: "message", into: &seen)
        _ = try tool("mailledger outbox mark $(mailledger messages ahoy --output ids) --failed 'no route to host'")
        guard case .array(let chats) = try tool.json("chat list") else { return }
        #expect(chats.count == 2)
        for chat in chats { shapes.check(chat, as: "chat", into: &seen) }
        shapes.check(try tool.json("export --chat --to $MAILLEDGER.out"), as: "chat_export", into: &seen)
        for line in try tool("cat $MAILLEDGER.out").text.split(separator: "\n") {
            shapes.check(try JSONSample(line.utf8), as: "chat_line", into: &seen)
        }
        shapes.check(try tool.json("chat status --to sent ahoy"), as: "outcome", into: &seen)
    }

    /// Numbers over time, which are asked for by requests alone.
    func checkCharts(
        _ tool: ToolRun, _ shapes: DocumentedShapes, _ seen: inout DocumentedShapes.Sightings
    ) throws {
        for (query, parameters) in [("series", #"{"name": "changes_by_actor"}"#), ("moments", "{}")] {
            _ = try tool(#"echo '{"query": "\#(query)", "parameters": \#(parameters)}' > $MAILLEDGER.request"#)
            guard case .object(let members) = try tool.json("request < $MAILLEDGER.request") else { continue }
            shapes.check(try #require(members["answer"]), as: query, into: &seen)
        }
    }
}
