import TestSupport
import Testing

/// An id that a list showed, typed for a word.
@Suite struct `A word that begins one id` {
    private let ledger: ToolLedger
    private let id: String
    private var short: String { String(id.prefix(8)) }

    init() throws {
        ledger = try DemoLedger.make()
        id = try ledger.id("subject:\"scan 0007\"")
    }

    private func note(_ word: String) -> String { "note: \(word) is read as id:\(id); word:\(word) is the word\n" }

    @Test(arguments: [
        ["messages"], ["search"], ["threads"], ["count"], ["mark", "--flagged", "--unread"], ["label", "--add", "x"],
        ["move", "--to", "Archive"], ["delete", "--yes"], ["log"], ["thread", "--pin"],
        ["export", "--as", "mboxrd", "--dry-run", "--to", "x"],
        ["erase", "query", "--reason", "r", "--dry-run"],
    ])
    func `is that id for every verb, and standard error says so`(verb: [String]) throws {
        let result = try ledger.run(verb + [short])
        #expect(result.exitCode == 0 && result.errorText == note(short), "\(result.errorText)")
        let byID = try DemoLedger.make().run(verb + ["id:\(short)"])
        #expect(byID.exitCode == 0 && (verb == ["log"] || result.text == byID.text))
    }

    @Test func `is that id among other words, negated and in parentheses`() throws {
        #expect(try ledger.run("count", short.uppercased()).errorText == note(short.uppercased()))
        let all = try ledger.json("count", "*")["count"]?.integer ?? 0
        let result = try ledger.run(["count", "-(\(short) or nosuchword)"])
        #expect(result.text == "\(all - 1)\n" && result.errorText == note(short))
    }

    @Test func `may end with a dash`() throws {
        for word in ["\(short)-", String(id.prefix(13)), String(id.prefix(14))] {
            let result = try ledger.run("count", word)
            #expect(result.text == "1\n" && result.errorText == note(word), "\(word): \(result.errorText)")
        }
        #expect(try ledger.succeed("count", "word:\(short)-").text == "0\n")
    }

    @Test func `is a word in quotes, behind word:, with a star, when short, in a batch and in a saved query`() throws {
        for query in ["\"\(short)\"", "word:\(short)", "\(short)*", "subject:\(short)", String(id.prefix(6))] {
            #expect(try ledger.succeed("count", query).text == "0\n", "\(query)")
        }
        let batch = try ledger.run(["count", "--batch"], input: Array("\(short)\n".utf8))
        #expect(batch.text == "0\n" && batch.errorText.isEmpty)
        try ledger.succeed("config", "set", "query.byhand", short)
        #expect(try ledger.succeed("count", "query:byhand").text == "0\n")
    }

    @Test func `is kept in a hold and in a saved query as it was understood`() throws {
        let hold = try ledger.run("hold", "add", "case", "--query", "\(short) or deadbeef", "--reason", "r")
        #expect(hold.errorText == note(short) && hold.text.hasSuffix("It covers 1 message now.\n"))
        #expect(hold.text.contains("id:\(id) or word:deadbeef"))
        let refused = try ledger.run("delete", short, "--yes")
        #expect(refused.exitCode == 4 && refused.errorText.contains("case"))
        let saved = try ledger.run("query", "save", "it", short, "or", "deadbeef")
        #expect(saved.errorText == note(short) && saved.text.hasSuffix("It finds 1 message now.\n"))
        #expect(try ledger.json("query", "show", "it")["query"]?.string == "id:\(id) or word:deadbeef")
        #expect(try ledger.succeed("count", "query:it").text == "1\n")
        let none = try ledger.run("hold", "add", "none", "--query", "nosuchword", "--reason", "r")
        #expect(none.exitCode == 0 && none.text.hasSuffix("It covers 0 messages now.\n"))
    }

    @Test func `is found when it is deleted by what reaches deleted mail`() throws {
        try ledger.succeed("delete", "id:\(short)", "--yes")
        #expect(try ledger.run("count", "id:\(short)").exitCode == 3)
        let hold = try ledger.run("hold", "add", "late", "--query", short, "--reason", "r")
        #expect(hold.text.hasSuffix("It covers 1 message now.\n"))
        let erase = try ledger.run("erase", "query", short, "--reason", "r", "--yes")
        #expect(erase.exitCode == 4 && erase.errorText.contains("late"))
        try ledger.succeed("hold", "remove", "late", "--reason", "r")
        #expect(try ledger.run("erase", "query", short, "--reason", "r", "--yes").exitCode == 0)
    }
}

