import Access
import Cryptography
import EventLog
import Foundation
import LedgerAPI
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// The mailbox of an earlier moment, as a client of JMAP gets it.
@Suite struct `JMAP of an earlier moment` {
    private func json(_ answer: RawHTTP.Answer) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any], "\(answer.text)")
    }

    private func session(_ served: ServedLedger, _ token: String, at moment: String) throws -> [String: Any] {
        let answer = try served.ask("GET", "/jmap/at/\(moment)/session", token)
        #expect(answer.status == 200, "\(answer.text)")
        return try json(answer)
    }

    /// The path of an address of the server.
    private func path(_ served: ServedLedger, _ address: Any?) throws -> String {
        let text = try #require(address as? String)
        #expect(text.hasPrefix("http://\(served.host)/jmap/at/"), "\(text)")
        return String(text.dropFirst("http://\(served.host)".count))
    }

    private func call(
        _ served: ServedLedger, _ token: String, _ path: String, _ method: String, _ arguments: String
    ) throws -> (name: String, arguments: [String: Any]) {
        let body = """
            {"using": ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"], "methodCalls": [["\(method)", \(arguments), "c"]]}
            """
        let answer = try json(served.ask("POST", path, token, body: body))
        let responses = try #require(answer["methodResponses"] as? [[Any]])
        return (try #require(responses.first?[0] as? String), try #require(responses.first?[1] as? [String: Any]))
    }

    private func account(_ served: ServedLedger) throws -> String {
        let row = try #require(try served.ledger.read { try $0.accounts() }.first)
        return "A" + row.id.description.replacing("-", with: "")
    }

    @Test func `is what it was, whatever came later`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read, .write, .audit)
        let account = try account(served)
        let before = try served.ledger.store.head().position.rawValue
        let row = try #require(try served.ledger.read { try $0.messages() }.first)
        let email = "M" + row.id.description.replacing("-", with: "")
        let get =
            #"{"accountId": "\#(account)", "ids": ["\#(email)"], "properties": ["keywords", "mailboxIds", "blobId"]}"#
        let now = try call(served, token, "/jmap/api", "Email/get", get).arguments
        _ = try served.ledger.perform(MarkMessagesRequest(filter: "*", adding: [.flagged]))
        _ = try served.ledger.perform(DeleteMessagesRequest(filter: "*"))
        let session = try session(served, token, at: "\(before)")
        let api = try path(served, session["apiUrl"])
        #expect(api == "/jmap/at/\(before)/api")
        let then = try call(served, token, api, "Email/get", get).arguments
        #expect(
            try JSONSerialization.data(withJSONObject: then, options: .sortedKeys)
                == JSONSerialization.data(withJSONObject: now, options: .sortedKeys))
        let list = try call(served, token, api, "Email/query", #"{"accountId": "\#(account)", "calculateTotal": true}"#)
        #expect((list.arguments["total"] as? Int ?? 0) > 10)
        let blob = "B\(row.content)"
        let download = try path(served, session["downloadUrl"])
            .replacing("{accountId}", with: account).replacing("{blobId}", with: blob)
            .replacing("{name}", with: "m.eml").replacing("{type}", with: "text/plain")
        let bytes = try served.ask("GET", download, token)
        #expect(bytes.status == 200 && SHA256Hasher.digest(of: Array(bytes.body)) == row.content)
        #expect(try served.ask("GET", "/jmap/download/\(account)/\(blob)/m.eml?type=text/plain", token).status == 404)
    }

    @Test func `takes any moment, and stays at the one that it came to`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read, .audit)
        let head = try served.ledger.store.head()
        for moment in ["now", "0%20s%20ago", "tx:\(head.transaction)", "\(head.position.rawValue)"]
        where moment != "0%20s%20ago" {
            let first = try session(served, token, at: moment)
            #expect(try path(served, first["apiUrl"]) == "/jmap/at/\(head.position.rawValue)/api", "\(moment)")
        }
        let state = try #require(try session(served, token, at: "now")["state"] as? String)
        _ = try served.ledger.perform(MarkMessagesRequest(filter: "*", adding: [.flagged]))
        let again = try session(served, token, at: "\(head.position.rawValue)")
        #expect(again["state"] as? String == state)
        let operation = try #require(try served.ledger.store.transaction(head.transaction)?.operation.description)
        let before = try session(served, token, at: "op:\(operation.prefix(8))%5E")
        #expect(try path(served, before["apiUrl"]) != "/jmap/at/\(head.position.rawValue)/api")
        let empty = try session(served, token, at: "0")
        #expect((empty["accounts"] as? [String: Any])?.isEmpty == true)
        for (moment, status) in [("nonsense", 400), ("9999999", 400), ("2999-01-01", 400)] {
            #expect(try served.ask("GET", "/jmap/at/\(moment)/session", token).status == status, "\(moment)")
        }
        #expect(try served.ask("GET", "/jmap/at/now", token).status == 404)
        #expect(try served.ask("GET", "/jmap/at/now/nothing", token).status == 404)
    }

    @Test func `is for those who may audit, and changes nothing`() throws {
        let served = try ServedLedger()
        #expect(try served.ask("GET", "/jmap/at/now/session", served.token("r", .read, .write)).status == 403)
        #expect(try served.ask("GET", "/jmap/at/now/session", served.token("a", .audit)).status == 403)
        let token = try served.token("t", .read, .write, .audit)
        let account = try account(served)
        let head = try served.ledger.store.head()
        let session = try session(served, token, at: "now")
        let accounts = try #require(session["accounts"] as? [String: [String: Any]])
        #expect(accounts[account]?["isReadOnly"] as? Bool == true)
        let api = try path(served, session["apiUrl"])
        for method in ["Email/set", "Mailbox/set"] {
            let answer = try call(served, token, api, method, #"{"accountId": "\#(account)", "destroy": ["x"]}"#)
            #expect(answer.name == "error" && answer.arguments["type"] as? String == "accountReadOnly", "\(answer)")
        }
        #expect(try served.ledger.store.head() == head)
    }

    @Test func `has the states of its time, and changes up to it`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read, .audit)
        let account = try account(served)
        func state(_ path: String) throws -> String {
            let answer = try call(served, token, path, "Email/get", #"{"accountId": "\#(account)", "ids": []}"#)
            return try #require(answer.arguments["state"] as? String)
        }
        let first = try state("/jmap/api")
        let before = try served.ledger.store.head().position.rawValue
        _ = try served.ledger.perform(MarkMessagesRequest(filter: "subject:razor", adding: [.flagged]))
        let second = try state("/jmap/api")
        let middle = try served.ledger.store.head().position.rawValue
        _ = try served.ledger.perform(MarkMessagesRequest(filter: "*", adding: [.answered]))
        #expect(try state("/jmap/at/\(before)/api") == first && state("/jmap/at/\(middle)/api") == second)
        func changes(_ since: String, at position: Int64) throws -> (name: String, arguments: [String: Any]) {
            try call(
                served, token, "/jmap/at/\(position)/api", "Email/changes",
                #"{"accountId": "\#(account)", "sinceState": "\#(since)"}"#)
        }
        let up = try changes(first, at: middle)
        #expect(
            up.arguments["newState"] as? String == second && (up.arguments["updated"] as? [String])?.isEmpty == false)
        let ahead = try changes(second, at: before)
        #expect(ahead.name == "error" && ahead.arguments["type"] as? String == "cannotCalculateChanges")
    }

    @Test func `has nothing of what was erased since`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read, .audit)
        let account = try account(served)
        let before = try served.ledger.store.head().position.rawValue
        let row = try #require(try served.ledger.read { try $0.messages() }.first)
        let path = "/jmap/at/\(before)/download/\(account)/B\(row.content)/x"
        #expect(try served.ask("GET", path, token).status == 200)
        let erase =
            #"{"command": "erase", "parameters": {"kind": "message", "target": "\#(row.id)"}, "reason": "asked"}"#
        #expect(
            String(decoding: try served.ledger.respond(to: Array(erase.utf8)).json, as: UTF8.self).contains("answer"))
        #expect(try served.ask("GET", path, token).status == 404)
        let email = "M" + row.id.description.replacing("-", with: "")
        let answer = try call(
            served, token, "/jmap/at/\(before)/api", "Email/get", #"{"accountId": "\#(account)", "ids": ["\#(email)"]}"#
        )
        #expect(answer.arguments["notFound"] as? [String] == [email])
    }
}
