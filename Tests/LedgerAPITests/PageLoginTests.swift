import Access
import CivilTime
import EventLog
import Foundation
import HTTPServing
import LedgerAPI
import MailLedger
import MailLedgerTesting
import Synchronization
import TestSupport
import Testing
import WebPage

@Suite struct `The page` {
    @Test func `comes to anybody, with a policy that runs its own files alone, and once per version`() throws {
        let served = try ServedLedger()
        let page = try served.ask("GET", "/")
        #expect(page.status == 200 && page.fields["content-type"] == "text/html; charset=utf-8")
        #expect(page.body == PageAssets.embedded["index.html"]?.bytes)
        let policy = try #require(page.fields["content-security-policy"])
        for rule in [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "frame-src 'self'",
            "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
        ] {
            #expect(policy.contains(rule), "\(rule)")
        }
        #expect(!policy.contains("unsafe") && !policy.contains("*"))
        #expect(page.fields["x-content-type-options"] == "nosniff")
        #expect(page.fields["referrer-policy"] == "no-referrer")
        #expect(page.fields["cross-origin-opener-policy"] == "same-origin")
        let tag = try #require(page.fields["etag"])
        #expect(page.fields["cache-control"] == "no-cache")
        let again = try served.ask("GET", "/", nil, ["If-None-Match": tag])
        #expect(again.status == 304 && again.body.isEmpty && again.fields["etag"] == tag)
        let script = try served.ask("GET", "/assets/app.js")
        #expect(script.status == 200 && script.fields["content-type"] == "text/javascript; charset=utf-8")
        let head = try served.ask("HEAD", "/assets/base.css")
        #expect(head.status == 200 && head.body.isEmpty)
    }

    @Test func `is all that another site may send a browser to`() throws {
        let served = try ServedLedger()
        let foreign = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"]
        #expect(try served.ask("GET", "/", nil, foreign).status == 200)
        for path in ["/assets/app.js", "/ui/session", "/v1/events", "/v1/checkpoint"] {
            #expect(try served.ask("GET", path, nil, foreign).status == 403, "\(path)")
        }
        #expect(try served.ask("POST", "/", nil, foreign).status == 405)
        for path in ["/assets/none.js", "/assets/", "/assets/..%2fapp.js", "/index.html", "/ui", "/ui/other"] {
            #expect(try served.ask("GET", path).status == 404, "\(path)")
        }
    }

    @Test func `comes from a folder while somebody works on it`() throws {
        let folder = try TemporaryDirectory()
        let served = try ServedLedger { $0.assets = PageAssets(folder: folder.path) }
        for text in ["one", "two"] {
            try Data(text.utf8).write(to: URL(filePath: folder.path("index.html")))
            #expect(try served.ask("GET", "/").text == text)
        }
    }
}

@Suite struct `A browser` {
    private static let count = #"{"query": "count-messages"}"#
    private static let history = #"{"query": "list-operations"}"#

