import Access
import EventLog
import Foundation
import HTTPServing
import LedgerAPI
import MailLedger
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `Bounds of a server` {
    private static let count = #"{"query": "count-messages"}"#

    /// Sends commands, each by a connection of its own, and waits for no answer.
    private func beginMarks(_ count: Int, on served: ServedLedger, _ token: String) throws -> [RawHTTP] {
        try (0..<count).map { number in
            let client = try RawHTTP(port: served.port)
            client.begin(
                "POST", "/v1/requests", host: served.host,
                ["Authorization": "Bearer \(token)", "Content-Type": "application/json"],
                body: #"{"command": "mark-messages", "parameters": {"filter": "*", "adding": ["b\#(number)"]}}"#)
            return client
        }
    }

    @Test func `leave a token eight requests at once, and others are answered while commands wait`() throws {
        let served = try ServedLedger()
        let (busy, other) = (try served.token("busy", .write, .read), try served.token("other", .read))
        let blocker = try Connection(path: served.location.directory + "/log.sqlite", mode: .readWrite)
        try blocker.runScript("BEGIN IMMEDIATE")
        let clients = try beginMarks(12, on: served, busy)
        // Eight wait for the lock. Which, nobody knows: any four of them come too late.
        for _ in 0..<800 where clients.count(where: \.hasAnswer) < 4 { Thread.sleep(forTimeInterval: 0.01) }
        let refused = clients.filter(\.hasAnswer)
        for client in refused {
            let answer = try client.answer()
            #expect(answer.status == 429 && answer.fields["retry-after"] == "1", "\(answer.text)")
        }
        #expect(try served.request(Self.count, busy).status == 429)
        #expect(try served.request(Self.count, other).status == 200)
        // JMAP has a problem for it (RFC 8620 section 3.6.1).
        let methods = try RawHTTP(port: served.port).ask(
            "POST", "/jmap/api", host: served.host,
            ["Authorization": "Bearer \(busy)", "Content-Type": "application/json"],
            body: #"{"using": ["urn:ietf:params:jmap:core"], "methodCalls": [["Core/echo", {}, "e"]]}"#)
        #expect(methods.status == 429 && methods.fields["content-type"] == "application/problem+json")
        #expect(methods.text.contains(#""type":"urn:ietf:params:jmap:error:limit""#), "\(methods.text)")
        #expect(methods.text.contains(#""limit":"maxConcurrentRequests""#), "\(methods.text)")
        try blocker.runScript("ROLLBACK")
        let others = try clients.filter { client in !refused.contains { $0 === client } }.map { try $0.answer() }
        #expect(others.map(\.status) == Array(repeating: 200, count: 8), "\(others.map(\.text))")
        #expect(try served.request(Self.count, busy).status == 200)
    }

    @Test func `let a server end in five seconds, and what waits then is refused and not done`() throws {
        let served = try ServedLedger()
        let token = try served.token("busy", .write, .read)
        let before = try served.ledger.store.head().transaction
        let blocker = try Connection(path: served.location.directory + "/log.sqlite", mode: .readWrite)
        try blocker.runScript("BEGIN IMMEDIATE")
        let clients = try beginMarks(8, on: served, token)
        Thread.sleep(forTimeInterval: 0.3)
        let time = ContinuousClock().measure { served.server.stop() }
        #expect(time < .seconds(5), "\(time)")
        #expect(try clients.map { try $0.answer().status } == Array(repeating: 503, count: 8))
        // The one that waited for the lock has it now: a process would have ended.
        try blocker.runScript("ROLLBACK")
        Thread.sleep(forTimeInterval: 0.5)
        #expect(try served.ledger.store.head().transaction <= before + 1)
    }

    @Test func `leave a token five hundred streams, and give a place back when one ends`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .audit)
        func stream() throws -> RawHTTP {
            let client = try RawHTTP(port: served.port)
            client.begin(
                "GET", "/v1/events?after=0&limit=1000000&follow=1&types=access.token-revoked", host: served.host,
                ["Authorization": "Bearer \(token)"])
            return client
        }
        var streams = try (0..<500).map { _ in try stream() }
        for client in streams { #expect(try client.head().status == 200) }
        #expect(try stream().answer().status == 429)
        streams.removeLast(10)
        var status = 429
        for _ in 0..<600 where status == 429 {
            Thread.sleep(forTimeInterval: 0.1)
            let client = try stream()
            status = try client.head().status
            if status == 200 { streams.append(client) }
        }
        #expect(status == 200)
    }

    @Test func `stop a question that takes too long, and the next one is answered`() throws {
        let served = try SlowQuestions()
        try served.expectStopped()
        #expect(try (0..<20).contains { _ in try served.request(Self.count, served.token).status == 200 })
    }

    @Test func `stop a question about the past, too, whether its read models are there or are built for it`() throws {
        let served = try SlowQuestions()
        let moment = try served.ledger.store.head().position.rawValue - 1
        // The first question builds its read models on the thread for that.
        for _ in 0..<2 { try served.expectStopped(at: moment) }
    }

    @Test func `stop a question in read models that were built again since the server began`() throws {
        let served = try SlowQuestions(readers: 1)
        for _ in 0..<3 { _ = try served.request(Self.count, served.token) }
        try served.ledger.maintenance.rebuild()
        try served.expectStopped()
    }

    @Test func `count wrong tokens by the client that a known proxy names, and by no word of others`() throws {
        let wrong = "mlt_" + String(repeating: "a", count: 43)
        func statuses(_ served: ServedLedger, _ client: String) throws -> [Int] {
            try (0..<11).map { _ in
                try served.request(Self.count, wrong, ["X-Forwarded-For": "6.6.6.6, \(client)"]).status
            }
        }
        let behind = try ServedLedger { $0.limits.proxies = ["127.0.0.1"] }
        #expect(try statuses(behind, "192.0.2.1").last == 429)
        #expect(try statuses(behind, "192.0.2.2").dropLast() == Array(repeating: 401, count: 10)[...])
        let alone = try ServedLedger()
        #expect(try statuses(alone, "192.0.2.1").last == 429)
        #expect(try statuses(alone, "192.0.2.2").allSatisfy { $0 == 429 })
    }

    @Test func `hold for connections, whatever they ask`() throws {
        let served = try ServedLedger { $0.limits.connections = 20 }
        let open = try (0..<20).map { _ in try RawHTTP(port: served.port) }
        for client in open { client.send("GET /healthz HTTP/1.1\r\n") }
        let late = try RawHTTP(port: served.port, timeout: 1)
        late.begin("GET", "/healthz", host: served.host)
        // It waits to be taken, or is closed at once.
        let answer = try? late.answer()
        #expect(answer == nil)
        for client in open {
            client.send("Host: \(served.host)\r\nConnection: close\r\n\r\n")
            #expect(try client.answer().status == 200)
        }
        #expect(try served.ask("GET", "/healthz").status == 200)
    }
}

/// A server that stops each question that runs when its clock looks, and enough mail that each runs at many looks.
private final class SlowQuestions {
    private static let messages = 2_000
    private static let question = (0..<900).map { "subject:*\($0)*" }
        .joined(separator: " or ")

    private let served: ServedLedger
    let token: String

    var ledger: Ledger { served.ledger }

    init(readers: Int = 2) throws {
        served = try ServedLedger { ($0.requestSeconds, $0.readers) = (0, readers) }
        token = try served.token("t", .read, .audit)
        let mail = (0..<Self.messages).map { number in
            "From a@example.org Thu Feb 12 10:00:00 2026\nMessage-ID: <\(number)@example.org>\nSubject: Offer\n\nHello.\n\n"
        }
        let file = served.folder.path("many.mbox")
        try Data(mail.joined().utf8).write(to: URL(filePath: file))
        _ = try Importer(
            into: ledger, account: "mara@example.org", options: ImportOptions(),
            context: ledger.context(command: "import")
        ).run([file])
    }

    func request(_ body: String, _ token: String) throws -> RawHTTP.Answer { try served.request(body, token) }

    /// Asks what no message is, which looks for nine hundred parts of words in each.
    func expectStopped(at moment: Int64? = nil) throws {
        let at = moment.map { #""at": "\#($0)", "# } ?? ""
        let answer = try request(
            #"{"query": "count-messages", \#(at)"parameters": {"filter": "\#(Self.question)"}}"#, token)
        #expect(
            answer.status == 503 && answer.text.contains(#""code":"SERVICE_UNAVAILABLE""#), "\(answer.text.prefix(300))"
        )
    }
}

@Suite struct `An answer that tells of a fault` {
    @Test func `names no path, no statement and no token, whatever is broken`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read, .audit, .write)
        let listed = try served.request(#"{"query": "list-messages", "parameters": {"limit": 1}}"#, token).text
        let id = String(try #require(listed.firstMatch(of: /"id":"([0-9a-f-]{36})"/)).1)
        let path = served.location.directory + "/content.sqlite"
        let size = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seek(toOffset: 4_096)
        try file.write(contentsOf: Data(repeating: 0x55, count: size - 4_096))
        try file.close()
        for path in ["/v1/messages/\(id)/raw", "/v1/messages/\(id)/attachments/1", "/v1/messages/%00/raw"] {
            let answer = try served.ask("GET", path, token)
            #expect([400, 404, 500].contains(answer.status), "\(answer.text)")
            for word in [served.location.directory, "sqlite", "SELECT", "Swift", token] {
                #expect(!answer.text.contains(word), "\(answer.text)")
            }
        }
        #expect(try served.ask("GET", "/v1/messages/\(id)/raw", token).status == 500)
    }
}
