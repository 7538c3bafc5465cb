import Foundation
import Testing

extension MuseumStory {
    /// Conversations come in and change, one is erased, and a message does not reach its server.
    mutating func converse() throws {
        let chats = Self.mail + "/chats.jsonl"
        let lines = """
            {"type":"conversation","id":"crew","display_name":"The crew","participant_ids":["mara","tomas"],"is_group":true}
            {"type":"message","id":"m1","conversation_id":"crew","sender_id":"tomas","text":"Cast off at six?","created_at":"2026-02-11T18:05:20Z","status":"sent"}
            {"type":"conversation","id":"pier","participant_ids":["ines"]}
            {"type":"message","id":"m2","conversation_id":"pier","sender_id":"ines","text":"Lost oar found","created_at":"2026-02-12T08:00:00Z"}

            """
        try lines.write(toFile: chats, atomically: true, encoding: .utf8)
        try run("import", "--chat", chats, "--me", "mara", "--account", Self.home)
        try run("chat", "set", "crew", "--display-name", "Crew of the Petrel", "--participant", "tomas", "--no-group")
        try run("chat", "set", "crew", "--avatar-url", "https://example.org/petrel.png")
        try run("chat", "post", "crew", "Six it is.", "--sender", "mara")
        try run("chat", "status", "--to", "delivered", "kind:chat")
        try run("chat", "read", "--by", "tomas", "kind:chat")
        try run("chat", "delete", "pier", "--yes")
        try run("undo")
        let message = try ledger.id("\"cast off\"")
        try run("outbox", "mark", message, "--failed", "no route to host")
        try run("outbox", "mark", message, "--conflict", "7")
        try run("erase", "conversation", "pier", "--reason", "request 16", "--yes")
    }
}
