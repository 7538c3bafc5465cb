import EventLog
import Foundation
import Mail
import MailLedger
import TestSupport
import Testing

extension ServedProcess {
    fileprivate convenience init(scopes: String) throws {
        try self.init(
            token: "t --scopes \(scopes)", options: [],
            port: /^Serving .* on http:\/\/127\.0\.0\.1:([0-9]+) \(page, JMAP, API\)/)
    }

    fileprivate var host: String { "localhost:\(port)" }

    fileprivate var fields: [String: String] {
        ["Authorization": "Bearer \(token)", "Content-Type": "application/json"]
    }
}

/// The sizes are those of the soak; the suite takes smaller ones.
@Suite(.serialized) struct `A server at its limits` {
    // MARK: Hostile clients

    /// Sends something, and returns the status of the answer; nil where the connection is cut.
    private func status(_ serve: ServedProcess, _ text: String, _ rest: [UInt8] = []) throws -> Int? {
        let client = try RawHTTP(port: serve.port)
        client.send(text)
        if !rest.isEmpty { client.send(rest) }
        return try? client.head().status
    }

    @Test func `answers by a bound whatever is thrown at it, and holds little`() throws {
        let serve = try ServedProcess(scopes: "read,write,audit")
        let host = "Host: \(serve.host)\r\n"
        let known = "\(host)Authorization: Bearer \(serve.token)\r\nContent-Type: application/json\r\n"
        #expect(try RawHTTP(port: serve.port).ask("GET", "/jmap/session", host: serve.host, serve.fields).status == 200)
        print("Before that: \(serve.greatestMemory >> 10) MiB")
        // Headers and bodies of a third each that come byte by byte, and answers that are taken so.
        let count = Soak.size(990, inSuite: 300)
        let echo = Array(repeating: UInt8(ascii: "a"), count: 3 << 20)
        let call =
            Array(#"{"using": ["urn:ietf:params:jmap:core"], "methodCalls": [["Core/echo", {"a": ""#.utf8)
            + echo + Array(#""}, "c"]]}"#.utf8)
        let slow = try (0..<count).map { number in
            let client = try RawHTTP(port: serve.port, window: 8_192)
            switch number % 3 {
            case 0: client.send("GET /v1/events HTTP/1.1\r\n\(host)X: ")
            case 1: client.send("POST /jmap/api HTTP/1.1\r\n\(known)Content-Length: 9000000\r\n\r\n")
            default:
                client.send("POST /jmap/api HTTP/1.1\r\n\(known)Content-Length: \(call.count)\r\n\r\n")
                client.send(call)
            }
            return client
        }
        for client in slow { client.send("a") }
        print("\(slow.count) slow connections: \(serve.greatestMemory >> 10) MiB")
        // Others are answered meanwhile.
        for _ in 0..<5 {
            let answer = try RawHTTP(port: serve.port).ask(
                "POST", "/v1/requests", host: serve.host, serve.fields, body: #"{"query": "count-messages"}"#)
            // Eight requests of the token wait for their readers.
            #expect([200, 429].contains(answer.status))
        }
        // Bombs: of a header, of names, of chunks, and of JSON that is more in memory than on the wire.
        let long = String(repeating: "a", count: 1 << 20)
        let lines = (0..<50_000).map { "X\($0): a\r\n" }.joined()
        for text in ["X: \(long)\r\n", lines, "Cookie: \(long)"] {
            let answer = try status(serve, "GET /v1/events HTTP/1.1\r\n\(host)\(text)\r\n\r\n")
            #expect([nil, 400, 413, 431].contains(answer), "\(answer ?? 0)")
        }
        let stranger = "\(host)Content-Type: application/json\r\n"
        for fields in [stranger, known] {
            let chunk = Array("10000\r\n\(String(repeating: "[", count: 65_536))\r\n".utf8)
            let chunks = Array(repeating: chunk, count: 200).flatMap { $0 }
            let answer = try status(
                serve, "POST /jmap/api HTTP/1.1\r\n\(fields)Transfer-Encoding: chunked\r\n\r\n", chunks)
            #expect([nil, 401, 413].contains(answer), "\(answer ?? 0)")
            let announced = try status(serve, "POST /jmap/api HTTP/1.1\r\n\(fields)Content-Length: 900000000\r\n\r\n")
            #expect([400, 401, 413].contains(announced))
        }
        let pieces = ["[],", #"{"":0},"#, "[", "{},", "0,", #""","#, #""\u0000","#]
        for piece in pieces.prefix(Soak.size(pieces.count, inSuite: 2)) {
            let many = String(repeating: piece, count: 9_900_000 / piece.utf8.count)
            let body =
                #"{"using": ["urn:ietf:params:jmap:core"], "methodCalls": [["Core/echo", {"a": [\#(many)0]}, "c"]]}"#
            for path in ["/jmap/api", "/v1/requests"] {
                var answer: Int?
                for _ in 0..<100 {
                    answer = try status(
                        serve, "POST \(path) HTTP/1.1\r\n\(known)Content-Length: \(body.utf8.count)\r\n\r\n",
                        Array(body.utf8))
                    // While others of the token wait.
                    guard answer == 429 else { break }
                    Thread.sleep(forTimeInterval: 0.5)
                }
                #expect([nil, 200, 400, 413].contains(answer), "\(piece) \(path): \(answer ?? 0)")
            }
        }
        // The slow ones are ended by their clocks; that of answers is a longer one.
        let ended = Soak.seconds == nil ? slow.enumerated().filter { $0.offset % 3 < 2 }.map(\.element) : slow
        let end = Date().addingTimeInterval(90)
        var open = ended.count
        while open > 0, Date() < end {
            open = ended.count { $0.send("a") }
            Thread.sleep(forTimeInterval: 0.2)
        }
        #expect(open == 0)
        #expect(try RawHTTP(port: serve.port).ask("GET", "/healthz", host: serve.host).status == 200)
        print("The server has held \(serve.greatestMemory >> 10) MiB at the most")
        #expect(serve.greatestMemory <= 150 << 10, "\(serve.greatestMemory) KiB")
    }

    // MARK: Streams

    /// A client of one stream, which comes back where it was.
    private final class Follower {
        private let serve: ServedProcess
        private let path: String
        private var raw: RawHTTP?
        /// The id of the last event that it saw.
        private(set) var id: String?
        /// The positions that it was told, in order.
        private(set) var positions: [Int64] = []
        private(set) var count = 0

        init(_ serve: ServedProcess, _ path: String, after id: String?) {
            (self.serve, self.path, self.id) = (serve, path, id)
        }

        /// Connects; the server may need a while to see that the connection before is gone.
        func connect() throws {
            var fields = serve.fields
            fields["Accept"] = "text/event-stream"
            fields["Last-Event-ID"] = id
            for _ in 0..<300 {
                let raw = try RawHTTP(port: serve.port)
                raw.begin("GET", path, host: serve.host, fields)
                let status = try raw.head().status
                self.raw = raw
                if status == 200 { return }
                try #require(status == 429)
                Thread.sleep(forTimeInterval: 0.1)
            }
            throw RawHTTP.Failure(description: "no place is given back")
        }

        func leave() { raw = nil }

        /// Reads until it has come to a position.
        func read(to position: Int64) throws {
            while reached < position {
                let text = String(decoding: try #require(try raw?.chunk(), "the stream has ended"), as: UTF8.self)
                for piece in text.components(separatedBy: #""kind":"event","position":"#).dropFirst() {
                    positions.append(try #require(Int64(piece.prefix { $0.isWholeNumber })))
                }
                // What stands behind the last end of a line is no line yet.
                let ids = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                    .filter { $0.hasPrefix("id: ") }
                if let last = ids.last { id = String(last.dropFirst("id: ".count)) }
                count += ids.count
            }
        }

        private var reached: Int64 {
            (id?.firstMatch(of: /^(?:s1\.)?([0-9]+)/)?.1).flatMap { Int64($0) } ?? -1
        }
    }

    @Test func `tells five hundred streams what another process records, and those that were away`() throws {
        let serve = try ServedProcess(scopes: "read,audit")
        let ledger = try Ledger.open(at: LedgerLocation(serve.ledger), access: .readWrite)
        let start = try ledger.store.head().position.rawValue
        let followers = (0..<500).map { number in
            number % 2 == 0
                ? Follower(serve, "/v1/events?follow=1&after=\(start)", after: "\(start)")
                : Follower(serve, "/jmap/eventsource?types=*&closeafter=no&ping=0", after: nil)
        }
        for follower in followers { try follower.connect() }
        // The first words of each: it follows from there on.
        let rounds = 5
        for round in 0..<rounds {
            let away = followers.enumerated().filter { round > 0 && $0.offset % rounds == round }.map(\.element)
            for follower in away { follower.leave() }
            // This process is another one, and so is the tool.
            _ = try ledger.perform(MarkMessagesRequest(filter: "*", adding: [Keyword("k\(round)")]))
            _ = try serve.tool("mark --\(round % 2 == 0 ? "" : "un")flagged '*'")
            let head = try ledger.store.head().position.rawValue
            let begin = Date()
            for follower in away { try follower.connect() }
            for follower in followers { try follower.read(to: head) }
            print("500 streams have heard of \(head) within \(Int(Date().timeIntervalSince(begin) * 1_000)) ms")
        }
        let head = try ledger.store.head().position.rawValue
        #expect(head > start + 10)
        let events = followers.enumerated().filter { $0.offset % 2 == 0 }.map(\.element.positions)
        // None is missing, and none came twice.
        #expect(events.count { $0 != Array(start + 1...head) } == 0)
        #expect(followers.enumerated().count { $0.offset % 2 == 1 && $0.element.count < rounds } == 0)
        #expect(serve.greatestMemory <= 150 << 10, "\(serve.greatestMemory) KiB")
    }
}
