import Access
import EventLog
import Foundation
import LedgerAPI
import Mail
import MailLedger
import TestSupport
import Testing

@Suite struct `A server whose ledger is moved away` {
    private static let create = #"{"command": "add-note", "parameters": {"title": "after"}}"#
    private static let words = "the ledger's folder was moved or replaced; start the server again"
    private static let goodbye =
        "* BYE [UNAVAILABLE] The ledger was moved or replaced; the server has to be started again"

    /// What takes the place of the folder.
    enum Place: CaseIterable { case nothing, ledger, logAlone }

    @Test(arguments: Place.allCases)
    func `writes and answers nothing of it, says why, and goes on when it is back`(place: Place) throws {
        let served = try ServedLedger.withIMAP()
        let token = try served.token("t", .read, .write, .audit)
        let (idle, other) = (try MailReader(served, token), try MailReader(served, token))
        for reader in [idle, other] { try reader.ok("SELECT INBOX") }
        try idle.idle()
        let head = try served.ledger.store.head().position
        let stream = try RawHTTP(port: served.port)
        stream.begin(
            "GET", "/v1/events?follow=1&after=\(head)", host: served.host, ["Authorization": "Bearer \(token)"])
        #expect(try stream.head().status == 200)
        let session = try served.ask("GET", "/jmap/session", token)
        let account = try #require(session.text.firstMatch(of: /A[0-9a-f]{32}/)).0

        let (path, moved) = (served.location.directory, served.folder.path("moved"))
        if place == .logAlone {
            let log = served.location.logPath
            try FileManager.default.copyItem(atPath: log, toPath: log + ".copy")
            try FileManager.default.moveItem(atPath: log, toPath: moved)
            try FileManager.default.moveItem(atPath: log + ".copy", toPath: log)
        } else {
            try FileManager.default.moveItem(atPath: path, toPath: moved)
        }
        if place == .ledger { _ = try Ledger.create(at: served.location, environment: served.ledger.environment) }

        let health = try served.ask("GET", "/healthz")
        #expect(health.status == 503 && health.text == Self.words + "\n")
        let mailbox = """
            {"using": ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"], "methodCalls":
            [["Mailbox/set", {"accountId": "\(account)", "create": {"a": {"name": "after"}}}, "c"]]}
            """
        for (method, path, body) in [
            ("POST", "/v1/requests", Self.create), ("POST", "/v1/requests", #"{"query": "count-messages"}"#),
            ("POST", "/v1/notes", #"{"title": "after", "transcript": "a"}"#), ("GET", "/v1/events", nil),
            ("POST", "/jmap/api", mailbox),
        ] {
            let answer = try served.ask(method, path, token, body: body)
            #expect(answer.status == 503 && answer.text.contains(Self.words), "\(path) \(answer.text)")
            #expect(!answer.text.contains(served.folder.path))
        }
        #expect(try served.ask("GET", "/").status == 200)
        // Those who wait are sent away, and so is who asks, or comes.
        while try stream.chunk() != nil {}
        #expect(try idle.raw.line() == Self.goodbye)
        #expect(try other.ask("STORE 1 +FLAGS ($after)") == [Self.goodbye])
        #expect(try MailReader(served).greeting == Self.goodbye)
        #expect(try served.ledger.store.head().position == head)

        if place == .nothing {
            try FileManager.default.moveItem(atPath: moved, toPath: path)
            #expect(try served.request(Self.create, token).status == 200)
            #expect(try served.ask("GET", "/healthz").text == "ok\n")
        }
    }
}