@Suite struct `A change that finds nothing` {
    @Test(arguments: [
        ["mark", "--read"], ["label", "--add", "x"], ["move", "--to", "Archive"], ["delete", "--yes"],
        ["thread", "--pin"],
        ["export", "--as", "mboxrd", "--to", "nowhere"], ["erase", "query", "--reason", "r", "--yes"],
        ["mark", "--read", "--dry-run"],
    ])
    func `says so, does nothing and ends with exit code 3`(verb: [String]) throws {
        let ledger = try DemoLedger.make()
        let before = try ledger.head()
        for words in [["nosuchword"], ["deadbeef0"]] {
            let result = try ledger.run(verb + words)
            #expect(result.exitCode == 3 && result.errorText.contains("no message matches"), "\(result.errorText)")
        }
        #expect(try ledger.head() == before)
    }

    @Test func `is no failure where all is as it should be`() throws {
        let ledger = try DemoLedger.make()
        try ledger.succeed("mark", "--read", "subject:razor")
        try ledger.succeed("mark", "--read", "subject:razor")
    }
}

@Suite struct `A number alone` {
    @Test func `is a limit, as -n is, for every verb that has one`() throws {
        let ledger = try DemoLedger.make()
        for verb in [
            ["messages"], ["search", "tide"], ["threads"], ["log"], ["events", "list"], ["history", "--since", "2020"],
        ] {
            let expected = try ledger.succeed(verb + ["--limit", "2"]).text
            for limit in [["-2"], ["-n", "2"], ["-n2"], ["-l", "2"]] {
                #expect(try ledger.succeed(verb + limit).text == expected, "\(verb) \(limit)")
            }
        }
    }

    @Test func `is no word of a query, and refused by a verb without a limit`() throws {
        let ledger = try DemoLedger.make()
        for words in [
            ["delete", "-3", "--yes"], ["count", "-3"], ["messages", "--", "-3"], ["mark", "--read", "-12"],
        ] {
            let result = try ledger.run(words)
            #expect(result.exitCode == 2 && result.errorText.contains("not "), "\(words): \(result.errorText)")
        }
        #expect(try ledger.run("messages", "--limit", "-3").exitCode == 2)
    }
}

@Suite struct `What a word does not say` {
    @Test func `is said on standard error where its signs are not searched`() throws {
        let ledger = try DemoLedger.make()
        let result = try ledger.run("count", ".NET or kernel")
        #expect(result.errorText == "note: signs are in no index of words: .NET is searched as net\n")
        let wave = try ledger.run("count", "\"kernel 👋\"")
        #expect(wave.errorText == "note: signs are in no index of words: 👋 is left out\n")
        #expect(try ledger.run("count", "C++ or kernel").errorText.isEmpty)
        #expect(try ledger.succeed("count", "subject:C++").text == "0\n")
        #expect(try ledger.succeed("count", "kernel ada@example.org half-open").text == "0\n")
    }

    @Test func `is found in a header by a part of it`() throws {
        let ledger = try DemoLedger.make()
        let whole = try ledger.succeed("messages", "--output", "ids", "subject:razor").text
        #expect(try ledger.succeed("messages", "--output", "ids", "subject:*azo*").text == whole && !whole.isEmpty)
        #expect(try ledger.succeed("count", "from:(*havin* or *ETER*)").text != "0\n")
    }

    @Test func `names a message for a proof, too`() throws {
        let ledger = try DemoLedger.make()
        let id = try ledger.id("mid:survey-40117@shaving.example.com")
        let byID = try ledger.succeed("prove", id, "--without-header").text
        let byMessageID = try ledger.succeed("prove", "mid:survey-40117@shaving.example.com", "--without-header").text
        func shown(_ text: String) -> [Substring] { text.split(separator: "\n").filter { $0.contains("\"payload\"") } }
        #expect(shown(byID) == shown(byMessageID) && byMessageID.contains("survey-40117"))
        #expect(try ledger.run("prove", "mid:nobody@example.org").exitCode == 3)
    }
}

@Suite struct `What a server knows` {
    @Test func `is read where it was written`() throws {
        let ledger = try DemoLedger.make()
        let id = String(try ledger.succeed("messages", "has:attachment", "-n1", "--output", "ids").text.dropLast())
        let call = """
            {"command": "change-transfer", "parameters": {"message": "\(id)", "attachment": 1, "status": "failed", \
            "url": "https://files.example.org/1", "error": "no route"}}

            """
        #expect(try ledger.run(["request"], input: Array(call.utf8)).exitCode == 0)
        let row = try #require(try ledger.json("attachment", "list", id).array?.first)
        #expect(row["transfer_status"]?.string == "failed" && row["transfer_error"]?.string == "no route")
        #expect(row["url"]?.string == "https://files.example.org/1" && row["local_url"]?.string == nil)
        #expect(try ledger.succeed("attachment", "list", id).text.contains("failed: no route"))
    }

