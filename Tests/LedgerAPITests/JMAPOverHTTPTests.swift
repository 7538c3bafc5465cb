import Access
import Cryptography
import EventLog
import Foundation
import HTTPServing
import LedgerAPI
import Mail
import MailLedger
import Projections
import Synchronization
import TestSupport
import Testing

@Suite struct `JMAP over HTTP` {
    private func session(_ served: ServedLedger, _ token: String, _ fields: [String: String] = [:]) throws -> [String:
        Any]
    {
        let answer = try served.ask("GET", "/jmap/session", token, fields)
        return try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
    }

    private func account(_ served: ServedLedger) throws -> String {
        let row = try #require(try served.ledger.read { try $0.accounts() }.first)
        return "A" + row.id.description.replacing("-", with: "")
    }

    private func call(_ served: ServedLedger, _ token: String, _ calls: String) throws -> RawHTTP.Answer {
        let body = """
            {"using": ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"], "methodCalls": [\(calls)]}
            """
        return try served.ask("POST", "/jmap/api", token, body: body.replacing("$A", with: account(served)))
    }

    @Test func `has its session at two paths, for tokens that may read`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read)
        let known = try served.ask("GET", "/.well-known/jmap", token)
        #expect(known.status == 200 && known.fields["content-type"] == "application/json")
        #expect(
            try known.fields["cache-control"] == "no-store"
                && known.body == served.ask("GET", "/jmap/session", token).body)
        #expect(try served.ask("GET", "/jmap/api", token).body == known.body)
        #expect(try served.ask("PUT", "/jmap/api", token, body: "{}").status == 405)
        let json = try session(served, token)
        #expect(
            json["apiUrl"] as? String == "http://\(served.host)/jmap/api" && json["username"] as? String == "t-actor")
        let accounts = try #require(json["accounts"] as? [String: [String: Any]])
        #expect(accounts[try account(served)]?["isReadOnly"] as? Bool == true)
        #expect(try served.ask("GET", "/jmap/session").status == 401)
        #expect(try served.ask("GET", "/jmap/session", served.token("w", .write)).status == 403)
        #expect(try served.ask("POST", "/jmap/session", token, body: "{}").status == 405)
        // Only a proxy that is known says how its client came.
        let secure = ["X-Forwarded-Proto": "https"]
        #expect((try session(served, token, secure)["apiUrl"] as? String)?.hasPrefix("http://") == true)
        let behind = try ServedLedger { $0.limits.proxies = ["127.0.0.1"] }
        #expect(
            (try session(behind, behind.token("t", .read), secure)["apiUrl"] as? String)?.hasPrefix("https://") == true)
    }

    @Test func `answers requests, and says as a problem what is none`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read)
        let answer = try call(served, token, #"["Core/echo", {"a": 1}, "c"]"#)
        #expect(answer.status == 200 && answer.text.contains(#"["Core/echo",{"a":1},"c"]"#))
        let state = try #require(try session(served, token)["state"] as? String)
        #expect(answer.text.contains(#""sessionState":"\#(state)""#))
        for (body, type) in [
            ("nonsense", "notJSON"), ("{}", "notRequest"),
            (#"{"using": ["urn:x"], "methodCalls": []}"#, "unknownCapability"),
        ] {
            let problem = try served.ask("POST", "/jmap/api", token, body: body)
            #expect(problem.status == 400 && problem.fields["content-type"] == "application/problem+json")
            #expect(problem.text.contains("urn:ietf:params:jmap:error:\(type)"), "\(problem.text)")
        }
        let text = try served.ask("POST", "/jmap/api", token, ["Content-Type": "text/plain"], body: "{}")
        #expect(text.status == 400 && text.fields["content-type"] == "application/problem+json")
        #expect(text.text.contains("urn:ietf:params:jmap:error:notJSON"), "\(text.text)")
        let length = ["Content-Length": "10000001", "Content-Type": "application/json"]
        let long = try served.ask("POST", "/jmap/api", token, length)
        #expect(long.status == 400 && long.fields["content-type"] == "application/problem+json")
        #expect(long.text.contains(#""limit":"maxSizeRequest""#), "\(long.text)")
        #expect(try served.ask("POST", "/v1/requests", token, length).status == 413)
        #expect(try served.ask("POST", "/jmap/api", body: "{}").status == 401)
    }

    @Test func `writes as the token says, and not without its scope`() throws {
        let served = try ServedLedger()
        let (reader, writer) = (try served.token("r", .read), try served.token("phone", .read, .write))
        let found = try call(served, reader, #"["Email/query", {"accountId": "$A", "limit": 1}, "c"]"#).text
        let id = String(try #require(found.firstMatch(of: /"ids":\["(M[0-9a-f]{32})"/)).1)
        let set = #"["Email/set", {"accountId": "$A", "update": {"\#(id)": {"keywords/x": true}}}, "c"]"#
        #expect(try call(served, reader, set).text.contains("accountReadOnly"))
        let done = try call(served, writer, set)
        #expect(done.status == 200 && done.text.contains(#""updated":{"\#(id)":null}"#), "\(done.text)")
        let head = try served.ledger.store.head().transaction
        let header = try #require(try served.ledger.store.transaction(head)?.openedHeader())
        #expect(header.actor == "phone-actor" && header.osUser == "token:phone" && header.command == "jmap Email/set")
        let account = try account(served)
        let body = #"{"using": ["urn:ietf:params:jmap:mail"], "methodCalls": [\#(set.replacing("/x", with: "/y"))]}"#
        let reasoned = try served.ask(
            "POST", "/jmap/api", writer, ["Ledger-Reason": "spring"], body: body.replacing("$A", with: account))
        #expect(reasoned.status == 200)
        let last = try served.ledger.store.head().transaction
        #expect(try served.ledger.store.transaction(last)?.openedHeader()?.reason == "spring")
    }

    @Test func `reads on other threads than the one that writes, also in one request`() throws {
        let phases = Mutex<[(thread: UInt, name: Phase.Name)]>([])
        let served = try ServedLedger {
            $0.environment.observer = { phase in
                phases.withLock { $0.append((UInt(pthread_self()), phase.name)) }
            }
        }
        let token = try served.token("t", .read, .write)
        let found = try call(served, token, #"["Email/query", {"accountId": "$A", "limit": 1}, "c"]"#).text
        let id = String(try #require(found.firstMatch(of: /"ids":\["(M[0-9a-f]{32})"/)).1)
        let get = #"["Email/get", {"accountId": "$A", "ids": ["\#(id)"], "properties": ["keywords"]}, "g"]"#
        func set(_ keyword: String) -> String {
            #"["Email/set", {"accountId": "$A", "update": {"\#(id)": {"keywords/\#(keyword)": true}}}, "s"]"#
        }
        /// How often the thread that writes answered a question.
        func questionsOfWriter(_ calls: String) throws -> (count: Int, text: String) {
            phases.withLock { $0 = [] }
            let answer = try call(served, token, calls)
            #expect(answer.status == 200)
            return try phases.withLock { phases in
                let writer = try #require(phases.first { $0.name == .append }).thread
                #expect(Set(phases.filter { $0.name == .append }.map(\.thread)).count == 1)
                return (phases.count { $0.thread == writer && $0.name == .answer }, answer.text)
            }
        }
        let alone = try questionsOfWriter(set("a")).count
        let mixed = try questionsOfWriter([get, get, set("b"), get, get, set("c"), get].joined(separator: ","))
        #expect(mixed.count == 2 * alone)
        // Each of them reads what was written before it.
        let keywords = mixed.text.matches(of: /"keywords":\{([^}]*)\}/).map { $0.1.contains("\"b\"") ? 1 : 0 }
        #expect(keywords == [0, 0, 1, 1, 1], "\(mixed.text)")
        #expect(mixed.text.contains(/"c":true.*"g"\]\]/), "\(mixed.text)")
    }

    @Test func `knows by its creation id what was made before in a request, and answers what could not be made`() throws
    {
        let asked = try ServedLedger()
        let token = try asked.token("t", .read, .write)
        let made = #"["Mailbox/set", {"accountId": "$A", "create": {"k": {"name": "Made"}}}, "s"]"#
        let read = ##"["Mailbox/get", {"accountId": "$A", "ids": ["#k"]}, "g"]"##
        let answer = try call(asked, token, [made, read, made, read].joined(separator: ","))
        #expect(answer.status == 200)
        #expect(answer.text.matches(of: /"name":"Made"/).count == 2, "\(answer.text)")
        #expect(answer.text.contains("alreadyExists"), "\(answer.text)")
    }

    @Test func `answers those who may only read while the thread that writes waits`() throws {
        let served = try ServedLedger()
        let (reader, writer) = (try served.token("r", .read), try served.token("w", .read, .write))
        let set = #"["Email/set", {"accountId": "$A", "update": {}, "destroy": ["nonsense"]}, "c"]"#
        let made = #"["Mailbox/set", {"accountId": "$A", "create": {"k": {"name": "Made"}}}, "c"]"#
        let isWritten = Mutex(false)
        let account = try account(served)
        let body = #"{"using": ["urn:ietf:params:jmap:mail"], "methodCalls": [\#(made)]}"#.replacing(
            "$A", with: account)
        let (port, host) = (served.port, served.host)
        let done = DispatchSemaphore(value: 0)
        try served.ledger.transaction(served.ledger.context(command: "test")) { (_: UnitOfWork) throws -> Void in
            Thread.detachNewThread {
                let fields = ["Authorization": "Bearer \(writer)", "Content-Type": "application/json"]
                _ = try? RawHTTP(port: port).ask("POST", "/jmap/api", host: host, fields, body: body)
                isWritten.withLock { $0 = true }
                done.signal()
            }
            Thread.sleep(forTimeInterval: 0.3)
            #expect(try call(served, reader, set).text.contains("accountReadOnly"))
            let elsewhere = set.replacing("$A", with: "A00000000000000000000000000000000")
            #expect(try call(served, reader, elsewhere).text.contains("accountNotFound"))
            #expect(!isWritten.withLock { $0 })
        }
        done.wait()
    }

    @Test func `makes a mailbox, moves a message there, and ends both`() throws {
        let served = try ServedLedger()
        let token = try served.token("phone", .read, .write)
        let found = try call(served, token, #"["Email/query", {"accountId": "$A", "limit": 1}, "c"]"#).text
        let id = String(try #require(found.firstMatch(of: /"ids":\["(M[0-9a-f]{32})"/)).1)
        let done = try call(
            served, token,
            """
            ["Mailbox/set", {"accountId": "$A", "create": {"k": {"name": "Read later"}}}, "0"],
            ["Email/set", {"accountId": "$A", "update": {"\(id)": {"mailboxIds": {"#k": true}}}}, "1"],
            ["Mailbox/set", {"accountId": "$A", "destroy": ["#k"]}, "2"],
            ["Mailbox/set", {"accountId": "$A", "destroy": ["#k"], "onDestroyRemoveEmails": true}, "3"],
            ["Email/get", {"accountId": "$A", "ids": ["\(id)"]}, "4"]
            """)
        #expect(done.status == 200 && done.text.contains(#""updated":{"\#(id)":null}"#), "\(done.text)")
        #expect(done.text.contains("mailboxHasEmail") && done.text.contains(#""destroyed":["#))
        #expect(done.text.contains(#""notFound":["\#(id)"]"#), "\(done.text)")
    }

    @Test func `hands out messages and parts as blobs, of live mail of the account alone`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read, .write)
        let row = try #require(try served.ledger.read { try $0.messages() }.first { $0.hasAttachments })
        let account = try account(served)
        let path = "/jmap/download/\(account)/B\(row.content)"
        let whole = try served.ask("GET", "\(path)/a%20name.eml?type=message/rfc822", token)
        #expect(whole.status == 200 && whole.fields["content-type"] == "message/rfc822")
        #expect(SHA256Hasher.digest(of: whole.body) == row.content)
        #expect(whole.fields["content-disposition"] == "attachment; filename*=UTF-8''a%20name.eml")
        #expect(whole.fields["content-security-policy"]?.contains("sandbox") == true)
        #expect(
            try served.ask("GET", "\(path)/x?type=text/html", token).fields["content-type"]
                == "application/octet-stream")
        #expect(try served.ask("GET", "\(path)/x", token, ["Range": "bytes=0-3"]).body == Array(whole.body.prefix(4)))
        let attachment = try #require(try served.ledger.read { try $0.attachments(of: row.stream) }.first)
        var saved: [UInt8] = []
        try served.ledger.attachments.read(attachment.number, of: row.id.description) { saved += $0 }
        let part = attachment.part.replacing(".", with: "_")
        #expect(try served.ask("GET", "\(path)-\(part)/x", token).body == saved && !saved.isEmpty)
        for wrong in [
            "\(path)-99/x", "\(path)-/x", "/jmap/download/A0/B\(row.content)/x", "/jmap/download/\(account)/B00/x",
            path.uppercased() + "/x", "\(path)",
        ] {
            #expect(try served.ask("GET", wrong, token).status == 404, "\(wrong)")
        }
        _ = try served.ledger.perform(AddAccountRequest(account: AddAccount(address: "b@example.org")))
        let other = try #require(try served.ledger.read { try $0.accounts() }.first { $0.address == "b@example.org" })
        let elsewhere = "/jmap/download/A\(other.id.description.replacing("-", with: ""))/B\(row.content)/x"
        #expect(try served.ask("GET", elsewhere, token).status == 404)
        _ = try served.ledger.perform(DeleteMessagesRequest(filter: "*"))
        #expect(try served.ask("GET", "\(path)/x", token).status == 404)
    }

    // MARK: Pushes

    private func follow(
        _ served: ServedLedger, _ token: String, _ query: String, _ fields: [String: String] = [:]
    ) throws -> RawHTTP {
        let client = try RawHTTP(port: served.port)
        client.begin(
            "GET", "/jmap/eventsource?\(query)", host: served.host,
            fields.merging(["Authorization": "Bearer \(token)"]) { $1 })
        let head = try client.head()
        #expect(head.status == 200 && head.fields["content-type"] == "text/event-stream")
        #expect(try client.chunk() == Array("retry: 1000\n\n".utf8))
        return client
    }

    private func event(_ client: RawHTTP) throws -> String { String(decoding: try client.chunk() ?? [], as: UTF8.self) }

    @Test func `tells of states that are others, of the types that are asked for, and ends where that is asked for`()
        throws
    {
        let served = try ServedLedger()
        let token = try served.token("t", .read)
        let all = try follow(served, token, "types=*&closeafter=no&ping=0")
        let threads = try follow(served, token, "types=Thread,EmailDelivery&closeafter=state&ping=0")
        // Both have looked once the server has answered them something else.
        #expect(try served.ask("GET", "/healthz").status == 200)
        Thread.sleep(forTimeInterval: 0.3)
        _ = try served.ledger.perform(MarkMessagesRequest(filter: "*", adding: [Keyword("pushed")]))
        let first = try event(all)
        let position = try served.ledger.store.head().position
        let leaf = try #require(try served.ledger.read { try $0.recordedLeaf(at: position) }).hex.prefix(8)
        let id = "s1.\(position.rawValue)-\(leaf)"
        #expect(first.hasPrefix("event: state\nid: \(id)\ndata: {\"@type\":\"StateChange\""), "\(first)")
        #expect(
            try first.contains(account(served)) && first.contains("\"Email\":\"s1.") && !first.contains("EmailDelivery")
        )
        _ = try served.ledger.perform(MarkMessagesRequest(filter: "*", removing: [.seen]))
        let second = try event(threads)
        #expect(second.contains("\"Thread\":") && !second.contains("\"Email\":"))
        #expect(try threads.chunk() == nil)
    }

    @Test func `tells a client that comes back what it missed`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read)
        let query = "types=Email,Mailbox&closeafter=state&ping=0"
        // What is no id of this log's is that of a client which knows nothing of it.
        let all = try event(follow(served, token, query, ["Last-Event-ID": "s1.999999999-00000000"]))
        #expect(all.contains("\"Email\":") && all.contains("\"Mailbox\":"), "\(all)")
        let id = try #require(all.firstMatch(of: /id: (s1\.([0-9]+)-[0-9a-f]{8})\n/))
        for other in ["s1.\(id.2)-00000000", "\(id.2)", "s1.1-00000000"] {
            #expect(
                try event(follow(served, token, query, ["Last-Event-ID": other])).contains("\"Mailbox\":"), "\(other)")
        }
        _ = try served.ledger.perform(MarkMessagesRequest(filter: "*", adding: [Keyword("missed")]))
        let client = try follow(served, token, query, ["Last-Event-ID": String(id.1)])
        let missed = try event(client)
        #expect(missed.contains("\"Email\":") && !missed.contains("\"Mailbox\":"), "\(missed)")
        #expect(try client.chunk() == nil)
        for wrong in ["closeafter=never", "ping=-1", "ping=x"] {
            #expect(try served.ask("GET", "/jmap/eventsource?types=*&\(wrong)", token).status == 400)
        }
        #expect(try served.ask("GET", "/jmap/eventsource?types=*", served.token("a", .audit)).status == 403)
    }

    @Test func `takes any number of seconds between pings`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read)
        for seconds in ["1", "299", "9223372036854775807"] {
            _ = try follow(served, token, "types=*&closeafter=no&ping=\(seconds)")
        }
        #expect(try served.ask("GET", "/healthz").status == 200)
    }
}