    @Test func `is let in by a code once, as the owner, to read, audit and undo`() throws {
        let served = try ServedLedger()
        let spent = Mutex(0)
        let code = served.server.makeLoginCode { spent.withLock { $0 += 1 } }
        let browser = Browsing(served)
        #expect(try browser.login(#"{"code": "\#(code)x"}"#).status == 401)
        #expect(spent.withLock { $0 } == 0)
        let login = try browser.login(#"{"code": "\#(code)"}"#)
        #expect(login.status == 200 && spent.withLock { $0 } == 1)
        #expect(
            login.text.contains(#""actor":"owner","scopes":["read","audit","undo"],"accounts":"all","ledger":"ledger""#)
        )
        let cookie = try #require(login.fields["set-cookie"])
        #expect(
            cookie.contains(#/^ledger_session_[0-9]+=[0-9a-f]{64}; HttpOnly; SameSite=Strict; Path=\/$/#), "\(cookie)")
        #expect(login.fields["cache-control"] == "no-store")
        for fields in [[:], ["Sec-Fetch-Site": nil]] as [[String: String?]] {
            let again = try browser.login(#"{"code": "\#(code)"}"#, fields)
            #expect(again.status == 401 && again.text.contains("was used"), "\(again.text)")
            #expect(again.text.contains("make another"))
            #expect(again.fields["www-authenticate"]?.contains("Basic") == false)
        }
        let wrong = try browser.login(#"{"token": "mlt_x"}"#, ["Sec-Fetch-Site": nil])
        #expect(wrong.status == 401 && wrong.text.contains("not a token"), "\(wrong.text)")
        #expect(try browser.request(Self.count).status == 200)
        #expect(try browser.request(Self.history).status == 200)
        let session = try browser.ask("GET", "/ui/session")
        #expect(session.status == 200 && session.text == login.text)
        for command in [
            #"{"command": "erase", "reason": "x", "parameters": {"filter": "*"}}"#,
            #"{"command": "mark-messages", "reason": "x", "parameters": {"filter": "*", "adding": ["x"]}}"#,
            #"{"command": "add-hold", "reason": "x", "parameters": {"name": "x", "filter": "*"}}"#,
            #"{"query": "list-tokens"}"#,
        ] {
            #expect(try browser.request(command).status == 403, "\(command)")
        }
    }

    @Test func `is let in by a token, and has its scopes for as long as the token has them`() throws {
        let served = try ServedLedger()
        let token = try served.token("mara", .read, .write)
        let browser = Browsing(served)
        #expect(try browser.login(#"{"token": "\#(token)"}"#).status == 200)
        #expect(try browser.request(Self.count).status == 200)
        #expect(try browser.request(Self.history).status == 403)
        let mark =
            #"{"command": "mark-messages", "reason": "tidy", "parameters": {"filter": "*", "adding": ["x"]}}"#
        #expect(try browser.request(mark).status == 200)
        let header = try #require(
            try served.ledger.store.transaction(holding: served.ledger.store.head().position)?.openedHeader())
        #expect(header.actor == "mara-actor" && header.osUser == "token:mara" && header.reason == "tidy")
        _ = try served.ledger.perform(RevokeTokenRequest(name: "mara"))
        #expect(try browser.request(Self.count).status == 401)
        #expect(try browser.ask("GET", "/ui/session").status == 401)
    }

    @Test func `writes from the page alone: with its origin, as JSON, and with a reason`() throws {
        let served = try ServedLedger()
        let browser = Browsing(served)
        _ = try browser.login(#"{"token": "\#(try served.token("t", .read, .write))"}"#)
        let mark = #"{"command": "mark-messages", "reason": "r", "parameters": {"filter": "*", "adding": ["x"]}}"#
        let head = try served.ledger.store.head().position
        for origin in [nil, "null", "http://evil.example", "http://localhost:\(served.port)", "https://\(served.host)"]
        {
            #expect(try browser.request(mark, ["Origin": origin]).status == 403, "\(origin ?? "none")")
        }
        for site in ["same-site", "cross-site", "none"] {
            #expect(try browser.request(mark, ["Sec-Fetch-Site": site]).status == 403, "\(site)")
        }
        for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
            #expect(try browser.request(mark, ["Content-Type": type]).status == 415, "\(type)")
        }
        for reason in ["", #""reason": " ", "#] {
            let unexplained = #"{"command": "mark-messages", \#(reason)"parameters": {"filter": "*", "adding": ["x"]}}"#
            let answer = try browser.request(unexplained, ["User-Agent": "browser"])
            #expect(answer.status == 400 && answer.text.contains(#""field":"reason""#), "\(answer.text)")
        }
        let posed = #"{"command": "mark-messages", "actor": "owner", "reason": "r", "parameters": {"filter": "*"}}"#
        #expect(try browser.request(posed).status == 403)
        #expect(try served.ledger.store.head().position == head)
        #expect(try browser.request(mark, ["Sec-Fetch-Site": nil]).status == 200)
    }

    @Test func `logs in and out from the page alone`() throws {
        let served = try ServedLedger()
        let browser = Browsing(served)
        let login = #"{"token": "\#(try served.token("t", .read))"}"#
        for origin in [nil, "http://evil.example"] {
            #expect(try browser.login(login, ["Origin": origin]).status == 403)
        }
        #expect(try browser.login(login, ["Content-Type": "text/plain"]).status == 415)
        for body in [#"{}"#, #"{"code": "a", "token": "b"}"#, "[]", "{"] {
            #expect(try browser.login(body).status == 400, "\(body)")
        }
        #expect(try browser.login(login).status == 200)
        #expect(try browser.ask("POST", "/ui/logout", ["Origin": "http://evil.example"]).status == 403)
        #expect(try browser.request(Self.count).status == 200)
        let logout = try browser.ask("POST", "/ui/logout", [:])
        #expect(logout.status == 204 && logout.fields["set-cookie"]?.contains("=; ") == true)
        #expect(try browser.request(Self.count).status == 401)
        #expect(try browser.ask("POST", "/ui/logout", [:]).status == 401)
    }

    @Test func `is asked for no password, and by wrong codes it is slowed like by wrong tokens`() throws {
        let served = try ServedLedger()
        let browser = Browsing(served)
        let answer = try browser.ask("GET", "/ui/session")
        #expect(answer.status == 401 && answer.fields["www-authenticate"]?.contains("Basic") == false)
        let statuses = try (0..<12).map { try browser.login(#"{"code": "\#($0)"}"#).status }
        #expect(statuses == Array(repeating: 401, count: 10) + [429, 429])
        let code = served.server.makeLoginCode {}
        #expect(try browser.login(#"{"code": "\#(code)"}"#).status == 200)
    }

    @Test func `is out when its code or its session is over, also in a stream`() throws {
        let clock = TestClock(at: .now)
        let served = try ServedLedger {
            $0.environment.log = LogEnvironment(now: { clock.now }, randomBytes: $0.environment.log.randomBytes)
        }
        let browser = Browsing(served)
        let (old, good) = (served.server.makeLoginCode {}, served.server.makeLoginCode {})
        clock.advance(by: .seconds(119))
        #expect(try browser.login(#"{"code": "\#(good)"}"#).status == 200)
        clock.advance(by: .seconds(1))
        #expect(try browser.login(#"{"code": "\#(old)"}"#, ["Cookie": nil]).status == 401)
        let stream = try RawHTTP(port: served.port)
        stream.begin("GET", "/v1/events?follow=1", host: served.host, ["Cookie": browser.cookie])
        #expect(try stream.head().status == 200)
        _ = try stream.chunk()
        clock.advance(by: .seconds(12 * 3_600))
        #expect(try browser.ask("GET", "/ui/session").status == 401)
        // The next commit wakes the stream, which finds itself out.
        _ = try served.ledger.perform(AddFolderRequest(account: "mara@example.org", path: "Later"))
        while try stream.chunk() != nil {}
    }

    @Test func `has no cookie for mail programs' paths, and none of another server beside it`() throws {
        let served = try ServedLedger()
        let browser = Browsing(served)
        _ = try browser.login(#"{"token": "\#(try served.token("t", .read))"}"#)
        #expect(try browser.ask("GET", "/jmap/session").status == 401)
        let other = try ServedLedger()
        #expect(!browser.cookie.hasPrefix("ledger_session_\(other.port)="))
        #expect(try other.ask("GET", "/ui/session", nil, ["Cookie": browser.cookie]).status == 401)
        let beside = "a=b; \(browser.cookie); c=d"
        #expect(try served.ask("GET", "/ui/session", nil, ["Cookie": beside]).status == 200)
        // A token that is shown decides, whatever the cookie is.
        #expect(try served.ask("GET", "/ui/session", "mlt_x", ["Cookie": browser.cookie]).status == 401)
    }
}
