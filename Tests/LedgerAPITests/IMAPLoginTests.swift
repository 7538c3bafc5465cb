import Access
import EventLog
import Foundation
import HTTPServing
import LedgerAPI
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct `A mail reader at a socket` {
    private func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    @Test func `logs in by each mechanism`() throws {
        let served = try ServedLedger.withIMAP()
        let token = try served.token("reader", .read)
        let name = "mara@example.org"
        let bearer = "n,a=\(name),\u{1}host=localhost\u{1}auth=Bearer \(token)\u{1}\u{1}"
        let first = try MailReader(served)
        #expect(first.greeting.hasPrefix("* OK [CAPABILITY IMAP4rev1 IMAP4rev2 "))
        #expect(first.greeting.contains(" AUTH=PLAIN AUTH=OAUTHBEARER AUTH=XOAUTH2]"))
        #expect(try first.outcome("SELECT INBOX").hasPrefix("BAD"))
        #expect(try first.outcome("LOGIN \(name) \(token)").hasPrefix("OK [CAPABILITY "))
        #expect(try first.ok("SELECT INBOX").contains { $0.hasSuffix(" EXISTS") })
        for proof in [
            "PLAIN \(base64("\0\(name)\0\(token)"))", "OAUTHBEARER \(base64(bearer))",
            "XOAUTH2 \(base64("user=\(name)\u{1}auth=Bearer \(token)\u{1}\u{1}"))",
        ] {
            #expect(try MailReader(served).outcome("AUTHENTICATE \(proof)").hasPrefix("OK "))
        }
        let asked = try MailReader(served)
        #expect(try asked.ask("AUTHENTICATE PLAIN") == ["+ "])
        #expect(try asked.answer(base64("\0\(name)\0\(token)")).last?.hasPrefix("t1 OK ") == true)
    }

    @Test func `hears by OAUTHBEARER why its token is wrong, and refused once it has answered`() throws {
        let served = try ServedLedger.withIMAP()
        let proof = base64("n,a=mara@example.org,\u{1}auth=Bearer mlt_wrong\u{1}\u{1}")
        for mechanism in ["OAUTHBEARER", "XOAUTH2"] {
            let reader = try MailReader(served)
            let asked = try reader.ask("AUTHENTICATE \(mechanism) \(proof)")
            #expect(asked == ["+ \(base64("{\"status\":\"invalid_token\"}"))"])
            #expect(try reader.answer("AQ==").last?.hasPrefix("t1 NO [AUTHENTICATIONFAILED]") == true)
            #expect(try reader.outcome("NOOP").hasPrefix("OK"))
        }
    }

    @Test func `hears before it logs in that it has to, whatever it sends`() throws {
        let served = try ServedLedger.withIMAP()
        let reader = try MailReader(served)
        let answer = try reader.ask("APPEND INBOX {3}")
        #expect(answer == ["t1 BAD Log in first"], "\(answer)")
    }

    @Test func `names the account by its address or its id, and no other`() throws {
        let served = try ServedLedger.withIMAP()
        _ = try served.ledger.perform(AddAccountRequest(account: AddAccount(address: "zoe@zebra.example")))
        let all = try served.token("all", .read)
        let id = try served.ledger.read { try $0.account("zoe@zebra.example").id.description }
        for name in ["MARA@example.org", "zoe@zebra.example", id] {
            #expect(try MailReader(served).outcome("LOGIN \(name) \(all)").hasPrefix("OK"))
        }
        for name in ["\"\"", "nobody@example.org", String(id.prefix(8)), "mara"] {
            #expect(
                try MailReader(served).outcome("LOGIN \(name) \(all)").hasPrefix("NO [AUTHORIZATIONFAILED]"),
                "\(name)")
        }
        // A known token is answered with its accounts, and a stranger with none.
        let asked = try MailReader(served).outcome("LOGIN nobody@example.org \(all)")
        #expect(asked.contains("mara@example.org") && asked.contains("zoe@zebra.example"), "\(asked)")
        let wrong = "mlt_" + String(repeating: "w", count: 43)
        #expect(try !MailReader(served).outcome("LOGIN nobody@example.org \(wrong)").contains("zebra"))
    }

    @Test func `sees one account alone by a token for one, whatever name it sends`() throws {
        let served = try ServedLedger.withIMAP()
        _ = try served.ledger.perform(AddAccountRequest(account: AddAccount(address: "zoe@zebra.example")))
        _ = try served.ledger.perform(AddFolderRequest(account: "zoe@zebra.example", path: "Zebra herd"))
        let answer = try served.ledger.respond(
            to: Array(
                #"{"command": "issue-token", "parameters": {"name": "one", "actor": "one", "scopes": ["read", "write", "audit"], "accounts": ["mara@example.org"]}}"#
                    .utf8)
        ).json
        let token = String(
            try #require(String(decoding: answer, as: UTF8.self).firstMatch(of: /mlt_[A-Za-z0-9_-]{43}/)).0)
        for name in ["anything", "\"\"", "zoe@zebra.example"] {
            let reader = try MailReader(served, token, name: name)
            let lines = try reader.ok("LIST \"\" * RETURN (STATUS (MESSAGES))")
            #expect(lines.contains { $0.contains("INBOX") } && !lines.contains { $0.contains("Zebra") })
        }
        let reader = try MailReader(served, token)
        try reader.ok("SELECT INBOX")
        #expect(try reader.ok("STORE 1 +FLAGS ($own)").contains { $0.contains("$own") })
        let message = "Subject: draft\r\n\r\ntext\r\n"
        #expect(
            try reader.ok("APPEND INBOX {\(message.utf8.count)+}\r\n\(message)").contains { $0.hasSuffix("EXISTS") })
        try reader.ok("CREATE Projects")
        try reader.ok("COPY 1 Projects")
        try reader.ok("STORE 2 +FLAGS (\\Deleted)")
        #expect(try reader.ok("EXPUNGE").contains("* 2 EXPUNGE"))
    }

    @Test func `is refused with a wrong token, and not heard for a second`() throws {
        let served = try ServedLedger.withIMAP()
        let token = try served.token("reader", .read)
        let wrong = "mlt_" + String(repeating: "w", count: 43)
        let reader = try MailReader(served)
        // Before the answer: on a busy machine it may lie unread for a while.
        let start = Date()
        #expect(try reader.outcome("LOGIN mara@example.org password").hasPrefix("NO [AUTHENTICATIONFAILED]"))
        #expect(try reader.outcome("LOGIN mara@example.org \(token)").hasPrefix("OK"))
        #expect(Date().timeIntervalSince(start) > 0.9)
        // Ten in a minute from an address.
        for _ in 0..<9 {
            let reader = try MailReader(served)
            #expect(try reader.outcome("LOGIN mara@example.org \(wrong)").hasPrefix("NO [AUTHENTICATIONFAILED]"))
        }
        let last = try MailReader(served)
        let lines = try last.ask("LOGIN mara@example.org \(wrong)") + [last.raw.line() ?? ""]
        #expect(lines.first?.contains("too many wrong tokens") == true && lines.last?.hasPrefix("* BYE") == true)
        #expect(try last.raw.isClosed())
        #expect(try served.request(#"{"query": "count-messages"}"#, wrong).status == 429)
        #expect(try MailReader(served).outcome("LOGIN mara@example.org \(token)").hasPrefix("OK"))
    }

    @Test func `does what the scopes of its token allow`() throws {
        let served = try ServedLedger.withIMAP()
        let blind = try served.token("blind", .write)
        #expect(
            try MailReader(served).outcome("LOGIN mara@example.org \(blind)").hasPrefix("NO [AUTHORIZATIONFAILED]"))
        let reader = try MailReader(served, served.token("reader", .read))
        let end = try reader.ask("SELECT INBOX").last
        #expect(end?.contains("[READ-ONLY]") == true)
        #expect(try reader.outcome("STORE 1 +FLAGS (\\Seen)").hasPrefix("NO [NOPERM]"))
        #expect(try reader.outcome("CREATE Mine").hasPrefix("NO [NOPERM]"))
        #expect(try reader.outcome("SELECT #at/2030-01-01/INBOX").hasPrefix("NO [NOPERM]"))
        #expect(try reader.ok("NAMESPACE") == ["* NAMESPACE ((\"\" \"/\")) NIL NIL"])
        #expect(try reader.ok("LIST \"\" #at/%").isEmpty)
        #expect(try reader.ok("LIST \"\" #deleted/%").isEmpty)
        #expect(try reader.outcome("STATUS #deleted/INBOX (MESSAGES)").hasPrefix("NO [NOPERM]"))
        let auditor = try MailReader(served, served.token("auditor", .read, .audit))
        let head = try served.ledger.store.head().position.rawValue
        try auditor.ok("SELECT #at/\(head)/INBOX")
        #expect(try auditor.ok("FETCH 1 (FLAGS BODY.PEEK[])").count > 3)
        #expect(try auditor.ok("SEARCH ALL").first?.hasPrefix("* SEARCH 1 2") == true)
    }

    @Test func `changes mail in the name of its token`() throws {
        let served = try ServedLedger.withIMAP()
        let reader = try MailReader(served, served.token("phone", .read, .write))
        try reader.ok("ID (\"name\" \"Reader\" \"version\" \"2\")")
        try reader.ok("SELECT INBOX")
        try reader.ok("STORE 1 +FLAGS ($mark)")
        let store = served.ledger.store
        let header = try #require(try store.transaction(holding: store.head().position)?.openedHeader())
        #expect(header.actor == "phone-actor" && header.command == "imap STORE")
        #expect(header.reason == "STORE by Reader 2")
        #expect("\(header)".contains("token:phone"))
    }

    @Test func `is known by the kernel at a socket in the file system`() throws {
        let folder = try TemporaryDirectory()
        let served = try ServedLedger.withIMAP { $0.imapAddress = .unix(path: folder.path("imap.sock")) }
        let reader = try MailReader(RawHTTP(path: folder.path("imap.sock")))
        #expect(reader.greeting.hasPrefix("* PREAUTH "))
        try reader.ok("SELECT INBOX")
        try reader.ok("STORE 1 +FLAGS ($mine)")
        let store = served.ledger.store
        #expect(try store.transaction(holding: store.head().position)?.openedHeader()?.actor == "owner")
        _ = try served.ledger.perform(AddAccountRequest(account: AddAccount(address: "zoe@zebra.example")))
        let asked = try MailReader(RawHTTP(path: folder.path("imap.sock")))
        #expect(asked.greeting.hasPrefix("* OK "))
        #expect(try asked.outcome("LOGIN nobody x").hasPrefix("NO [AUTHORIZATIONFAILED]"))
        #expect(try asked.outcome("LOGIN zoe@zebra.example x").hasPrefix("OK"))
    }
}
