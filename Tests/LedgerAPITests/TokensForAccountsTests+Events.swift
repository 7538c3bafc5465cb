import Access
import EventLog
import Foundation
import LedgerAPI
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// What a token for all accounts gets of events if it names some accounts.
extension `A token for one account of two` {
    @Test func `gets the events that a token for all accounts gets if it names the account`() throws {
        let (served, others) = try serve()
        let (one, all) = (try token(served), try served.token("all", .audit, .write))
        let id = try served.ledger.read { try $0.account(Self.own).id.description }
        func events(_ query: String, _ token: String) throws -> String {
            let answer = try served.ask("GET", "/v1/events?\(query)", token)
            #expect(answer.status == 200, "\(query) \(answer.text)")
            return answer.text
        }
        for query in ["limit=1000000", "limit=3", "types=message-added,folder-created"] {
            let own = try events(query, one)
            #expect(own.contains("mail.") && own.contains("\"kind\":\"leaf\"") == (query == "limit=1000000"))
            for name in [Self.own, id, id.uppercased(), String(id.prefix(8)), "\(Self.own),\(id)"] {
                #expect(try events("\(query)&accounts=\(name)", all) == own, "\(query) \(name)")
            }
            #expect(try events("\(query)&accounts=\(Self.own)", one) == own)
            #expect(try events("\(query)&accounts=\(Self.own)&after=0", all) == own)
        }
        let (whole, both) = (try events("", all), "accounts=\(Self.own),\(Self.other)")
        #expect(try events("accounts=\(Self.other)", all).contains("zebrafish"))
        #expect(try events(both, all).contains("zebrafish") && !whole.contains("\"kind\":\"leaf\""))
        // Tokens are of no account.
        #expect(whole.contains("access.token-issued"))
        #expect(try !events(both, all).contains("access.token-issued"))
        #expect(try events(both, all) == events("accounts=\(Self.own)&accounts=\(Self.other)", all))
        // Who does not reach an account learns no more of it than of one that is nowhere.
        for (name, token) in [
            ("nobody@example.org", all), ("nobody@example.org", one), (Self.other, one), (others.account, one),
        ] {
            let answer = try served.ask("GET", "/v1/events?accounts=\(name)", token)
            #expect(
                answer.status == 404 && answer.text.replacing(name, with: "").contains("NOT_FOUND"), "\(answer.text)")
        }
    }

    @Test func `is followed by a token for all accounts that names the account, also when that is deleted`() throws {
        let (served, _) = try serve()
        let token = try served.token("all", .audit)
        let id = try served.ledger.read { try $0.account(Self.other).id.description }
        let head = try served.ledger.store.head().position
        let client = try RawHTTP(port: served.port)
        client.begin(
            "GET", "/v1/events?after=\(head)&follow=1&accounts=\(Self.other)", host: served.host,
            ["Authorization": "Bearer \(token)"])
        #expect(try client.head().status == 200)
        _ = try served.ledger.perform(AddFolderRequest(account: Self.own, path: "Mine"))
        let mine = String(decoding: try client.chunk() ?? [], as: UTF8.self)
        #expect(mine.hasPrefix("{\"kind\":\"leaf\"") && !mine.contains("Mine"), "\(mine)")
        _ = try served.ledger.perform(DeleteAccountRequest(account: Self.other))
        let deleted = String(decoding: try client.chunk() ?? [], as: UTF8.self)
        #expect(deleted.contains("mail.account-deleted"), "\(deleted)")
        #expect(try served.ask("GET", "/v1/events?accounts=\(Self.other)", token).status == 404)
        let text = try served.ask("GET", "/v1/events?after=\(head)&accounts=\(id)", token).text
        #expect(text == mine + deleted)
    }
}
