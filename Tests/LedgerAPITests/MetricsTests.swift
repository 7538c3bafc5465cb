import Access
import EventLog
import MailLedger
import TestSupport
import Testing

@Suite struct `Metrics of a server` {
    @Test func `count answers by request and status, and name nobody`() throws {
        let served = try ServedLedger()
        let (admin, reader) = (try served.token("monitor", .admin), try served.token("reader", .read))
        for _ in 0..<3 { #expect(try served.request(#"{"query": "count-messages"}"#, reader).status == 200) }
        #expect(try served.request(#"{"query": "history"}"#, reader).status == 403)
        // A name that nobody knows makes no line of its own.
        #expect(try served.request(#"{"command": "evil\"} 1\n"}"#, admin).status == 400)
        let mail = #"{"using": ["urn:ietf:params:jmap:core"], "methodCalls": [["Core/echo", {}, "c"]]}"#
        #expect(try served.ask("POST", "/jmap/api", reader, body: mail).status == 200)
        let answer = try served.ask("GET", "/metrics", admin)
        #expect(answer.status == 200 && answer.fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        let lines = answer.text.split(separator: "\n")
        #expect(lines.contains(#"mailledger_requests_total{request="count-messages",status="200"} 3"#))
        #expect(lines.contains(#"mailledger_requests_total{request="requests",status="403"} 1"#))
        #expect(lines.contains(#"mailledger_requests_total{request="jmap",status="200"} 1"#))
        #expect(lines.contains("mailledger_position \(try served.ledger.store.head().position)"))
        #expect(lines.contains("mailledger_readers 2") && lines.contains("mailledger_streams 0"))
        #expect(
            lines.allSatisfy {
                $0.hasPrefix("# ")
                    || $0.contains(/^mailledger_[a-z_]+(\{request="[a-z0-9 -]+",status="[0-9]{3}"\})? [0-9.e-]+$/)
            })
        #expect(!answer.text.contains("reader\"") && !answer.text.contains("evil"))
    }

    @Test func `are for the scope admin alone`() throws {
        let served = try ServedLedger()
        let token = try served.token("all", .read, .write, .audit, .undo, .erase)
        let answer = try served.ask("GET", "/metrics", token)
        #expect(answer.status == 403 && answer.text.contains("\"scope\":\"admin\""))
        #expect(try served.ask("GET", "/metrics").status == 401)
    }
}
