import Access
import CivilTime
import EventLog
import Foundation
import HTTPServing
import LedgerAPI
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct `Who is let in` {
    private static let query = #"{"query": "count-messages"}"#

    @Test func `shows a token, as bearer or as a password; others get one and the same answer`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read)
        let over = try served.token("over", .read, until: "2999-01-01T00:00:00Z")
        #expect(try served.request(Self.query, token).status == 200)
        let basic = Data(":\(token)".utf8).base64EncodedString()
        #expect(try served.request(Self.query, nil, ["Authorization": "Basic \(basic)"]).status == 200)
        _ = try served.ledger.perform(RevokeTokenRequest(name: "over"))
        let unknown = "mlt_" + String(repeating: "a", count: 43)
        let answers = try [unknown, over].map { try served.request(Self.query, $0) }
        #expect(answers.allSatisfy { $0.status == 401 && $0.body == answers[0].body })
        #expect(answers[0].text.contains("INVALID_TOKEN") && answers[0].fields["www-authenticate"] != nil)
        for (shown, code) in [(nil, "UNAUTHORIZED"), ("nonsense", "INVALID_CREDENTIALS"), ("", "INVALID_CREDENTIALS")] {
            let answer = try served.request(Self.query, shown)
            #expect(answer.status == 401 && answer.text.contains(code) && answer.fields["www-authenticate"] != nil)
        }
    }

    @Test func `is known by the tokens as they are now, whichever process changed them`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read)
        let connection = try RawHTTP(port: served.port)
        func status() throws -> Int {
            try connection.ask(
                "POST", "/v1/requests", host: served.host,
                ["Authorization": "Bearer \(token)", "Content-Type": "application/json"], body: Self.query
            ).status
        }
        #expect(try status() == 200)
        _ = try served.ledger.perform(ChangeTokenRequest(name: "t", changes: ChangeToken(scopes: [.write])))
        #expect(try status() == 403)
        _ = try served.ledger.perform(ChangeTokenRequest(name: "t", changes: ChangeToken(scopes: [.read])))
        #expect(try status() == 200)
        _ = try served.ledger.perform(RevokeTokenRequest(name: "t"))
        #expect(try status() == 401)
    }

    @Test func `is nobody whose token is over`() throws {
        let served = try ServedLedger {
            $0.environment.log = LogEnvironment(
                now: { .init(microseconds: 4_000_000_000_000_000) }, randomBytes: $0.environment.log.randomBytes)
        }
        // The server's clock is in the year 2096; the ledger's is not.
        let (over, good) = (try served.token("a", .read, until: "2090-01-01T00:00:00Z"), try served.token("b", .read))
        let answer = try served.request(Self.query, over)
        #expect(answer.status == 401 && answer.text.contains("TOKEN_EXPIRED"))
        #expect(try served.request(Self.query, good).status == 200)
    }

    @Test func `is slowed who shows wrong tokens, and not who asks without one`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read)
        for _ in 0..<12 { #expect(try served.request(Self.query, nil).status == 401) }
        let wrong = "mlt_" + String(repeating: "b", count: 43)
        let statuses = try (0..<12).map { _ in try served.request(Self.query, wrong).status }
        #expect(statuses == Array(repeating: 401, count: 10) + [429, 429])
        #expect(try served.request(Self.query, wrong).fields["retry-after"] == "60")
        // So is who announces a long body.
        let other = try ServedLedger()
        let long = "{\"query\": \"" + String(repeating: "x", count: 100_000) + "\"}"
        let refused = try (0..<12).map { _ in try other.request(long, wrong).status }
        #expect(refused == Array(repeating: 401, count: 10) + [429, 429])
        #expect(try served.request(Self.query, token).status == 200)
    }

    @Test func `asks by a name of this machine with its port, or by one that was given`() throws {
        let served = try ServedLedger { $0.names = ["Mail.example.org"] }
        func status(_ host: String) throws -> Int {
            try RawHTTP(port: served.port).ask("GET", "/healthz", host: host).status
        }
        let port = served.port
        for host in [
            "127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)", "mail.example.org", "mail.example.org:443",
        ] {
            #expect(try status(host) == 200, "\(host)")
        }
        for host in [
            "evil.example", "evil.example:\(port)", "localhost", "localhost:1", "127.0.0.1",
            "localhost.evil.example:\(port)",
        ] {
            #expect(try status(host) == 421, "\(host)")
        }
    }

    @Test func `asks by the address at which the connection comes in, and by the machine's name`() throws {
        let served = try ServedLedger { $0.address = .tcp(host: "0.0.0.0", port: 0) }
        let (port, machine) = (served.port, served.ledger.environment.host)
        func ask(_ host: String) throws -> RawHTTP.Answer {
            try RawHTTP(address: "127.0.0.2", port: port).ask("GET", "/healthz", host: host)
        }
        for host in ["127.0.0.2:\(port)", "\(machine):\(port)", "localhost:\(port)"] {
            #expect(try ask(host).status == 200, "\(host)")
        }
        for host in ["127.0.0.3:\(port)", "127.0.0.2:1", "0.0.0.0:\(port)", "\(machine):1", "<evil>.example:\(port)"] {
            let answer = try ask(host)
            #expect(answer.status == 421 && answer.text.contains("can add names"), "\(host)")
            #expect(!answer.text.contains("evil"))
        }
    }

    @Test func `comes by the proxy where nothing else encrypts the connection, or from this machine`() throws {
        let served = try ServedLedger {
            $0.address = .tcp(host: "0.0.0.0", port: 0)
            ($0.names, $0.limits.proxies) = (["mail.example.org"], ["192.0.2.7"])
        }
        func refusal(of peer: HTTPPeer, at local: String? = nil, by server: LedgerServer) -> HTTPResponse? {
            var request = HTTPRequest(
                method: "GET", path: "/healthz", fields: HTTPFields([("Host", "mail.example.org")]), peer: peer)
            request.localAddress = local
            guard case .refused(let response) = server.requests.verdict(on: request) else { return nil }
            return response
        }
        for peer in [HTTPPeer.address("192.0.2.7"), .address("127.0.0.1"), .address("::1"), .unixSocket(user: 1)] {
            #expect(refusal(of: peer, by: served.server) == nil, "\(peer)")
        }
        for peer in [HTTPPeer.address("192.0.2.8"), .address("192.0.2.70"), .address("2001:db8::7")] {
            let refused = try #require(refusal(of: peer, by: served.server))
            let text = if case .bytes(let body) = refused.body { String(decoding: body, as: UTF8.self) } else { "" }
            #expect(refused.status == 403 && text.contains("ask the proxy"), "\(peer)")
        }
        // Who comes from the address at which it asks is on this machine.
        for (local, isRefused) in [("192.0.2.9", false), ("192.0.2.8", true)] {
            let refused = refusal(of: .address("192.0.2.9"), at: local, by: served.server)
            #expect((refused?.status == 403) == isRefused, "\(local)")
        }
        // A socket that no other machine can reach needs no such rule.
        let local = try ServedLedger { ($0.names, $0.limits.proxies) = (["mail.example.org"], ["192.0.2.7"]) }
        #expect(refusal(of: .address("192.0.2.8"), by: local.server) == nil)
    }

    @Test func `may ask for a whole address, whose host counts in place of the field`() throws {
        let folder = try TemporaryDirectory()
        let served = try ServedLedger {
            $0.names = ["mail.example.org"]
            $0.accessLog = folder.path("access.log")
        }
        let token = try served.token("t", .read)
        func ask(_ target: String, host: String) throws -> RawHTTP.Answer {
            try RawHTTP(port: served.port).ask("GET", target, host: host, ["Authorization": "Bearer \(token)"])
        }
        for host in ["127.0.0.1:\(served.port)", "Mail.Example.org", "evil.example"] {
            #expect(try ask("http://mail.example.org/healthz", host: host).text == "ok\n")
            #expect(
                try ask("HTTP://localhost:\(served.port)/v1/folders?account=mara%40example.org", host: host).status
                    == 200)
            #expect(try ask("http://mail.example.org", host: host).text.contains("<!doctype html>"))
            #expect(try ask("http://mail.example.org?x=/y", host: host).text.contains("<!doctype html>"))
            for target in [
                "http://evil.example/healthz", "http://localhost/healthz", "http://user@mail.example.org/healthz",
                "http:///healthz", "http://", "http://mail.example.org:/healthz", "http://evil.example",
                // What is for an encrypted connection has to come by one.
                "https://mail.example.org/healthz",
            ] {
                #expect(try ask(target, host: host).status == 421, "\(target)")
            }
        }
        for target in [
            "ftp://mail.example.org/healthz", "http:/healthz", "mail.example.org/healthz", "http://mail.example.org/x",
        ] {
            #expect(try ask(target, host: "mail.example.org").status == 404, "\(target)")
        }
        let proxy = try ServedLedger { ($0.names, $0.limits.proxies) = (["mail.example.org"], ["127.0.0.1"]) }
        #expect(try proxy.ask("GET", "https://mail.example.org/healthz").status == 200)
        let log = try String(contentsOfFile: folder.path("access.log"), encoding: .utf8)
        #expect(log.contains("\"folder-trees\"") && !log.contains("http:"))
    }

    @Test func `learns the methods of the server as a whole, and nothing else`() throws {
        let served = try ServedLedger()
        for target in ["*", "http://\(served.host)"] {
            let answer = try served.ask("OPTIONS", target)
            #expect(answer.status == 204 && answer.body.isEmpty)
            #expect(answer.fields["allow"] == "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
        }
        #expect(try RawHTTP(port: served.port).ask("OPTIONS", "*", host: "evil.example").status == 421)
        #expect(try served.ask("GET", "*").status == 404)
        #expect(try served.ask("OPTIONS", "/healthz").fields["allow"] == "GET, HEAD")
    }

    @Test func `is no page of another site`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read)
        for site in ["cross-site", "same-site"] {
            #expect(try served.request(Self.query, token, ["Sec-Fetch-Site": site]).status == 403)
        }
        let options = try served.ask("OPTIONS", "/v1/requests", token, ["Origin": "https://evil.example"])
        #expect(options.status == 405 && options.fields["access-control-allow-origin"] == nil)
        let simple = try served.ask("POST", "/v1/requests", token, ["Content-Type": "text/plain"], body: Self.query)
        #expect(simple.status == 415)
        for origin in [
            "https://evil.example", "null", "", "http://localhost:\(served.port)", "https://\(served.host)",
            "http://127.0.0.1:1", "http://\(served.host).evil.example",
        ] {
            let answer = try served.request(Self.query, token, ["Origin": origin])
            #expect(answer.status == 403 && answer.text.contains("other sites"), "\(origin)")
        }
        #expect(try served.ask("GET", "/healthz", nil, ["Origin": "https://evil.example"]).status == 403)
        let answer = try served.request(Self.query, token, ["Origin": "http://\(served.host)"])
        #expect(answer.status == 200)
        #expect(!answer.fields.keys.contains { $0.hasPrefix("access-control") })
        #expect(answer.fields["x-content-type-options"] == "nosniff" && answer.fields["cache-control"] == "no-store")
        #expect(answer.fields["content-security-policy"]?.contains("sandbox") == true)
    }

    @Test func `is a page of the server behind a proxy, which need not say what it decrypted`() throws {
        let served = try ServedLedger {
            ($0.names, $0.limits.proxies) = (["mail.example.org", "other.example.org"], ["127.0.0.1"])
        }
        let token = try served.token("t", .read)
        func status(_ origin: String?, _ rest: [String: String] = [:]) throws -> Int {
            var fields = rest
            (fields["Authorization"], fields["Content-Type"]) = ("Bearer \(token)", "application/json")
            fields["Origin"] = origin
            return try RawHTTP(port: served.port).ask(
                "POST", "/v1/requests", host: "mail.example.org", fields, body: Self.query
            ).status
        }
        for origin in [nil, "https://mail.example.org", "http://mail.example.org", "https://other.example.org"] {
            #expect(try status(origin) == 200, "\(origin ?? "none")")
        }
        #expect(try status("https://mail.example.org", ["X-Forwarded-Proto": "https"]) == 200)
        for origin in ["https://evil.example", "null", "http://localhost:3000", "ftp://mail.example.org"] {
            #expect(try status(origin) == 403, "\(origin)")
        }
    }

    @Test func `logs in and writes from the page behind a proxy, which need not say what it decrypted`() throws {
        let served = try ServedLedger {
            ($0.names, $0.limits.proxies) = (["mail.example.org"], ["127.0.0.1"])
        }
        let login = #"{"token": "\#(try served.token("t", .read, .write))"}"#
        let mark = #"{"command": "mark-messages", "reason": "r", "parameters": {"filter": "*", "adding": ["x"]}}"#
        let browser = Browsing(served)
        for origin in [nil, "https://evil.example", "null"] {
            #expect(try browser.login(login, ["Origin": origin]).status == 403, "\(origin ?? "none")")
        }
        #expect(try browser.login(login, ["Origin": "https://mail.example.org"]).status == 200)
        for origin in [nil, "https://evil.example", "null"] {
            #expect(try browser.request(mark, ["Origin": origin]).status == 403, "\(origin ?? "none")")
        }
        #expect(try browser.request(mark, ["Origin": "https://mail.example.org"]).status == 200)
    }

    @Test func `may send a long body once the token is known, and not before`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read)
        // The thread that reads headers learns of a new token within a moment.
        #expect(try served.request(Self.query, token).status == 200)
        let long =
            #"{"query": "count-messages", "parameters": {"filter": "\#(String(repeating: "a ", count: 50_000))"}}"#
        #expect(try served.request(long, token).status != 401)
        let stranger = try RawHTTP(port: served.port)
        stranger.send(
            "POST /v1/requests HTTP/1.1\r\nHost: \(served.host)\r\nContent-Type: application/json\r\nContent-Length: 9000000\r\n\r\n"
        )
        #expect(try stranger.head().status == 401)
        #expect(try served.ask("GET", "/v1/events", token, ["Content-Length": "70000"]).status == 413)
    }

    @Test func `is the owner without a token by a Unix socket`() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path("s")
        let served = try UnixServed(path)
        let answer = try RawHTTP(path: path).ask(
            "POST", "/v1/requests", ["Content-Type": "application/json"],
            body: #"{"command": "add-account", "parameters": {"account": {"address": "b@example.org"}}}"#)
        #expect(answer.status == 200, "\(answer.text)")
        let header = try #require(try served.ledger.store.transaction(1)?.openedHeader())
        #expect(header.actor == "owner" && header.osUser == served.ledger.environment.osUser)
    }

    @Test func `is told nothing by paths that lead nowhere, and by health that all is well`() throws {
        let served = try ServedLedger()
        let health = try served.ask("GET", "/healthz")
        #expect(health.status == 200 && health.text == "ok\n")
        for path in [
            "/v1", "/v1/", "/jmap", "/jmap/upload/a/b", "/.well-known/other", "/v1/things", "/v1/messages/a",
            "/v1/messages//raw",
            "/../etc/passwd", "/v1/messages/a/attachments/0", "x/healthz", "x/",
        ] {
            #expect(try served.ask("GET", path).status == 404, "\(path)")
        }
        #expect(try served.ask("DELETE", "/v1/events").fields["allow"] == "GET")
    }

    @Test func `leaves a line in the access log, without words of mail`() throws {
        let folder = try TemporaryDirectory()
        let served = try ServedLedger { $0.accessLog = folder.path("access.log") }
        let token = try served.token("t", .read)
        _ = try served.request(#"{"query": "count-messages", "parameters": {"filter": "subject:Canary"}}"#, token)
        _ = try served.request(Self.query, "mlt_" + String(repeating: "c", count: 43))
        let text = try String(contentsOfFile: folder.path("access.log"), encoding: .utf8)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].contains(#""caller":"token:t""#) && lines[0].contains(#""request":"count-messages""#))
        #expect(lines[1].contains(#""caller":"nobody""#) && lines[1].contains(#""status":401"#))
        #expect(!text.contains("Canary") && !text.contains("mlt_"))
        let mode =
            try FileManager.default.attributesOfItem(atPath: folder.path("access.log"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }
}
