import ArgumentParsing
import CivilTime
import EventLog
import JSONCoding
import Mail
import MailLedger
import Synchronization
import Testing

@testable import CommandLineTool

@Suite struct `With --at the tool` {
    /// What a moment of the demo's story is called, and the messages in the trash then: between the script and the undo.
    private static let trash = ["messages", "in:Trash", "--format", "json"]

    private func count(_ ledger: ToolLedger, _ arguments: String...) throws -> Int {
        let result = try ledger.run(arguments, adding: ["MAILLEDGER_NOW": DemoLedger.now])
        #expect(result.exitCode == 0 && result.errorText.isEmpty, "\(arguments): \(result.errorText)")
        return try JSONBytesDecoder().decode(JSONValue.self, from: result.output).array?.count ?? -1
    }

    @Test func `answers as the ledger did, whatever names the moment`() throws {
        let ledger = try DemoLedger.make()
        let operations = try ledger.json("log").array ?? []
        let script = try #require(operations.first { $0["actor"]?.string == "cleanup-script" })
        let id = try #require(script["operation"]?.string?.prefix(8))
        let last = try #require(script["last_position"]?.integer)
        let now = try count(ledger, "messages", "in:Trash", "--format", "json")
        let then = try count(ledger, "messages", "in:Trash", "--format", "json", "--at", "op:\(id)")
        #expect(then > now)
        for moment in ["\(last)", "2026-02-16", "2026-02-17T12:00Z", "monday", "4d ago", "72 hours ago"] {
            #expect(
                try count(ledger, "messages", "in:Trash", "--format", "json", "--at", moment) == then, "\(moment)")
        }
        for moment in ["op:\(id)^", "\(last)^", "2026-02-15", "now", "yesterday", "last_week"] {
            #expect(try count(ledger, "messages", "in:Trash", "--format", "json", "--at", moment) == now, "\(moment)")
        }
    }

    @Test func `shows accounts, folders, threads, counts and exports of then`() throws {
        let ledger = try DemoLedger.make()
        let gone = try #require(
            try ledger.json("log").array?.first { $0["command"]?.string == "account delete" }?["operation"]?.string)
        let at = "op:\(gone)"
        let address = "treasurer@rowing.example.net"
        func lines(_ arguments: String...) throws -> [String] {
            try ledger.succeed(arguments).text.split(separator: "\n").map(String.init)
        }
        #expect(try lines("account", "list").contains { $0.contains(address) })
        #expect(try !lines("account", "list", "--at", at).contains { $0.contains(address) })
        #expect(try lines("account", "show", address, "--at", at + "^").contains { $0.contains(address) })
        #expect(try ledger.run("account", "show", address, "--at", at).exitCode == 3)
        #expect(try !lines("folders", "--at", at).contains { $0.contains(address) })
        #expect(try !lines("unread", "--at", at).contains { $0.contains(address) })
        // An undo brought the account back.
        let there = try lines("count", "account:\(address)", "--at", "op:c24badb4")
        #expect(try lines("count", "account:\(address)", "--at", at + "^") == there)
        #expect(try ledger.run("count", "account:\(address)", "--at", at).exitCode == 3)
        #expect(try lines("search", "fees", "--at", at).isEmpty)
        #expect(try !lines("search", "fees", "--at", at + "^").isEmpty)
        #expect(try lines("threads", "fees", "--at", at).isEmpty)
        let empty = try ledger.run("threads", "--all", "--at", "0")
        #expect(empty.exitCode == 0 && empty.output.isEmpty && empty.errorText.hasPrefix("note: nothing was recorded"))
        let export = try ledger.run("export", "--as", "jsonl", "--to", "-", "fees", "--at", at)
        #expect(export.exitCode == 3 && export.output.isEmpty)
        #expect(try !lines("export", "--as", "jsonl", "--to", "-", "fees", "--at", at + "^").isEmpty)
        let stats = try ledger.json("stats", "--at", "tx:3")
        #expect(stats["bytes"] == .null && stats["accounts"]?.integer == 3 && stats["messages"]?.integer == 0)
        #expect(stats["head"] == stats["events"])
    }

    @Test func `shows a message, its thread and its attachments as they were`() throws {
        let ledger = try DemoLedger.make()
        let folders = { (moment: String) in
            try ledger.json("show", "3f2a", "--at", moment)["folders"]?.array?.compactMap(\.string) ?? []
        }
        #expect(try folders("now") != ["Trash"])
        #expect(try folders("2026-02-17T12:00Z") == ["Trash"])
        let history = try ledger.json("show", "3f2a", "--at", "2026-02-11T23:00Z")["history"]?.array ?? []
        #expect(history.count == 2)
        #expect(
            try ledger.json("show", "--thread", "3f2a", "--at", "2026-02-17T12:00Z")["messages"]?.array?.isEmpty
                == false)
        #expect(
            try ledger.json("attachment", "list", "3f2a", "--at", "2026-02-12").array?.count
                == ledger.json("attachment", "list", "3f2a").array?.count)
        try ledger.succeed("attachment", "verify", "3f2a", "--at", "2026-02-12")
        #expect(try ledger.run("show", "3f2a", "--at", "tx:2").exitCode == 3)
        #expect(try ledger.json("folder", "show", "Work", "--at", "2026-02-12")["path"]?.string == "Work")
    }

    @Test(arguments: [
        ("99999", 2, "position 99999 lies beyond the log's head"), ("tx:9999", 2, "there is no transaction 9999"),
        ("2999-01-01", 2, "lies in the future"), ("soon", 2, "\"soon\" names no moment"), ("", 2, "names no moment"),
        ("tx:one", 2, "number of a transaction"), ("op:ffffffffffff", 3, "operation"), ("@12", 2, "leave out the @"),
    ])
    func `refuses a moment that is none`(moment: String, exitCode: Int32, words: String) throws {
        let ledger = try ToolLedger()
        let result = try ledger.run("messages", "--at", moment)
        #expect(result.exitCode == exitCode && result.output.isEmpty)
        #expect(result.errorText.hasPrefix("mailledger: ") && result.errorText.contains(words), "\(result.errorText)")
        #expect(result.errorText.split(separator: "\n").count == 1)
    }

    @Test func `says where a position within a transaction leads`() throws {
        let ledger = try ToolLedger()
        let result = try ledger.run("folders", "--at", "3")
        #expect(result.exitCode == 0 && result.text.contains("INBOX"))
        #expect(
            result.errorText
                == "note: position 3 lies within transaction 1; the answer is of its end, position 7\n")
    }

    @Test func `says so where the clock ran backwards`() throws {
        let ledger = try ToolLedger(account: nil)
        let clock = Mutex<Int64>(0)
        var environment = LedgerEnvironment.current()
        environment.log.now = { Timestamp(microseconds: clock.withLock { $0 }) }
        let made = try Ledger.create(at: LedgerLocation(ledger.path), environment: environment)
        for (time, address) in [
            ("2024-03-05T12:00:00Z", "ada@example.org"), ("2024-03-05T09:00:00Z", "grace@example.org"),
        ] {
            clock.withLock { $0 = Timestamp(iso8601: time)?.microseconds ?? 0 }
            _ = try made.perform(AddAccountRequest(account: AddAccount(address: address)))
        }
        let result = try ledger.run("account", "list", "--at", "2024-03-05T10:00Z")
        #expect(result.exitCode == 0 && result.text.contains("ada@") && result.text.contains("grace@"))
        #expect(
            result.errorText == """
                note: the clock ran backwards: 1 transaction up to position 14, which the answer is of, bears a later time

                """)
        #expect(try ledger.succeed("account", "list", "--at", "2024-03-05T12:00Z").text.contains("grace@"))
        let before = try ledger.run("account", "list", "--at", "2024-03-05T08:59Z")
        #expect(before.exitCode == 0 && before.output.isEmpty)
        #expect(before.errorText.hasPrefix("note: nothing was recorded by then"))
    }

    @Test func `has no such option for what changes something`() throws {
        let reading: Set<String> = [
            "account list", "account show", "address", "answer list", "answer show", "answer suggest",
            "attachment list",
            "attachment save", "attachment verify", "count",
            "export", "folder show", "folders", "history", "log", "messages", "profile show", "projections", "notes",
            "note show",
            "actions",
            "action show", "why note", "why action", "search", "sql",
            "show", "stats",
            "threads",
            "chat list", "chat show", "outbox list", "token list", "unread",
            "why account", "why folder", "why message", "why missing", "why thread", "why unread",
        ]
        let verbs = CommandInfo(MailLedgerTool.self).flattened.filter { $0.subcommands.isEmpty && $0.shouldDisplay }
        let taking = verbs.filter { $0.arguments.contains { $0.names.contains("--at") } }.map(\.commandLine)
        #expect(Set(taking) == Set(reading.map { "mailledger \($0)" }))
        let ledger = try ToolLedger()
        let before = try ledger.head()
        let result = try ledger.run("mark", "--read", "*", "--at", "tx:1")
        #expect(result.exitCode == 2 && result.errorText.contains("--at"))
        #expect(try ledger.head() == before)
    }
}
