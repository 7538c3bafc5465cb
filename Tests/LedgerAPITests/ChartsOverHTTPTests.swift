import Access
import EventLog
import Foundation
import JSONCoding
import MailLedger
import TestSupport
import Testing

@Suite struct `Series and moments over HTTP` {
    private let served: ServedLedger
    private let token: String

    init() throws {
        served = try ServedLedger()
        token = try served.token("auditor", .audit)
    }

    @Test func `are what the same request in a body is answered with`() throws {
        for (path, body) in [
            ("/v1/series?name=total", #"{"query": "series", "parameters": {"name": "total"}}"#),
            (
                "/v1/series?name=changes_by_actor&from=2020&to=2030&step=year&actor=owner",
                #"{"query": "series", "parameters": {"name": "changes_by_actor", "from": "2020", "to": "2030", "step": "year", "actor": "owner"}}"#
            ),
            (
                "/v1/series?name=mail_by_month&account=mara%40example.org",
                #"{"query": "series", "parameters": {"name": "mail_by_month", "account": "mara@example.org"}}"#
            ),
            ("/v1/moments?steps=3", #"{"query": "moments", "parameters": {"steps": 3}}"#),
            ("/v1/moments?at=tx:2", #"{"query": "moments", "parameters": {}, "at": "tx:2"}"#),
        ] {
            let answer = try served.ask("GET", path, token)
            #expect(answer.status == 200 && answer.fields["content-type"] == "application/json", "\(path)")
            #expect(try answer.text == served.request(body, token).text, "\(path)")
        }
        #expect(try served.ask("HEAD", "/v1/moments", token).status == 200)
    }

    @Test func `end with the numbers of today`() throws {
        let unread = try served.ask("GET", "/v1/series?name=unread", token).text
        let count = try served.ledger.answer(CountUnread()).total
        #expect(unread.contains("\"unit\":\"messages\"") && unread.contains("\(count)]"), "\(unread)")
        let moments = try served.ask("GET", "/v1/moments", token).text
        let head = try served.ledger.store.head().position
        #expect(moments.contains("\"position\":\(head)") && moments.contains("\"precision\":\"transaction\""))
    }

    @Test func `that are wrong, huge or unknown are refused with the field`() throws {
        for (path, word) in [
            ("/v1/series", "name"), ("/v1/series?name=x", "name"), ("/v1/series?name=total&from=soon", "from"),
            ("/v1/series?name=total&from=0001&to=9999&step=day", "step"), ("/v1/series?name=total&step=hour", "step"),
            ("/v1/series?name=total&name=size", "name"), ("/v1/series?name=total&colour=red", "colour"),
            ("/v1/series?name=total&to=99999999999999999999", "to"), ("/v1/series?name=total&actor=x", "actor"),
            ("/v1/series?name=total&at=never", "never"), ("/v1/moments?steps=1000000000", "steps"),
            ("/v1/moments?steps=-1", "steps"), ("/v1/moments?steps=0", "steps"), ("/v1/moments?steps=many", "steps"),
            ("/v1/moments?steps=99999999999999999999", "steps"), ("/v1/moments?steps", "steps"),
            ("/v1/moments?from=2024&to=2023", "to"), ("/v1/moments?from=-999999999999", "from"),
        ] {
            let answer = try served.ask("GET", path, token)
            #expect(answer.status == 400 && answer.text.contains(word), "\(path): \(answer.status) \(answer.text)")
            #expect(!answer.text.contains("SELECT") && !answer.text.contains(served.location.directory))
        }
        #expect(try served.ask("GET", "/v1/series?name=total&account=nobody", token).status == 404)
        #expect(try served.ask("POST", "/v1/series", token, body: "{}").status == 405)
    }

    @Test func `need the scope audit`() throws {
        let reader = try served.token("reader", .read, .write, .admin)
        for path in ["/v1/series?name=total", "/v1/moments"] {
            let answer = try served.ask("GET", path, reader)
            #expect(answer.status == 403 && answer.text.contains("\"scope\":\"audit\""))
            #expect(try served.ask("GET", path).status == 401)
        }
    }
}
