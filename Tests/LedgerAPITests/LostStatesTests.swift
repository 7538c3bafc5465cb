import Access
import EventLog
import Foundation
import HTTPServing
import JSONCoding
import LedgerAPI
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

/// How a log comes to lack the last events that clients have seen.
enum Loss: CaseIterable {
    /// A backup is restored.
    case restored
    /// The end of the log is damaged, and what holds is saved.
    case salvaged
    /// Somebody puts an older file of the log back, beside the read models that know more.
    case olderFile
}

/// A client of JMAP that knows what there was at some moment.
private struct Client {
    static let methods = [
        "Email/changes", "Mailbox/changes", "Thread/changes", "Email/queryChanges", "Mailbox/queryChanges",
    ]

    let port: UInt16
    let token: String
    let account: String

    /// What a client keeps: the things and lists, and their states.
    struct Copy: Equatable {
        var things: [String: [String: JSONValue]] = [:]
        var lists: [String: [JSONValue]] = [:]
        var states: [String: String] = [:]
    }

    func call(_ method: String, _ arguments: String = "") throws -> JSONValue {
        let body = """
            {"using": ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
            "methodCalls": [["\(method)", {"accountId": "\(account)"\(arguments.isEmpty ? "" : ", ")\(arguments)}, "c"]]}
            """
        let answer = try RawHTTP(port: port).ask(
            "POST", "/jmap/api", host: "127.0.0.1:\(port)",
            ["Authorization": "Bearer \(token)", "Content-Type": "application/json"], body: body)
        let json = try JSONBytesDecoder().decode(JSONValue.self, from: answer.body)
        return try #require(json["methodResponses"].elements.first, "\(answer.text)")
    }

    /// What makes the lists: all emails, the ones that were received last first, and all mailboxes by name.
    private static func list(_ type: String) -> String {
        let property = type == "Email" ? "receivedAt" : "name"
        return #""filter": {}, "sort": [{"property": "\#(property)", "isAscending": false}]"#
    }

    private static func properties(_ type: String) -> String {
        type == "Email" ? #", "properties": ["threadId", "mailboxIds", "keywords", "subject"]"# : ""
    }

