import Access
import EventLog
import Foundation
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct `Requests over HTTP` {
    @Test func `are answered as the door answers them, byte for byte`() throws {
        let served = try ServedLedger()
        let token = try served.token("all", .read, .audit)
        for body in [
            #"{"query": "count-messages", "parameters": {"filter": "is:unread"}}"#,
            #"{"query": "list-messages", "parameters": {"limit": 3}}"#, #"{"query": "list-folders"}"#,
            #"{"query": "list-operations"}"#, #"{"query": "count-messages", "at": "tx:1"}"#,
        ] {
            let answer = try served.request(body, token)
            #expect(answer.status == 200 && answer.fields["content-type"] == "application/json")
            #expect(
                answer.text == String(decoding: try served.ledger.respond(to: Array(body.utf8)).json, as: UTF8.self)
                    + "\n")
        }
    }

    @Test func `do what the scopes of the token allow, and say which one is missing`() throws {
        let served = try ServedLedger()
        let tokens = [
            "reader": try served.token("reader", .read), "writer": try served.token("writer", .write),
            "auditor": try served.token("auditor", .audit), "eraser": try served.token("eraser", .erase),
            "undoer": try served.token("undoer", .undo), "admin": try served.token("admin", .admin),
        ]
        let requests: [(body: String, who: String, missing: String)] = [
            (#"{"query": "list-accounts"}"#, "reader", "read"), (#"{"query": "history"}"#, "auditor", "audit"),
            (#"{"command": "mark-messages", "parameters": {"filter": "*", "adding": ["a"]}}"#, "writer", "write"),
            (#"{"command": "undo"}"#, "undoer", "undo"), (#"{"query": "list-tokens"}"#, "admin", "admin"),
            (
                #"{"command": "add-account", "parameters": {"account": {"address": "a@example.org"}}}"#, "admin",
                "admin"
            ),
        ]
        for (body, who, missing) in requests {
            for (name, token) in tokens where name != who {
                let answer = try served.request(body, token)
                #expect(answer.status == 403 && answer.text.contains("\"scope\":\"\(missing)\""), "\(name): \(body)")
            }
            #expect(try served.request(body, tokens[who]).status == 200, "\(body)")
        }
        let erase = #"{"command": "erase", "parameters": {"kind": "query", "target": "id:ffffffff"}, "reason": "r"}"#
        #expect(try served.request(erase, tokens["admin"]).status == 403)
        #expect(try served.request(erase, tokens["eraser"]).status != 403)
    }

    @Test func `search mail only with the scope read, also by a command, a dry run or the log`() throws {
        let served = try ServedLedger()
        let message = try served.ledger.read { try #require(try $0.messages(limit: 1).first) }
        let (blind, seeing) = (try served.token("w", .write, .undo), try served.token("rw", .read, .write))
        let (auditor, eraser) = (try served.token("a", .audit), try served.token("e", .erase))
        func mark(_ filter: String, isDryRun: Bool) -> String {
            let parameters = #"{"filter": "\#(filter)", "adding": ["x"]}"#
            return #"{"command": "mark-messages", "dry_run": \#(isDryRun), "parameters": \#(parameters)}"#
        }
        let known = ["*", "id:\(message.id)", "message-id:a@b.example", "id:\(message.id) or external:7"]
        let asking = [
            "body:the*", "subject:a", "the", "is:unread", "in:INBOX", "from:a", "has:attachment", "date:2026..",
            "thread:\(message.id)", "id:\(message.id) or subject:a", "not is:read",
        ]
        for isDryRun in [true, false] {
            for filter in known {
                let answer = try served.request(mark(filter, isDryRun: isDryRun), blind)
                #expect(answer.status == (isDryRun ? 403 : 200), "\(filter): \(answer.text)")
                #expect(!answer.text.contains("matched"), "\(filter): \(answer.text)")
            }
            for filter in asking {
                let answer = try served.request(mark(filter, isDryRun: isDryRun), blind)
                #expect(answer.status == 403 && answer.text.contains("may read"), "\(filter): \(answer.text)")
                #expect(!answer.text.contains("matched"))
                #expect(try served.request(mark(filter, isDryRun: isDryRun), seeing).status == 200, "\(filter)")
            }
        }
        for body in [
            #"{"query": "list-operations", "parameters": {"matching": {"filter": "body:the*"}}}"#,
            #"{"query": "history", "parameters": {"matching": {"filter": "body:the*"}}}"#,
            #"{"query": "difference", "parameters": {"from": "tx:1", "filter": "body:the*"}}"#,
        ] {
            #expect(try served.request(body, auditor).status == 403, "\(body)")
        }
        #expect(try served.request(#"{"query": "difference", "parameters": {"from": "tx:1"}}"#, auditor).status == 200)
        let target = #"{"kind": "query", "target": "body:the*"}"#
        let erase = #"{"command": "erase", "dry_run": true, "reason": "r", "parameters": \#(target)}"#
        #expect(try served.request(erase, eraser).status == 403)
        // The next request on the same thread sees what its own token allows.
        let count = #"{"query": "count-messages", "parameters": {"filter": "the"}}"#
        #expect(try served.request(count, seeing).status == 200)
    }

    @Test func `show nothing of what they change without the scope read`() throws {
        let served = try ServedLedger()
        let (writer, undoer) = (try served.token("w", .write), try served.token("u", .undo))
        let (admin, eraser) = (try served.token("a", .admin), try served.token("e", .erase))
        let note = #"{"title": "Tides", "transcript": "High water"}"#
        let made = try served.ask("POST", "/v1/notes", writer, body: note)
        let path = try #require(made.fields["location"])
        let id = try #require(path.split(separator: "/").last)
        #expect(made.status == 201 && made.text == "{\"id\":\"\(id)\"}\n", "\(made.text)")
        let changed = try served.ask("PATCH", path, writer, body: #"{"is_pinned": true}"#)
        #expect(changed.status == 200 && changed.text == made.text, "\(changed.text)")
        #expect(changed.fields["ledger-version"] == "2")
        #expect(try served.ask("PATCH", path + "?dry_run=1", writer, body: #"{"is_pinned": false}"#).status == 403)
        let delete = #"{"command": "delete-messages", "parameters": {"filter": "*"}}"#
        #expect(try served.request(delete, writer).status == 200)
        for (body, token) in [
            (#"{"command": "prune", "parameters": {"keep": 1}, "dry_run": true}"#, writer),
            (#"{"command": "delete-folder", "parameters": {"folder": "Archive"}, "dry_run": true}"#, writer),
            (#"{"command": "undo", "dry_run": true}"#, undoer),
            (
                #"{"command": "add-hold", "reason": "r", "parameters": {"hold": "h", "kind": "query", "target": "subject:a"}}"#,
                admin
            ),
            (#"{"command": "delete-account", "parameters": {"account": "mara@example.org"}, "dry_run": true}"#, admin),
            (
                #"{"command": "erase", "reason": "r", "dry_run": true, "parameters": {"kind": "account", "target": "mara@example.org"}}"#,
                eraser
            ),
        ] {
            let answer = try served.request(body, token)
            #expect(answer.status == 403 && answer.text.contains("may read"), "\(body) \(answer.text)")
        }
        let undone = try served.request(#"{"command": "undo"}"#, undoer)
        #expect(undone.status == 200 && undone.text.contains("\"undone\""), "\(undone.text)")
        #expect(!undone.text.contains("changes") && !undone.text.contains("events"), "\(undone.text)")
        // What is about tokens, those who may list them see.
        let token = #"{"name": "t", "actor": "t", "scopes": ["read"]}"#
        let issued = try served.request(#"{"command": "issue-token", "parameters": \#(token)}"#, admin)
        #expect(issued.status == 200 && issued.text.contains("mlt_"), "\(issued.text)")
    }

    @Test func `name no saved query, and hear why`() throws {
        let served = try ServedLedger()
        let token = try served.token("r", .read)
        let answer = try served.request(
            #"{"query": "list-messages", "parameters": {"filter": "query:work"}}"#, token)
        #expect(answer.status == 400 && answer.text.contains("INVALID_INPUT"), "\(answer.text)")
        #expect(answer.text.contains("write the query"), "\(answer.text)")
    }

    @Test func `see no history without its scope, by a moment, by a filter, or by holds overridden`() throws {
        let served = try ServedLedger()
        let (reader, writer) = (try served.token("r", .read), try served.token("w", .read, .write))
        for body in [
            #"{"query": "count-messages", "at": "tx:1"}"#,
            #"{"query": "list-messages", "parameters": {"filter": "is:deleted"}}"#,
            #"{"query": "count-messages", "parameters": {"filter": "not changed-by:owner"}}"#,
        ] {
            #expect(try served.request(body, reader).status == 403, "\(body)")
        }
        let delete =
            #"{"command": "delete-messages", "parameters": {"filter": "*"}, "override_holds": true, "reason": "r"}"#
        #expect(try served.request(delete, writer).status == 403)
        // The next request on the same thread sees what its own token allows.
        let auditor = try served.token("a", .read, .audit)
        for _ in 0..<4 {
            #expect(try served.request(#"{"query": "count-messages", "at": "tx:1"}"#, auditor).status == 200)
            #expect(try served.request(#"{"query": "count-messages", "at": "tx:1"}"#, reader).status == 403)
        }
    }

    /// Marks all mail by a request, and returns what the log has of who did it.
    private func marked(
        _ keyword: String, _ served: ServedLedger, _ token: String, _ fields: [String: String], _ rest: String = ""
    ) throws -> TransactionHeader {
        let body = #"{"command": "mark-messages", "parameters": {"filter": "*", "adding": ["\#(keyword)"]}\#(rest)}"#
        let answer = try served.request(body, token, fields)
        #expect(answer.status == 200, "\(answer.text)")
        let head = try served.ledger.store.head().transaction
        return try #require(try served.ledger.store.transaction(head)?.openedHeader())
    }

    @Test func `are recorded with the actor of the token, the token, and a reason`() throws {
        let served = try ServedLedger()
        let token = try served.token("phone", .write, .admin)
        let plain = try marked("a", served, token, ["User-Agent": "phone-app/3.1"])
        #expect(plain.actor == "phone-actor" && plain.osUser == "token:phone" && plain.command == "mark-messages")
        #expect(plain.reason == "mark-messages by phone-app/3.1")
        #expect(try marked("b", served, token, ["Ledger-Reason": "spring"]).reason == "spring")
        #expect(try marked("c", served, token, ["Ledger-Reason": "spring"], #", "reason": "own""#).reason == "own")
        let other = #"{"command": "mark-messages", "parameters": {"filter": "*", "adding": ["d"]}, "actor": "root"}"#
        let answer = try served.request(other, token)
        #expect(answer.status == 403 && answer.text.contains("token"))
        // What a server makes up is no reason where one is needed.
        let hold =
            #"{"command": "add-hold", "parameters": {"hold": "h", "kind": "account", "target": "mara@example.org"}}"#
        #expect(try served.request(hold, token, ["User-Agent": "phone"]).status == 400)
        #expect(try served.request(hold, token, ["Ledger-Reason": "court"]).status == 200)
        #expect(try served.request(hold, token, ["Ledger-Reason": String(repeating: "a", count: 1_001)]).status == 400)
        let delete = #"{"command": "delete-messages", "parameters": {"filter": "*"}}"#
        let held = try served.request(delete, token)
        #expect(held.status == 403 || held.status == 409)
        #expect(held.text.contains("h"))
    }

    @Test func `that are no requests are refused, and nothing is told of the machine`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read, .write)
        for body in ["", "{", "[]", "{}", #"{"query": "x"}"#, #"{"query": "a", "command": "b"}"#, "null"] {
            let answer = try served.request(body, token)
            #expect([400, 403].contains(answer.status), "\(body)")
            #expect(
                !answer.text.contains(served.location.directory) && !answer.text.contains("SELECT"), "\(answer.text)")
        }
        let deep = String(repeating: "[", count: 100_000)
        #expect(try served.request(deep, token).status == 400)
        let twice =
            #"{"command": "mark-messages", "parameters": {"filter": "*", "adding": ["x"]}, "idempotency_key": "k"}"#
        let (first, second) = (try served.request(twice, token), try served.request(twice, token))
        #expect(first.text.contains(#""is_repeat":false"#) && second.text.contains(#""is_repeat":true"#))
        let none = try served.request(#"{"query": "show-message", "parameters": {"message": "ffffffff"}}"#, token)
        #expect(none.status == 404 && none.text.contains("NOT_FOUND"))
    }

    @Test func `are done once by a key in the header or in the body, which are not two`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read, .write)
        func mark(_ word: String, _ header: String?, _ own: String? = nil) throws -> RawHTTP.Answer {
            let rest = own.map { #", "idempotency_key": "\#($0)""# } ?? ""
            let body = #"{"command": "mark-messages", "parameters": {"filter": "*", "adding": ["\#(word)"]}\#(rest)}"#
            return try served.request(body, token, header.map { ["Idempotency-Key": $0] } ?? [:])
        }
        #expect(try mark("a", "k").text.contains(#""is_repeat":false"#))
        let head = try served.ledger.store.head().position
        for (header, own) in [("k", nil), (nil, "k"), ("k", "k")] {
            #expect(try mark("a", header, own).text.contains(#""is_repeat":true"#), "\(header ?? "-") \(own ?? "-")")
        }
        for (header, own) in [("k", "l"), ("", nil), (nil, ""), ("", "k"), ("k", "")] {
            let answer = try mark("b", header, own)
            #expect(answer.status == 400 && answer.text.contains("idempotency_key"), "\(answer.text)")
        }
        #expect(try served.ledger.store.head().position == head)
        let query = try served.request(#"{"query": "count-messages"}"#, token, ["Idempotency-Key": "q"])
        #expect(query.status == 200)
    }

    @Test func `are answered while another is written, and each written one is in the log`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read, .write)
        let head = try served.ledger.store.head().transaction
        let (port, host) = (served.port, served.host)
        DispatchQueue.concurrentPerform(iterations: 40) { number in
            let body =
                number.isMultiple(of: 2)
                ? #"{"command": "mark-messages", "parameters": {"filter": "*", "adding": ["k\#(number)"]}}"#
                : #"{"query": "count-messages"}"#
            let status = try? RawHTTP(port: port).ask(
                "POST", "/v1/requests", host: host,
                ["Authorization": "Bearer \(token)", "Content-Type": "application/json"], body: body
            ).status
            #expect(status == 200 || status == 429)
        }
        #expect(try served.ledger.store.head().transaction > head)
        #expect(try served.ledger.maintenance.verifyLog().events == served.ledger.store.head().position.rawValue)
    }
}