    @Test func `is found by the server's id`() throws {
        let ledger = try DemoLedger.make()
        let id = String(try ledger.succeed("messages", "-n1", "--output", "ids").text.dropLast())
        let account = try #require(try ledger.json("show", id)["account"]?.string)
        try ledger.succeed("message", "link", id, "--external-id", "17a")
        #expect(try ledger.succeed("messages", "--output", "ids", "external:17a").text == id + "\n")
        #expect(try ledger.succeed("show", "external:17a").text == ledger.succeed("show", id).text)
        #expect(try ledger.run("show", "external:17b").exitCode == 3)
        let call = #"{"query": "find-message", "parameters": {"external_id": "17a", "account": "\#(account)"}}"#
        #expect(try ledger.run(["request"], input: Array((call + "\n").utf8)).text.contains(id))
        let other = call.replacing("17a", with: "17b")
        #expect(try ledger.run(["request"], input: Array((other + "\n").utf8)).exitCode == 3)
    }

    @Test func `is how much of an upload is done, and nothing of it is in the log`() throws {
        let ledger = try DemoLedger.make()
        let id = String(try ledger.succeed("messages", "has:attachment", "-n1", "--output", "ids").text.dropLast())
        func change(_ parameters: String) throws -> Int32 {
            let call =
                #"{"command": "change-transfer", "parameters": {"message": "\#(id)", "attachment": 1, \#(parameters)}}"#
            return try ledger.run(["request"], input: Array((call + "\n").utf8)).exitCode
        }
        func progress() throws -> Double? {
            let row = try #require(try ledger.json("attachment", "list", id).array?.first)
            return row["upload_progress"]?.number
        }
        #expect(try progress() == nil)
        #expect(try change(#""progress": 0.5"#) == 4)
        #expect(try change(#""status": "uploading""#) == 0 && progress() == 0)
        let events = try ledger.succeed("log", "-n1").text
        #expect(try change(#""progress": 0.5"#) == 0 && progress() == 0.5)
        #expect(try ledger.succeed("log", "-n1").text == events)
        #expect(try ledger.succeed("attachment", "list", id).text.contains("uploading, 50 %"))
        for wrong in ["-0.1", "1.1", "50"] { #expect(try change(#""progress": \#(wrong)"#) == 2) }
        #expect(try change(#""status": "failed", "error": "no route""#) == 0 && progress() == 0.5)
        #expect(try change(#""status": "uploading", "error": """#) == 0 && progress() == 0)
        #expect(try change(#""progress": 0.75"#) == 0 && progress() == 0.75)
        #expect(try change(#""status": "completed""#) == 0 && progress() == 1)
    }

    @Test func `is how far an account has come`() throws {
        let ledger = try DemoLedger.make()
        let account = try #require(try ledger.json("account", "list").array?.first?["address"]?.string)
        func change(_ parameters: String) throws -> Int32 {
            let call = #"{"command": "change-sync-state", "parameters": {"account": "\#(account)", \#(parameters)}}"#
            return try ledger.run(["request"], input: Array((call + "\n").utf8)).exitCode
        }
        func sync() throws -> [String?] {
            let sync = try ledger.json("account", "show", account)["sync"]
            return ["status", "history_id", "error_message", "last_full_sync", "last_incremental_sync"].map {
                sync?[$0]?.string
            }
        }
        #expect(try sync() == [nil, nil, nil, nil, nil])
        let time = "2026-01-02T03:04:05.000000Z"
        #expect(try change(#""status": "error", "history_id": "99", "error_message": "no route""#) == 0)
        #expect(try change(#""last_full_sync": "2026-01-02T04:04:05+01:00""#) == 0)
        #expect(try sync() == ["error", "99", "no route", time, nil])
        #expect(try ledger.succeed("account", "show", account).text.contains("error: no route"))
        #expect(try change(#""status": "completed", "error_message": "", "history_id": """#) == 0)
        #expect(try sync() == ["completed", nil, nil, time, nil])
        #expect(try change(#""last_full_sync": "soon""#) == 2)
        let asked = #"{"query": "list-accounts", "parameters": {"account": "\#(account)"}}"#
        #expect(try ledger.run(["request"], input: Array((asked + "\n").utf8)).text.contains(time))
    }
}
