import Access
import EventLog
import Foundation
import MailLedger
import TestSupport
import Testing

@Suite struct `Events over HTTP` {
    private func mark(_ served: ServedLedger, _ keyword: String) throws {
        let body = #"{"command": "mark-messages", "parameters": {"filter": "*", "adding": ["\#(keyword)"]}}"#
        guard case .answer = served.ledger.respond(to: Array(body.utf8)) else {
            throw RawHTTP.Failure(description: "nothing was marked")
        }
    }

    private func follow(_ served: ServedLedger, _ path: String, _ token: String, _ accept: String = "*/*") throws
        -> RawHTTP
    {
        let client = try RawHTTP(port: served.port)
        client.begin("GET", path, host: served.host, ["Authorization": "Bearer \(token)", "Accept": accept])
        guard try client.head().status == 200 else { throw RawHTTP.Failure(description: "no stream") }
        return client
    }

    @Test func `are the lines of an export, byte for byte`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .audit)
        let file = served.folder.path("events.jsonl")
        _ = try EventExporter(of: served.location, options: EventExportOptions()).run(to: .file(file))
        let exported = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix(#"{"kind":"transaction""#) || $0.hasPrefix(#"{"kind":"event""#) }
        let answer = try served.ask("GET", "/v1/events", token)
        #expect(answer.status == 200 && answer.fields["content-type"] == "application/x-ndjson")
        #expect(answer.text.split(separator: "\n") == exported && exported.count > 10)
        // In pieces, on and on behind the last position.
        var lines: [Substring] = []
        var position = Int64(0)
        let head = try served.ledger.store.head().position.rawValue
        while position < head {
            let text = try served.ask("GET", "/v1/events?after=\(position)&limit=1", token).text
            let piece = text.split(separator: "\n")
            lines += piece
            position = try #require(piece.last?.firstMatch(of: /"position":([0-9]+)/).flatMap { Int64($0.1) })
        }
        #expect(lines == exported)
    }

    @Test func `are those of the types that are asked for, and a position or a type that is none is refused`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .audit)
        let text = try served.ask("GET", "/v1/events?types=folder-created,access.token-issued", token).text
        let types = Set(text.matches(of: /"type":"([a-z.-]+)"/).map { String($0.1) })
        #expect(types == ["mail.folder-created", "access.token-issued"])
        for query in ["after=1", "after=-1", "after=x", "after=999999", "types=nonsense", "limit=0", "limit=x"] {
            #expect(try served.ask("GET", "/v1/events?\(query)", token).status == 400, "\(query)")
        }
        #expect(try served.ask("GET", "/v1/events", served.token("r", .read)).status == 403)
    }

    @Test func `come as they are recorded, by this process and by others, and go on behind the last one`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .audit, .write)
        let head = try served.ledger.store.head().position.rawValue
        let lines = try follow(served, "/v1/events?after=\(head)&follow=1", token)
        let events = try follow(served, "/v1/events?after=\(head)&follow=1", token, "text/event-stream")
        #expect(String(decoding: try events.chunk() ?? [], as: UTF8.self).hasPrefix("retry: "))
        // Another connection to the ledger, as another process has one.
        try mark(served, "one")
        #expect(String(decoding: try lines.chunk() ?? [], as: UTF8.self).contains("mail.message-marked"))
        let first = String(decoding: try events.chunk() ?? [], as: UTF8.self)
        let id = try #require(first.matches(of: /\nid: ([0-9]+)\n/).last?.1)
        #expect(first.matches(of: #/\nid: /#).count + (first.hasPrefix("id: ") ? 1 : 0) == 1)
        #expect(String(id) == "\(try served.ledger.store.head().position)")
        // A request to the server itself.
        let body = #"{"command": "mark-messages", "parameters": {"filter": "*", "adding": ["two"]}}"#
        #expect(try served.request(body, token).status == 200)
        #expect(String(decoding: try lines.chunk() ?? [], as: UTF8.self).contains("two"))
        let again = try RawHTTP(port: served.port)
        again.begin(
            "GET", "/v1/events?after=0", host: served.host,
            ["Authorization": "Bearer \(token)", "Accept": "text/event-stream", "Last-Event-ID": String(id)])
        let rest = try again.answer().text
        let positions = rest.matches(of: /"kind":"event","position":([0-9]+)/).compactMap { Int64($0.1) }
        #expect(rest.contains("two") && !positions.isEmpty)
        let last = try #require(Int64(id))
        #expect(positions.allSatisfy { $0 > last })
    }

    @Test func `end for a token that is revoked`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .audit)
        let head = try served.ledger.store.head().position.rawValue
        let stream = try follow(served, "/v1/events?after=\(head)&follow=1", token)
        _ = try served.ledger.perform(RevokeTokenRequest(name: "t"))
        #expect(try stream.chunk() == nil)
    }

    @Test func `reach two hundred followers, soon and each whole`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .audit)
        let head = try served.ledger.store.head().position.rawValue
        let streams = try (0..<200).map { _ in try follow(served, "/v1/events?after=\(head)&follow=1", token) }
        let start = Date()
        try mark(served, "all")
        let recorded = Date()
        let bodies = try streams.map { String(decoding: try $0.chunk() ?? [], as: UTF8.self) }
        #expect(bodies.allSatisfy { $0 == bodies[0] && $0.contains(#"\"all\""#) })
        #expect(Date().timeIntervalSince(recorded) < 3, "\(Date().timeIntervalSince(start))")
        #expect(try served.ask("GET", "/healthz").status == 200)
    }
}
