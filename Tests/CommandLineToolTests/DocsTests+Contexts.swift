import TestSupport

extension `Docs/CommandLine.md` {
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
}
