import Access
import CivilTime
import Cryptography
import EventLog
import Foundation
import HTTPServing
import LedgerAPI
import MailLedger
import MailLedgerTesting
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
        let badPins = ["0-", "0-0000000", "0-000000000", "0-0000000g", "0-0000000A", "00", "+0", "0-00000000-0"]
        for query in badPins.map({ "after=" + $0 }) + [
            "after=1", "after=-1", "after=x", "after=999999", "types=nonsense", "types=", "types=,", "limit=0",
            "limit=x", "accounts=",
            "accounts=,",
            "afer=3",
        ] {
            #expect(try served.ask("GET", "/v1/events?\(query)", token).status == 400, "\(query)")
        }
        #expect(try served.ask("GET", "/v1/events", served.token("r", .read)).status == 403)
    }

    @Test(arguments: ["false", "0", "true", "1", "", "no", "TRUE", "-1"])
    func `end or go on as a flag says, and one of another value is refused by its name`(flag: String) throws {
        let served = try ServedLedger()
        let token = try served.token("t", .audit)
        if ["false", "0"].contains(flag) {
            let answer = try served.ask("GET", "/v1/events?follow=\(flag)", token)
            #expect(answer.status == 200 && answer.fields["transfer-encoding"] == "chunked" && !answer.body.isEmpty)
        } else if ["true", "1"].contains(flag) {
            let head = try served.ledger.store.head().position.rawValue
            let lines = try follow(served, "/v1/events?after=\(head)&follow=\(flag)", token)
            try mark(served, "one")
            #expect(String(decoding: try lines.chunk() ?? [], as: UTF8.self).contains("mail.message-marked"))
        } else {
            for path in ["/v1/events?follow=\(flag)", "/v1/proofs?event=3&all=\(flag)"] {
                let answer = try served.ask("GET", path, token)
                #expect(answer.status == 400 && answer.text.contains("\"field\":"), "\(path): \(answer.text)")
            }
        }
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
        let id = try #require(first.matches(of: /\nid: ([0-9]+)-([0-9a-f]{8})\n/).last)
        #expect(first.matches(of: #/\nid: /#).count + (first.hasPrefix("id: ") ? 1 : 0) == 1)
        let position = try served.ledger.store.head().position
        #expect(String(id.1) == "\(position)")
        #expect(try served.ledger.store.recordedLeaf(at: position)?.hex.hasPrefix(id.2) == true)
        // A request to the server itself.
        let body = #"{"command": "mark-messages", "parameters": {"filter": "*", "adding": ["two"]}}"#
        #expect(try served.request(body, token).status == 200)
        #expect(String(decoding: try lines.chunk() ?? [], as: UTF8.self).contains("two"))
        let again = try RawHTTP(port: served.port)
        again.begin(
            "GET", "/v1/events?after=0", host: served.host,
            ["Authorization": "Bearer \(token)", "Accept": "text/event-stream", "Last-Event-ID": "\(id.1)-\(id.2)"])
        let rest = try again.answer().text
        let positions = rest.matches(of: /"kind":"event","position":([0-9]+)/).compactMap { Int64($0.1) }
        #expect(rest.contains("two") && !positions.isEmpty)
        let last = try #require(Int64(id.1))
        #expect(positions.allSatisfy { $0 > last })
    }

    @Test func `are refused behind a place that the log does not have any more`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .audit)
        let backup = served.folder.path("backup")
        _ = try served.ledger.maintenance.backUp(to: backup)
        let kept = try served.ledger.store.head().position
        let event = #/\nid: ([0-9]+)-([0-9a-f]{8})\n/#
        try mark(served, "lost")
        let events = ["Accept": "text/event-stream"]
        let text = try served.ask("GET", "/v1/events?after=\(kept)", token, events).text
        let lost = try #require(text.matches(of: event).last)
        #expect(lost.1 == "\(try served.ledger.store.head().position)")
        // The lines say it, too: a leaf of 64 digits begins with those of the place.
        let lines = try served.ask("GET", "/v1/events?after=\(kept)", token).text
        #expect(lines.contains("\"leaf\":\"\(lost.2)"))
        for place in ["0", "0-00000000", "\(kept)", "\(lost.1)-\(lost.2)"] {
            #expect(try served.ask("GET", "/v1/events?after=\(place)", token).status == 200, "\(place)")
        }

        // A backup takes its place, and goes on another way.
        let location = LedgerLocation(served.folder.path("restored"))
        var options = ServerOptions(location: location, environment: served.ledger.environment)
        options.address = .tcp(host: "127.0.0.1", port: 0)
        _ = try LedgerMaintenance.restore(from: backup, to: location, environment: options.environment)
        let server = try LedgerServer(options)
        defer { server.stop() }
        guard case .tcp(_, let port) = server.address else { throw RawHTTP.Failure(description: "no port") }
        func ask(_ place: String, _ fields: [String: String] = [:]) throws -> RawHTTP.Answer {
            try RawHTTP(port: port).ask(
                "GET", "/v1/events?after=\(place)", host: "127.0.0.1:\(port)",
                fields.merging(["Authorization": "Bearer \(token)"]) { $1 })
        }
        for isLonger in [false, true] {
            if isLonger {
                let ledger = try Ledger.open(
                    at: location, access: .readWrite, environment: options.environment)
                while try ledger.store.head().position.rawValue <= Int64(lost.1) ?? 0 {
                    _ = try ledger.perform(AddNoteRequest(title: "other"))
                }
            }
            let answers = try [
                ask("\(lost.1)-\(lost.2)"), ask("0", events.merging(["Last-Event-ID": "\(lost.1)-\(lost.2)"]) { $1 }),
            ]
            for answer in answers {
                #expect(answer.status == 409 && answer.text.contains("\"CONFLICT\""), "\(answer.text)")
                #expect(answer.text.contains("\"position\":\"\(lost.1)\""), "\(answer.text)")
            }
            let leaf = try #require(try served.ledger.store.recordedLeaf(at: kept)).hex.prefix(8)
            #expect(try ask("\(kept)-\(leaf)").status == 200)
        }
    }

    @Test func `end for a token that is revoked`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .audit)
        let head = try served.ledger.store.head().position.rawValue
        let stream = try follow(served, "/v1/events?after=\(head)&follow=1", token)
        _ = try served.ledger.perform(RevokeTokenRequest(name: "t"))
        #expect(try stream.chunk() == nil)
    }

    @Test func `end when the token expires, and not when the next comment is due`() throws {
        let end = Timestamp(microseconds: Timestamp.now.microseconds + 3_600_000_000)
        // The server's clock stands two seconds before that until the stream is there, however long that takes.
        let clock = TestClock(at: Timestamp(microseconds: end.microseconds - 2_000_000))
        let served = try ServedLedger {
            $0.environment.log = LogEnvironment(now: { clock.now }, randomBytes: $0.environment.log.randomBytes)
            // A stream that waited for its next comment would be waited for in vain.
            $0.quietSeconds = 3_600
        }
        let token = try served.token("t", .audit, until: end.iso8601)
        let head = try served.ledger.store.head().position.rawValue
        let stream = try follow(served, "/v1/events?after=\(head)&follow=1", token)
        // By now it waits; a slower machine sees the end in its first read.
        Thread.sleep(forTimeInterval: 0.5)
        clock.advance(by: .seconds(3))
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
