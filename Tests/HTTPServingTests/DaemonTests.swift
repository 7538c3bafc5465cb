import Foundation
import HTTPServing
import Synchronization
import TestSupport
import Testing

/// Answers with what came, later and on another thread.
private final class Echo: HTTPHandler, HTTPResponder {
    /// More than the system takes for a client that does not read.
    static let long = 24 << 20

    let seen = Atomic<Int>(0)

    func receiver(for request: HTTPRequest) -> (any HTTPReceiver)? {
        request.path.hasPrefix("/received") ? Counting(isStuck: request.path == "/received/stuck") : nil
    }

    func verdict(on request: HTTPRequest) -> HTTPVerdict {
        request.path == "/refused" ? .refused(HTTPResponse(403, [], .bytes(Array("no\n".utf8)))) : .taken(by: self)
    }

    func answer(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
        seen.add(1, ordering: .relaxed)
        if request.path == "/never" { return }
        if request.path == "/stream" { return respond(HTTPResponse(200, [], .stream(Ticks()))) }
        if request.path == "/pieces" { return respond(HTTPResponse(200, [], .stream(Pieces()))) }
        if request.path == "/long" {
            return respond(HTTPResponse(200, [], .bytes(Array(repeating: 0x61, count: Self.long))))
        }
        if let counting = request.receiver as? Counting {
            return respond(HTTPResponse(200, [], .bytes(Array("\(counting.bytes.load(ordering: .relaxed))\n".utf8))))
        }
        let text = "\(request.method) \(request.path) \(request.query.map { "\($0)=\($1)" }) \(request.body.count)\n"
        Thread.detachNewThread { respond(HTTPResponse(200, [("X-Peer", "\(request.peer)")], .bytes(Array(text.utf8)))) }
    }
}

/// Counts the bytes of a body piece by piece, each a while later on another thread; or never lets it go on.
private final class Counting: HTTPReceiver {
    let limit = 1_000_000
    let bytes = Atomic<Int>(0)
    private let isStuck: Bool

    init(isStuck: Bool) { self.isStuck = isStuck }

    func take(_ piece: [UInt8], _ goOn: @escaping @Sendable () -> Void) {
        if isStuck { return }
        Thread.detachNewThread { [self] in
            bytes.add(piece.count, ordering: .relaxed)
            goOn()
        }
    }

    func end() {}
}

/// A piece each fifth of a second, until it is told to end.
private final class Ticks: HTTPStream {
    private let isOver = Atomic<Bool>(false)

    func next(_ deliver: @escaping @Sendable (HTTPPiece) -> Void) {
        Thread.detachNewThread { [self] in
            Thread.sleep(forTimeInterval: 0.2)
            deliver(isOver.load(ordering: .relaxed) ? .end : .bytes(Array("tick\n".utf8)))
        }
    }

    func end() { isOver.store(true, ordering: .relaxed) }
}

/// Large pieces without an end.
private final class Pieces: HTTPStream {
    func next(_ deliver: @escaping @Sendable (HTTPPiece) -> Void) {
        Thread.detachNewThread { deliver(.bytes(Array(repeating: 0x61, count: 1 << 20))) }
    }

    func end() {}
}

@Suite struct `A server of requests` {
    private func start(
        on host: String = "127.0.0.1", _ change: (inout HTTPLimits) -> Void = { _ in }
    ) throws -> (server: HTTPDaemon, port: UInt16) {
        var limits = HTTPLimits()
        change(&limits)
        let server = try HTTPDaemon(at: .tcp(host: host, port: 0), limits: limits, answering: Echo())
        guard case .tcp(_, let port) = server.address, port > 0 else { throw RawHTTP.Failure(description: "no port") }
        return (server, port)
    }

