import Access
import Cryptography
import EventLog
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct `Tokens in a ledger` {
    private func issue(_ ledger: Ledger, _ name: String = "phone") throws {
        _ = try ledger.perform(IssueTokenRequest(name: name, actor: "ada", scopes: [.read, .write]))
    }

    @Test func `are kept as their digest, which is that of what was shown once`() throws {
        let ledger = try Ledger.inMemory()
        let answer = ledger.respond(
            to: Array(
                #"{"command": "issue-token", "parameters": {"name": "p", "actor": "a", "scopes": ["read"]}}"#.utf8))
        let text = String(decoding: try answer.json, as: UTF8.self)
        let shown = try #require(text.firstMatch(of: /mlt_[A-Za-z0-9_-]{43}/))
        let row = try #require(try ledger.read { try $0.tokens() }.first)
        #expect(TokenText(shown: String(shown.output))?.digest == row.digest)
        for event in try ledger.store.events(EventSelection()) {
            #expect(!String(decoding: event.payload ?? [], as: UTF8.self).contains("mlt_"))
        }
        let listed = String(
            decoding: try ledger.respond(to: Array(#"{"query": "list-tokens"}"#.utf8)).json, as: UTF8.self)
        #expect(listed.contains(#""name":"p""#) && !listed.contains("mlt_") && !listed.contains(row.digest.description))
    }

    @Test func `that two programs ask for under one key are issued once, and shown once`() throws {
        let ledger = try Ledger.inMemory()
        let call = Call(idempotencyKey: "once")
        let request = IssueTokenRequest(name: "phone", actor: "ada", scopes: [.read])
        #expect(try ledger.perform(request, call).answer != nil)
        let again = try ledger.perform(request, call)
        #expect(again.isRepeat && again.answer == nil)
    }

    @Test func `are revoked by an undo, and neither a change nor an end is taken back`() throws {
        let ledger = try Ledger.inMemory()
        try issue(ledger)
        _ = try ledger.perform(ChangeTokenRequest(name: "phone", changes: ChangeToken(scopes: [.read])))
        #expect(throws: DomainError.self) { try ledger.perform(UndoRequest()) }
        #expect(try ledger.read { try $0.token("phone") }.settings.scopes == [.read])
        try issue(ledger, "desk")
        _ = try ledger.perform(UndoRequest())
        #expect(throws: DomainError.conflict("the token \"desk\" is revoked already")) {
            try ledger.read { try $0.token("desk") }
        }
        // The undo of that undo would bring it back.
        #expect(throws: DomainError.self) { try ledger.perform(UndoRequest()) }
        #expect(try ledger.read { try $0.tokens(includingRevoked: true) }.map(\.isRevoked) == [false, true])
    }

    @Test func `may have the name of one that is revoked, and not that of one that is not`() throws {
        let ledger = try Ledger.inMemory()
        try issue(ledger)
        #expect(throws: DomainError.alreadyExists(kind: "token", name: "phone")) { try issue(ledger) }
        _ = try ledger.perform(RevokeTokenRequest(name: "phone"))
        try issue(ledger)
        #expect(try ledger.read { try $0.tokens(includingRevoked: true) }.count == 2)
    }
}

@Suite struct `A ledger that is asked from outside` {
    @Test func `takes the actor and the carrier of whoever let the request in, and no other`() throws {
        let ledger = try Ledger.inMemory()
        let caller = RequestCaller(actor: "ada", carrier: "token:phone", reason: "by a test")
        let body = #"{"command": "add-account", "parameters": {"account": {"address": "a@example.org"}}}"#
        _ = try ledger.answer(json: Array(body.utf8), .enveloped, as: caller)
        let header = try #require(try ledger.store.transaction(1)?.openedHeader())
        #expect(header.actor == "ada" && header.osUser == "token:phone" && header.reason == "by a test")
        let other = #"{"command": "add-note", "parameters": {"title": "t"}, "actor": "root"}"#
        #expect(throws: DomainError.self) { try ledger.answer(json: Array(other.utf8), .enveloped, as: caller) }
    }

    @Test(arguments: [
        #"{"query": "list-messages", "parameters": {"filter": "is:deleted"}}"#,
        #"{"query": "count-messages", "parameters": {"filter": "subject:a or not changed-by:ada"}}"#,
        #"{"query": "list-threads", "parameters": {"filter": "is:any"}}"#,
        #"{"query": "count-messages", "at": "tx:1"}"#,
        #"{"command": "mark-messages", "parameters": {"filter": "added:2026", "adding": ["x"]}}"#,
    ])
    func `withholds what was from whoever may not see it, wherever it is asked for`(body: String) throws {
        let ledger = try Ledger.inMemory()
        _ = ledger.respond(
            to: Array(#"{"command": "add-account", "parameters": {"account": {"address": "a@example.org"}}}"#.utf8))
        ledger.audience.showsHistory = false
        #expect(throws: DomainError.self) { try ledger.answer(json: Array(body.utf8), .enveloped) }
        ledger.audience.showsHistory = true
        #expect(throws: Never.self) { try ledger.answer(json: Array(body.utf8), .enveloped) }
    }

    @Test func `gives its log in pages of whole transactions, and only the events that are asked for`() throws {
        let ledger = try Ledger.inMemory()
        for number in 0..<5 {
            _ = ledger.respond(
                to: Array(
                    #"{"command": "add-account", "parameters": {"account": {"address": "a\#(number)@example.org"}}}"#
                        .utf8))
        }
        let head = try ledger.store.head().position
        let all = try ledger.exchange.logPage(after: .start)
        #expect(all.isAtEnd && all.position == head && all.transactions.count == 5)
        #expect(all.transactions.reduce(0) { $0 + $1.lines.count - 1 } == Int(head.rawValue))
        var position = Position.start
        var lines: [[UInt8]] = []
        while position < head {
            let page = try ledger.exchange.logPage(after: position, limit: 1)
            #expect(page.transactions.count == 1)
            lines += page.transactions.flatMap(\.lines)
            position = page.position
        }
        #expect(lines == all.transactions.flatMap(\.lines))
        let accounts = try ledger.exchange.logPage(
            after: .start, types: ledger.exchange.typeNames(ofEvents: ["account-created"]))
        #expect(accounts.position == head && accounts.transactions.allSatisfy { $0.lines.count == 2 })
        #expect(throws: DomainError.self) { try ledger.exchange.logPage(after: Position(1)) }
        #expect(throws: DomainError.self) { try ledger.exchange.logPage(after: Position(head.rawValue + 1)) }
        #expect(throws: DomainError.self) { try ledger.exchange.typeNames(ofEvents: ["nonsense"]) }
    }
}