    private func get(_ type: String, _ ids: [JSONValue], _ copy: inout Copy) throws {
        let json = String(decoding: try JSONBytesEncoder().encode(JSONValue.array(ids)), as: UTF8.self)
        let answer = try call("\(type)/get", #""ids": \#(json)\#(Self.properties(type))"#)[1]
        #expect(answer["notFound"] == [])
        for thing in answer["list"].elements { copy.things[type, default: [:]][thing["id"].text ?? ""] = thing }
    }

    /// Asks for all that there is.
    func all() throws -> Copy {
        var copy = Copy()
        for type in ["Email", "Mailbox"] {
            let answer = try call("\(type)/query", Self.list(type))[1]
            copy.lists[type] = answer["ids"].elements
            copy.states["\(type)/queryChanges"] = answer["queryState"].text
            try get(type, answer["ids"].elements, &copy)
        }
        let threads = Set((copy.things["Email"] ?? [:]).values.compactMap { $0["threadId"].text })
        try get("Thread", threads.map { .string($0) }, &copy)
        for type in ["Email", "Mailbox", "Thread"] {
            copy.states["\(type)/changes"] = try call("\(type)/get", #""ids": []"#)[1]["state"].text
        }
        return copy
    }

    /// Asks for what changed; returns the answer, or the error as such.
    func changes(_ method: String, since copy: Copy) throws -> JSONValue {
        let state = copy.states[method] ?? ""
        guard method.hasSuffix("/queryChanges") else { return try call(method, #""sinceState": "\#(state)""#) }
        let type = String(method.prefix { $0 != "/" })
        return try call(method, #""sinceQueryState": "\#(state)", \#(Self.list(type))"#)
    }

    /// Brings a copy up to date by changes alone.
    func update(_ copy: Copy) throws -> Copy {
        var copy = copy
        for method in Self.methods {
            let type = String(method.prefix { $0 != "/" })
            let response = try changes(method, since: copy)
            #expect(response[0] == .string(method), "\(response)")
            let answer = response[1]
            if method.hasSuffix("/changes") {
                #expect(answer["hasMoreChanges"] == false)
                for id in answer["destroyed"].elements { copy.things[type]?[id.text ?? ""] = nil }
                try get(type, answer["created"].elements + answer["updated"].elements, &copy)
                copy.states[method] = answer["newState"].text
            } else {
                let removed = Set(answer["removed"].elements.compactMap(\.text))
                var list = (copy.lists[type] ?? []).filter { !removed.contains($0.text ?? "") }
                for item in answer["added"].elements {
                    list.insert(item["id"], at: min(item["index"].number ?? 0, list.count))
                }
                copy.lists[type] = list
                copy.states[method] = answer["newQueryState"].text
            }
        }
        return copy
    }

    /// Changes something of each type: an email, a mailbox, and a new email in a thread of its own.
    func change(_ name: String) throws {
        let mailbox = try #require(try call("Mailbox/query")[1]["ids"][0].text)
        let email = try #require(try call("Email/query")[1]["ids"][0].text)
        let made = try call("Mailbox/set", #""create": {"k": {"name": "\#(name)"}}"#)
        #expect(made[1]["created"]["k"]["id"] != .null, "\(made)")
        let set = try call(
            "Email/set",
            #""update": {"\#(email)": {"keywords/\#(name)": true}}, "create": {"k": {"mailboxIds": {"\#(mailbox)": true}, "subject": "\#(name)"}}"#
        )
        #expect(set[1]["created"]["k"]["id"] != .null && set[1]["updated"].keys == [email], "\(set)")
    }
}

@Suite struct `States of JMAP that a log has lost` {
    /// Lets the log of a server that has stopped lose what came behind its first events; returns where the ledger is then.
    private func lose(
        _ loss: Loss, behind kept: Position, _ served: ServedLedger
    ) throws -> LedgerLocation {
        let other = LedgerLocation(served.folder.path("other"))
        switch loss {
        case .restored:
            _ = try LedgerMaintenance.restore(
                from: served.folder.path("backup"), to: other, environment: served.ledger.environment)
        case .salvaged:
            let connection = try Connection(path: served.location.logPath, mode: .readWrite)
            let triggers = try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
                try $0.next(String.self)
            }
            for trigger in triggers { try connection.run("DROP TRIGGER \(SQL.identifier(trigger))") }
            try connection.run(
                "UPDATE events SET payload = '{}' WHERE position = \(bind: kept.rawValue + 1)")
            let report = try LedgerMaintenance.salvage(from: served.location, to: other, reason: "a bad disk")
            #expect(report.events == kept.rawValue)
        case .olderFile:
            let manager = FileManager.default
            try manager.createDirectory(
                atPath: other.directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            for name in try manager.contentsOfDirectory(atPath: served.location.directory)
            where !name.hasPrefix("log.sqlite") {
                try manager.copyItem(
                    atPath: "\(served.location.directory)/\(name)", toPath: "\(other.directory)/\(name)")
            }
            try manager.copyItem(atPath: served.folder.path("older.sqlite"), toPath: other.logPath)
        }
        return other
    }

    @Test(arguments: Loss.allCases)
    func `are refused, and those that it still has are answered from`(loss: Loss) throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read, .write)
        let row = try #require(try served.ledger.read { try $0.accounts() }.first)
        let account = "A" + row.id.description.replacing("-", with: "")
        let before = Client(port: served.port, token: token, account: account)
        let early = try before.all()
        try before.change("Kept")
        let kept = try before.all()
        let end = try served.ledger.store.head().position
        _ = try served.ledger.maintenance.backUp(to: served.folder.path("backup"))
        try Connection(path: served.location.logPath, mode: .readWrite)
            .run("VACUUM INTO \(bind: served.folder.path("older.sqlite"))")
        try before.change("Lost")
        let lost = try before.all()
        let lostEnd = try served.ledger.store.head().position
        let id = try pushed(before, "s1.0-00000000").id
        served.server.stop()

        var options = ServerOptions(
            location: try lose(loss, behind: end, served), environment: served.ledger.environment)
        options.address = .tcp(host: "127.0.0.1", port: 0)
        options.readers = 2
        let server = try LedgerServer(options)
        defer { server.stop() }
        guard case .tcp(_, let port) = server.address else { throw RawHTTP.Failure(description: "no port") }
        let client = Client(port: port, token: token, account: account)
        let ledger = try Ledger.open(
            at: LedgerLocation(options.place.name), access: .readWrite, environment: options.environment)
        #expect(try ledger.store.head().position < lostEnd)
        var count = 0
        repeat {
            for method in Client.methods {
                let answer = try client.changes(method, since: lost)
                #expect(
                    answer[0] == "error" && answer[1]["type"] == "cannotCalculateChanges", "\(method) \(answer)")
            }
            let now = try client.all()
            for copy in [early, kept] { #expect(try client.update(copy) == now, "\(count)") }
            #expect(now.things["Email"]?.count == (kept.things["Email"]?.count ?? 0) + count)
            // Who comes back with an id that is not of this log hears of all types.
            let types = try pushed(client, id).types
            #expect(types == ["Email", "EmailDelivery", "Mailbox", "Thread"], "\(count)")
            count += 1
            try client.change("Other\(count)")
        } while try ledger.store.head().position <= lostEnd || count < 3
        #expect(try ledger.maintenance.checkViews() == nil)
    }

    /// The id and the types of the first push to a client that comes back.
    private func pushed(_ client: Client, _ lastID: String) throws -> (id: String, types: [String]) {
        let stream = try RawHTTP(port: client.port).ask(
            "GET", "/jmap/eventsource?types=*&closeafter=state&ping=0", host: "127.0.0.1:\(client.port)",
            ["Authorization": "Bearer \(client.token)", "Last-Event-ID": lastID])
        let event = try #require(stream.text.firstMatch(of: /id: ([^\n]*)\ndata: ([^\n]*)\n/), "\(stream.text)")
        let json = try JSONBytesDecoder().decode(JSONValue.self, from: Array(event.2.utf8))
        return (String(event.1), json["changed"][client.account].keys.sorted())
    }
}