    @Test func `answers one request after the other on a connection, and several that come at once`() throws {
        let (server, port) = try start()
        let client = try RawHTTP(port: port)
        #expect(try client.ask("GET", "/a%20b?x=1&y").text == "GET /a b [\"x=1\", \"y=\"] 0\n")
        #expect(try client.ask("POST", "/p", body: "12345").text == "POST /p [] 5\n")
        #expect(try client.ask("HEAD", "/p").body.isEmpty)
        // Pipelined (RFC 9112 section 9.3.2): in order, whatever takes how long.
        for number in 0..<20 { client.begin("POST", "/\(number)", body: String(repeating: "a", count: number)) }
        for number in 0..<20 { #expect(try client.answer().text == "POST /\(number) [] \(number)\n") }
        server.stop()
    }

    @Test func `takes a body in chunks, and cuts one whose chunks are nonsense`() throws {
        let (server, port) = try start()
        let client = try RawHTTP(port: port)
        client.send(
            "POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n")
        #expect(try client.answer().text == "POST /c [] 5\n")
        for nonsense in ["zz\r\nabc\r\n", "-1\r\n", "ffffffffffffffffff\r\n", "3\r\nabcdef\r\n0\r\n\r\n"] {
            let client = try RawHTTP(port: port)
            client.send("POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(nonsense)")
            let status = try? client.head().status
            #expect([nil, 400, 413].contains(status), "\(nonsense)")
        }
        #expect(try RawHTTP(port: port).ask("GET", "/still").status == 200)
        server.stop()
    }

    @Test func `hands a body on piece by piece, also where many chunks come at once`() throws {
        let (server, port) = try start { $0.stopSeconds = 1 }
        let client = try RawHTTP(port: port)
        let chunks = (1...200).map { "\(String($0, radix: 16))\r\n\(String(repeating: "a", count: $0))\r\n" }.joined()
        for body in ["Transfer-Encoding: chunked\r\n\r\n\(chunks)0\r\n\r\n", "Content-Length: 5\r\n\r\nabcde"] {
            client.send("POST /received HTTP/1.1\r\nHost: a\r\n\(body)")
            #expect(try client.answer().text == (body.hasSuffix("e") ? "5\n" : "20100\n"))
        }
        // One that nobody takes keeps no server from stopping.
        let stuck = try RawHTTP(port: port)
        stuck.send("POST /received/stuck HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)")
        #expect(try client.ask("GET", "/").status == 200)
        server.stop()
        #expect(try stuck.isClosed())
    }

    @Test func `refuses headers and bodies that are too long, two hosts, and what is no length`() throws {
        let (server, port) = try start { ($0.body, $0.bodies) = (1_000, 2_000) }
        func status(_ text: String) throws -> Int {
            let client = try RawHTTP(port: port)
            client.send(text)
            return try client.head().status
        }
        let host = "Host: a\r\n"
        #expect(try status("GET / HTTP/1.1\r\n\(host)X: \(String(repeating: "a", count: 17_000))\r\n\r\n") == 431)
        let many = (0..<20_000).map { "X\($0): a\r\n" }.joined()
        #expect([400, 413, 431].contains(try status("GET / HTTP/1.1\r\n\(host)\(many)\r\n")))
        #expect(try status("GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\n\(host)\r\n") >= 400)
        #expect(try status("POST / HTTP/1.1\r\n\(host)Content-Length: 1001\r\n\r\n") == 413)
        #expect(try status("POST / HTTP/1.1\r\n\(host)Content-Length: 99999999999999999999\r\n\r\n") >= 400)
        #expect(try status("GET / HTTP/1.1\r\n\(host)Host: b\r\n\r\n") == 400)
        #expect(try status("GET / HTTP/1.1\r\n\r\n") == 400)
        #expect(try status("nonsense a b\r\n\r\n") >= 400)
        #expect(try status("POST /refused HTTP/1.1\r\n\(host)Content-Length: 5\r\n\r\n") == 403)
        // A body in chunks says only as it comes how long it is.
        let client = try RawHTTP(port: port)
        client.send("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<20 where client.send("64\r\n\(String(repeating: "a", count: 100))\r\n") {}
        #expect(try client.isClosed())
        server.stop()
    }

    @Test(arguments: [
        "Content-Length: 5\r\nTransfer-Encoding: chunked", "Content-Length: 5\r\nContent-Length: 6",
        "Content-Length: 5\r\nContent-Length: 5", "Content-Length: +5", "Content-Length: 5, 5", "Content-Length:",
        "Transfer-Encoding: gzip", "Transfer-Encoding: chunked, identity", "Transfer-Encoding: xchunked",
        "Transfer-Encoding : chunked", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "Host : b",
        "X\u{0}: b",
    ])
    func `refuses a header that a proxy may read in another way`(fields: String) throws {
        let (server, port) = try start()
        let client = try RawHTTP(port: port)
        client.send("POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n5\r\nabcde\r\n0\r\n\r\n")
        #expect(try client.head().status == 400)
        // What stands behind it is no second request.
        #expect(try client.isClosed())
        server.stop()
    }

    @Test(arguments: [
        "Authorization", "idempotency-key", "Ledger-Reason", "Content-Type", "Range", "Last-Event-ID", "Origin",
        "User-Agent", "Host",
    ])
    func `refuses two of a field that stands once, and names it`(field: String) throws {
        let (server, port) = try start()
        defer { server.stop() }
        let client = try RawHTTP(port: port)
        let host = field == "Host" ? "" : "Host: a\r\n"
        client.send("GET / HTTP/1.1\r\n\(host)\(field): b\r\nX: y\r\n\(field.lowercased()): b\r\n\r\n")
        let answer = try client.answer()
        #expect(answer.status == 400 && answer.text.contains(" \(field.lowercased()) "), "\(answer.text)")
        // Lists may come in several fields, and a proxy adds its own.
        let list = try RawHTTP(port: port)
        list.send("GET / HTTP/1.1\r\nHost: a\r\nAccept: b\r\nAccept: c\r\nIf-None-Match: d\r\nIf-None-Match: e\r\n\r\n")
        #expect(try list.answer().status == 200)
    }

    @Test(arguments: [
        "/%00", "/echo%00", "/echo%00/x", "/%00/echo", "/echo?a%00=b", "/echo?a=b%00", "/echo?%00", "/echo?a=%00b&c=d",
        "http://localhost/echo%00x",
    ])
    func `refuses a path and a parameter with a NUL, which would end them`(target: String) throws {
        let (server, port) = try start()
        defer { server.stop() }
        #expect(try RawHTTP(port: port).ask("GET", target).status == 400)
        let plain = try RawHTTP(port: port).ask("GET", "/%41%c3%a9%2500%zz?b+c=%25%3d%2B")
        #expect(plain.status == 200 && plain.text == "GET /Aé%00%zz [\"b c=%=+\"] 0\n", "\(plain.text)")
    }

    @Test func `ends senders that are too slow, by clocks of its own`() throws {
        let (server, port) = try start { ($0.headerSeconds, $0.bodyBytesPerSecond) = (1, 1_000) }
        let (header, body, quick) = (try RawHTTP(port: port), try RawHTTP(port: port), try RawHTTP(port: port))
        header.send("GET / HTTP/1.1\r\n")
        body.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n")
        quick.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6000\r\n\r\n")
        let start = Date()
        // Each byte makes the connection busy; a clock that counts quiet would never end it.
        var (isHeaderOpen, isBodyOpen) = (true, true)
        while isHeaderOpen || isBodyOpen, Date().timeIntervalSince(start) < 8 {
            isHeaderOpen = isHeaderOpen && header.send("X")
            isBodyOpen = isBodyOpen && body.send("X")
            quick.send(String(repeating: "a", count: 1_000))
            Thread.sleep(forTimeInterval: 0.4)
        }
        #expect(!isHeaderOpen && !isBodyOpen)
        #expect(try quick.answer().status == 200)
        server.stop()
    }

    @Test func `lets bodies go that come slowest where others have no room`() throws {
        let (server, port) = try start { ($0.bodies, $0.patienceSeconds) = (3_500, 2) }
        func begin(_ count: Int) throws -> RawHTTP {
            let client = try RawHTTP(port: port)
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2000\r\n\r\n")
            client.send(String(repeating: "a", count: count))
            return client
        }
        let (slow, slower) = (try begin(1_400), try begin(1_300))
        // While they are new they keep their room.
        #expect(try begin(2_000).isClosed())
        Thread.sleep(forTimeInterval: 2.5)
        let client = try begin(2_000)
        #expect(try client.answer().text == "POST / [] 2000\n")
        #expect(try slower.isClosed())
        slow.send(String(repeating: "a", count: 600))
        #expect(try slow.answer().text == "POST / [] 2000\n")
        server.stop()
    }

    @Test(arguments: ["/long", "/pieces"])
    func `ends readers that take a byte now and then, and waits for one that takes enough`(path: String) throws {
        let (server, port) = try start { ($0.answerSeconds, $0.answerBytesPerSecond) = (1, 100_000) }
        let slow = try RawHTTP(port: port, window: 8_192)
        let (quick, all) = (try RawHTTP(port: port), try RawHTTP(port: port))
        slow.begin("GET", path)
        quick.begin("GET", path)
        #expect(try slow.head().status == 200)
        #expect(try quick.head().status == 200)
        // Each byte makes the connection busy; a clock that counts quiet would never end it.
        let start = Date()
        while !slow.isCut, Date().timeIntervalSince(start) < 10 {
            slow.read(atMost: 1)
            for _ in 0..<16 { quick.read(atMost: 64 << 10) }
            Thread.sleep(forTimeInterval: 0.2)
        }
        #expect(slow.isCut)
        #expect(!quick.isCut)
        if path == "/long" { #expect(try all.ask("GET", path).body.count == Echo.long) }
        server.stop()
    }

    @Test func `holds answers up to a bound, and lets those go that are taken slowest`() throws {
        let (server, port) = try start { ($0.answers, $0.patienceSeconds) = (3 * Echo.long, 3) }
        func ask() throws -> RawHTTP {
            let client = try RawHTTP(port: port, window: 64 << 10)
            client.begin("GET", "/long")
            return client
        }
        // Three have room, and a fourth not while they are new.
        let held = try (0..<3).map { _ in try ask() }
        for client in held { #expect(try client.head().status == 200) }
        let refused = try ask().answer()
        #expect(refused.status == 503 && refused.fields["retry-after"] == "5")
        // The first is taken, however slowly; one of the others has to go.
        let start = Date()
        while Date().timeIntervalSince(start) < 3.5 {
            held[0].read(atMost: 100_000)
            Thread.sleep(forTimeInterval: 0.05)
        }
        #expect(try ask().answer().body.count == Echo.long)
        #expect(!held[0].isCut)
        #expect(held[1...].count(where: \.isCut) == 1)
        // Those who are left get all of theirs.
        for client in held where !client.isCut { #expect(try client.take(Echo.long).count == Echo.long) }
        server.stop()
    }

    @Test func `sends a stream piece by piece, and notices that its client is gone`() throws {
        let (server, port) = try start()
        var client: RawHTTP? = try RawHTTP(port: port)
        client?.begin("GET", "/stream")
        #expect(try client?.head().fields["transfer-encoding"] == "chunked")
        #expect(try client?.chunk() == Array("tick\n".utf8))
        client = nil
        #expect(try RawHTTP(port: port).ask("GET", "/").status == 200)
        server.stop()
    }

    @Test func `ends in time, with streams open, answers owed and connections that say nothing`() throws {
        // No other test listens on this address, so nothing else takes the port once the server has ended.
        let host = "127.1.0.1"
        let (server, port) = try start(on: host) { $0.stopSeconds = 1 }
        func connect() throws -> RawHTTP { try RawHTTP(address: host, port: port) }
        let (stream, owed, silent) = (try connect(), try connect(), try connect())
        stream.begin("GET", "/stream")
        _ = try stream.chunkBehindHead()
        owed.begin("GET", "/never")
        silent.send("GET /")
        Thread.sleep(forTimeInterval: 0.2)
        let start = Date()
        server.stop()
        #expect(Date().timeIntervalSince(start) < 4)
        // It ends as a stream ends, not as one that is cut.
        while try stream.chunk() != nil {}
        #expect(try owed.answer().status == 503)
        #expect(throws: RawHTTP.Failure.self) { try connect() }
    }

    @Test func `counts the requests of each client that a known proxy names, and not those of the proxy`() throws {
        let (server, port) = try start { ($0.proxies, $0.connectionsOfPeer) = (["127.0.0.1"], 3) }
        func begin(_ path: String, for client: String) throws -> RawHTTP {
            let connection = try RawHTTP(port: port)
            // The first field is the client's own; a proxy may add a field of its own, or to this one.
            connection.begin(
                "GET", path, ["X-Forwarded-For": "192.0.2.8", "x-forwarded-for": "192.0.2.9, \(client)"])
            return connection
        }
        var streams = try (0..<3).map { _ in try begin("/stream", for: "192.0.2.1") }
        for stream in streams { #expect(try stream.head().status == 200) }
        let refused = try begin("/", for: "192.0.2.1").answer()
        #expect(refused.status == 429 && refused.fields["retry-after"] == "1")
        for number in 2...5 { #expect(try begin("/stream", for: "192.0.2.\(number)").head().status == 200) }
        // A place is free once its request is over, on whatever connection.
        streams.removeLast()
        var status = 429
        for _ in 0..<100 where status == 429 {
            Thread.sleep(forTimeInterval: 0.1)
            status = try begin("/", for: "192.0.2.1").answer().status
        }
        #expect(status == 200)
        let one = try RawHTTP(port: port)
        for _ in 0..<10 { #expect(try one.ask("GET", "/", ["X-Forwarded-For": "192.0.2.7"]).status == 200) }
        server.stop()
    }

    /// An address of this machine by which it looks like another one; nil where it has none.
    private static let outerAddress = Host.current().addresses.first { !$0.contains(":") && !$0.hasPrefix("127.") }

    @Test(.enabled(if: outerAddress != nil), arguments: [false, true])
    func `counts the connections of another machine, if that is no proxy`(isProxy: Bool) throws {
        let outer = try #require(Self.outerAddress)
        var limits = HTTPLimits()
        limits.connectionsOfPeer = 3
        if isProxy { limits.proxies = [outer] }
        let server = try HTTPDaemon(at: .tcp(host: outer, port: 0), limits: limits, answering: Echo())
        guard case .tcp(_, let port) = server.address else { throw RawHTTP.Failure(description: "no port") }
        let streams = try (0..<4).map { _ in
            let client = try RawHTTP(address: outer, port: port)
            client.begin("GET", "/stream")
            return client
        }
        for stream in streams.prefix(3) { #expect(try stream.head().status == 200) }
        #expect((try? streams[3].head().status) == (isProxy ? 200 : nil))
        server.stop()
    }

    @Test func `tells who runs the program behind a Unix socket, which is its owner's alone`() throws {
        let folder = try TemporaryDirectory()
        let path = "\(folder.path)/s.sock"
        let server = try HTTPDaemon(at: .unix(path: path), answering: Echo())
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let peer = try RawHTTP(path: path).ask("GET", "/").fields["x-peer"]
        #expect(peer == "unixSocket(user: Optional(\(getuid())))")
        #expect(throws: HTTPServerError.self) { try HTTPDaemon(at: .unix(path: path), answering: Echo()) }
        server.stop()
        #expect(!FileManager.default.fileExists(atPath: path))
        // What a killed server leaves is taken away; what is no socket stays.
        try Data("mine".utf8).write(to: URL(filePath: path))
        #expect(throws: HTTPServerError.self) { try HTTPDaemon(at: .unix(path: path), answering: Echo()) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    }

    @Test func `answers while most of its connections say nothing`() throws {
        let (server, port) = try start { $0.connections = 200 }
        let silent = try (0..<199).map { _ in try RawHTTP(port: port) }
        for client in silent { client.send("GET / HT") }
        #expect(try RawHTTP(port: port).ask("GET", "/").status == 200)
        withExtendedLifetime(silent) {}
        server.stop()
    }

    @Test func `refuses an address that is taken, and a certificate that is none`() throws {
        let (server, port) = try start()
        #expect(throws: HTTPServerError.self) {
            try HTTPDaemon(at: .tcp(host: "127.0.0.1", port: port), answering: Echo())
        }
        #expect(throws: HTTPServerError.self) {
            try HTTPDaemon(
                at: .tcp(host: "127.0.0.1", port: 0), certificate: ("nonsense", "nonsense"), answering: Echo())
        }
        server.stop()
    }
}

extension RawHTTP {
    fileprivate func chunkBehindHead() throws -> [UInt8]? {
        _ = try head()
        return try chunk()
    }
}
