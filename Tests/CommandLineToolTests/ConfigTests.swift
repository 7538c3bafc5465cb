import JSONCoding
import TestSupport
import Testing

@Suite struct `Settings` {
    private func ledger(_ config: String = "") throws -> ToolLedger {
        let ledger = try ToolLedger()
        if !config.isEmpty { try write(config, ledger) }
        return ledger
    }

    private func path(_ ledger: ToolLedger) -> String { ledger.directory.path(".config/mailledger/config") }

    private func write(_ text: String, _ ledger: ToolLedger) throws { try writeFile(path(ledger), text) }

    /// The value of a setting and where it comes from, as `config list` has it.
    private func value(
        _ name: String, _ ledger: ToolLedger, _ options: [String] = [], _ variables: [String: String] = [:]
    ) throws -> [String?] {
        let result = try ledger.run(["config", "list", "--format", "json"] + options, adding: variables)
        let list = try JSONBytesDecoder().decode(JSONValue.self, from: result.output).array ?? []
        let setting = try #require(list.first { $0["name"]?.string == name })
        return [setting["value"]?.string, setting["origin"]?.string, setting["source"]?.string]
    }

    @Test(
        arguments: [
            ("output.color", "always", ["--color", "auto"], "NO_COLOR", "1", "never", "auto"),
            ("ledger.path", "/f", ["--ledger", "/o"], "MAILLEDGER", "/v", "/v", nil),
            ("change.actor", "f", [], "MAILLEDGER_ACTOR", "v", "v", nil),
            ("import.account", "f@example.org", [], "MAILLEDGER_ACCOUNT", "v@example.org", "v@example.org", nil),
            ("output.pager", "f", [], "MAILLEDGER_PAGER", "v", "v", "less"),
            ("output.dates", "iso", [], nil, nil, nil, "relative"),
            ("search.limit", "7", [], nil, nil, nil, "100"), ("import.folder", "f", [], nil, nil, nil, "INBOX"),
        ] as [(String, String, [String], String?, String?, String?, String?)])
    func `come from an option before a variable, the file and the default`(
        name: String, inFile: String, option: [String], variable: String?, text: String?, inVariable: String?,
        standard: String?
    ) throws {
        let ledger = try ledger()
        let none = ["MAILLEDGER": ""]
        if let standard { #expect(try value(name, ledger, [], none) == [standard, "default", nil]) }
        #expect(try ledger.run("config", "set", name, inFile).exitCode == 0)
        #expect(try value(name, ledger, [], none) == [inFile, "file", path(ledger)])
        guard let variable, let text else { return }
        #expect(
            try value(name, ledger, [], none.merging([variable: text]) { $1 }) == [inVariable, "environment", variable])
        guard let last = option.last else { return }
        #expect(try value(name, ledger, option, none.merging([variable: text]) { $1 }) == [last, "option", option[0]])
    }

    @Test(arguments: [
        "postgresql://keeper:s3cr3t@db.example/mail?ledger=ada",
        "postgresql://db.example/mail?password=s3cr3t&ledger=ada",
        "postgresql://keeper:s3cr3t@db.example/ma il", "https://keeper:s3cr3t@db.example/",
    ])
    func `show no password of a URL`(url: String) throws {
        let ledger = try ledger("[ledger]\npath=\(url)\n[fleet]\nnode.two.url=\(url)\n")
        for variables in [["MAILLEDGER": ""], ["MAILLEDGER": url]] {
            for words in [
                ["config", "list"], ["config", "list", "--format", "json"], ["config", "get", "ledger.path"],
                ["config", "get", "ledger.path", "--format", "json"], ["config", "get", "fleet.node.two.url"],
                ["config", "set", "ledger.path", url], ["config", "set", "fleet.node.two.url", url],
                ["config", "unset", "search.limit"],
            ] {
                let result = try ledger.run(words, adding: variables)
                #expect(!(result.text + result.errorText).contains("s3cr3t"), "\(words): \(result.text)")
            }
        }
        let refused = try ledger.run(["folders"], adding: ["MAILLEDGER": ""])
        #expect(refused.exitCode == 2 && !refused.errorText.contains("s3cr3t"))
        let shown = try value("ledger.path", ledger, [], ["MAILLEDGER": ""])[0]
        #expect(shown?.contains("://") == true)
        if url.hasSuffix("ada") { #expect(shown?.contains("db.example/mail?ledger=ada") == true) }
    }

    @Test func `of a pager know two variables, around the file`() throws {
        let ledger = try ledger()
        #expect(try value("output.pager", ledger, [], ["PAGER": "more"]) == ["more", "environment", "PAGER"])
        try ledger.succeed("config", "set", "output.pager", "less -R")
        #expect(try value("output.pager", ledger, [], ["PAGER": "more"]) == ["less -R", "file", path(ledger)])
        #expect(
            try value("output.pager", ledger, [], ["MAILLEDGER_PAGER": ""]) == ["", "environment", "MAILLEDGER_PAGER"])
    }

    @Test func `of colours count less than a terminal that has none, and an option counts more`() throws {
        let ledger = try ledger("[output]\ncolor=always\n")
        let dumb = ["TERM": "dumb"]
        #expect(try value("output.color", ledger, [], dumb) == ["never", "environment", "TERM"])
        #expect(try value("output.color", ledger, [], ["TERM": "xterm"]) == ["always", "file", path(ledger)])
        #expect(
            try value("output.color", ledger, [], ["TERM": "dumb", "NO_COLOR": "1"]) == [
                "never", "environment", "NO_COLOR",
            ])
        func isColoured(_ options: [String], _ variables: [String: String]) throws -> Bool {
            try ledger.run(["log"] + options, adding: variables).text.contains("\u{1B}[")
        }
        #expect(try isColoured([], [:]))
        #expect(try !isColoured([], dumb))
        #expect(try isColoured(["--color", "always"], dumb))
        #expect(try !isColoured(["--color", "auto"], ["NO_COLOR": "1"]))
    }

    @Test func `are used by the verbs that they are for`() throws {
        let ledger = try ledger()
        let mail = ledger.directory.path("mail")
        try GeneratedMail.writeMaildir(4, flags: ["S"], below: mail)
        // The ledger that the file names, and nobody else does.
        let set = try ledger.run("config", "set", "ledger.path", "~/ledger")
        #expect(set.exitCode == 0 && set.errorText == "note: $MAILLEDGER is set and overrides this\n")
        try ledger.succeed("config", "set", "import.account", ToolLedger.account)
        try ledger.succeed("config", "set", "import.folder", "Archive")
        try ledger.succeed("config", "set", "change.actor", "mara")
        try ledger.succeed("config", "set", "search.limit", "3")
        try ledger.succeed("config", "set", "output.color", "always")
        try ledger.succeed("config", "set", "output.dates", "iso")
        func run(_ words: String..., adding variables: [String: String] = [:]) throws -> ToolResult {
            let result = try ledger.run(words, adding: ["MAILLEDGER": ""].merging(variables) { $1 })
            #expect(result.exitCode == 0, "\(words): \(result.errorText)")
            return result
        }
        _ = try run("import", mail)
        let found = try run("messages", "in:Archive")
        #expect(found.lines.count == 4)
        #expect(found.text.contains("\u{1B}[") && found.text.contains("2024-03-04 10:00"))
        #expect(try !run("messages", "*", adding: ["NO_COLOR": "1"]).text.contains("\u{1B}["))
        #expect(try run("search", "kernels", "--color", "never").lines.count == 3)
        #expect(try run("search", "kernels", "--limit", "2").lines.count == 2)
        #expect(try run("log", "--limit", "1").text.contains("mara"))
        _ = try run("mark", "--flagged", "*", adding: ["MAILLEDGER_ACTOR": "bob"])
        #expect(try run("log", "--limit", "1").text.contains("bob"))
        _ = try run("mark", "--unflagged", "*", "--actor", "eve", adding: ["MAILLEDGER_ACTOR": "bob"])
        #expect(try run("log", "--limit", "1").text.contains("eve"))
        try ledger.succeed("config", "set", "output.dates", "relative")
        let ago = try run("messages", "*", "--limit", "1")
        #expect(ago.text.contains("2024-03-04") && !ago.text.contains("10:00"))
    }

    @Test func `that cannot be taken are refused by config set, and named with file and key where they are used`()
        throws
    {
        let ledger = try ledger()
        for (name, value, message) in [
            ("output.color", "mauve", "none of auto, always, never"),
            ("output.dates", "long", "none of relative, short, iso"),
            ("search.limit", "-1", "not a number"), ("search.limit", "many", "not a number"),
            ("ledger.path", "here", "neither with /"),
            ("import.account", " ", "empty"), ("query.bad", "frm:x", "unknown field"),
            ("query.self", "query:self", "circle"),
            ("query.empty", "", "which query"), ("output.colour", "never", "did you mean \"output.color\"?"),
            ("color", "never", "did you mean \"output.color\"?"), ("nothing", "x", "config list"),
            ("query.a b", "x", "unknown setting"),
        ] {
            let result = try ledger.run("config", "set", name, value)
            #expect(result.exitCode == 2 && result.output.isEmpty, "\(name)")
            #expect(result.errorText.contains(message), "\(name): \(result.errorText)")
        }
        #expect(try !isThere(path(ledger)))
        for (text, key, verb) in [
            ("[output]\ncolor=mauve\n", "output.color", ["folders"]),
            ("[output]\ndates=long\n", "output.dates", ["messages"]),
            ("[search]\nlimit=many\n", "search.limit", ["search", "x"]),
            ("[import]\naccount=\n", "import.account", ["import", "/"]),
        ] {
            try write(text, ledger)
            let result = try ledger.run(verb)
            #expect(result.exitCode == 2 && result.output.isEmpty, "\(text): \(result.errorText)")
            #expect(result.errorText.contains("\(key) in \(path(ledger))"), "\(result.errorText)")
            let list = try ledger.run("config", "list")
            #expect(list.exitCode == 0 && list.errorText.contains("warning: \(key)"), "\(list.errorText)")
            // What is wrong can be mended by the tool.
            try ledger.succeed("config", "unset", key)
            #expect(try ledger.run("config", "list").errorText.isEmpty)
        }
    }

    @Test func `that name what the ledger has not are named with file and key, or with the variable`() throws {
        let ledger = try ledger("[import]\nfolder=Nope\n")
        let mail = ledger.directory.path("mail")
        try GeneratedMail.writeMaildir(1, flags: ["S"], below: mail)
        let head = try ledger.head()
        let message = ledger.directory.path("one.eml")
        try writeFile(message, GeneratedMail.lone(1))
        let chats = projectRoot + "/Samples/rowers.jsonl"
        for words in [
            ["import", mail], ["import", "chats", chats], ["import", "--chat", chats], ["sync", mail],
            ["message", "add", message],
        ] {
            let refused = try ledger.run(words)
            #expect(refused.exitCode == 2 && refused.output.isEmpty, "\(words)")
            #expect(
                refused.errorText.contains("import.folder in \(path(ledger)): no folder \"Nope\""),
                "\(refused.errorText)")
            // What was typed is in sight.
            let typed = try ledger.run(words + ["--folder", "Nope"])
            #expect(typed.exitCode == 3 && !typed.errorText.contains(path(ledger)), "\(typed.errorText)")
        }
        let setup = try ledger.run("setup", mail, ToolLedger.account)
        #expect(setup.exitCode == 2 && setup.errorText.contains("import.folder in \(path(ledger)): no folder"))
        try write("[import]\naccount=eve@example.org\n", ledger)
        let refused = try ledger.run("import", mail)
        #expect(refused.exitCode == 2)
        #expect(
            refused.errorText.contains("import.account in \(path(ledger)): no account \"eve@example.org\""),
            "\(refused.errorText)")
        let variable = try ledger.run(["import", mail], adding: ["MAILLEDGER_ACCOUNT": "bob@example.org"])
        #expect(variable.exitCode == 2 && variable.errorText.contains("$MAILLEDGER_ACCOUNT: no account"))
        #expect(try ledger.run("import", mail, "--account", "eve@example.org").exitCode == 3)
        #expect(try ledger.head() == head)
    }

    @Test func `that nobody knows are left alone, and named by config list`() throws {
        let ledger = try ledger("[output]\ncolour=never\n\n[other]\nx=1\n")
        try ledger.succeed("folders")
        let list = try ledger.run("config", "list")
        #expect(list.exitCode == 0)
        #expect(list.errorLines.count == 2 && list.errorText.contains("did you mean \"output.color\"?"))
        try ledger.succeed("config", "unset", "other.x")
        #expect(try !readText(path(ledger)).contains("x=1"))
    }

    @Test func `in a file that is none stop every verb but help and config path`() throws {
        let ledger = try ledger("no configuration\n")
        for words in [
            ["folders"], ["messages", "query:x"], ["config", "list"], ["config", "set", "output.color", "auto"],
            ["query", "list"],
        ] {
            let result = try ledger.run(words)
            #expect(
                result.exitCode == 2 && result.output.isEmpty && result.errorText.contains(path(ledger)), "\(words)")
        }
        #expect(try ledger.succeed("config", "path").text == path(ledger) + "\n")
        try ledger.succeed("--help")
        #expect(try readText(path(ledger)) == "no configuration\n")
        #expect(try ledger.run(["folders"], adding: ["MAILLEDGER_CONFIG": "/dev/null"]).exitCode == 0)
        #expect(try ledger.run(["folders"], adding: ["MAILLEDGER_CONFIG": "/"]).exitCode == 74)
    }

    @Test func `without a home say what to set`() throws {
        let ledger = try ledger()
        let bare = ["HOME": "", "MAILLEDGER": ""]
        for words in [["folders"], ["init"], ["messages", "x"]] {
            let result = try ledger.run(words, adding: bare)
            #expect(
                result.exitCode == 2
                    && result.errorText == "mailledger: HOME is not set: set MAILLEDGER to the ledger's folder\n")
        }
        let set = try ledger.run(["config", "set", "output.color", "never"], adding: bare)
        #expect(set.exitCode == 2 && set.errorText.contains("set MAILLEDGER_CONFIG"))
        #expect(try ledger.run(["folders"], adding: ["HOME": ""]).exitCode == 0)
        #expect(try ledger.run(["config", "list"], adding: bare).exitCode == 0)
    }
}

@Suite struct `Saved queries` {
    @Test func `are saved, used, listed, replaced and deleted`() throws {
        let ledger = try ToolLedger()
        let mail = ledger.directory.path("mail")
        try GeneratedMail.writeMaildir(8, flags: ["S", "", "F"], below: mail)
        try ledger.succeed("import", mail, "--account", ToolLedger.account)
        #expect(try ledger.succeed("query", "list").output.isEmpty)
        #expect(
            try ledger.succeed("query", "save", "new", "is:unread", "-is:flagged").text.contains(
                "read as is:unread and not is:flagged"))
        try ledger.succeed("query", "save", "some", "query:new or subject:0")
        #expect(
            try ledger.json("messages", "query:new").array?.count
                == ledger.json("messages", "is:unread -is:flagged").array?.count)
        #expect(
            try ledger.succeed("query", "list").lines == [
                "new   is:unread -is:flagged", "some  query:new or subject:0",
            ])
        #expect(try ledger.succeed("query", "save", "new", "is:unread").text.contains("was is:unread -is:flagged"))
        let explained = try ledger.run("messages", "--explain", "query:some", "--limit", "1")
        #expect(explained.errorText == "query: is:unread or subject:0\n")
        #expect(try ledger.succeed("config", "get", "query.new").text == "is:unread\n")

        let deleted = try ledger.run("query", "delete", "new")
        #expect(deleted.exitCode == 0 && deleted.errorText == "warning: query:some uses it\n")
        let broken = try ledger.run("messages", "query:some")
        #expect(broken.exitCode == 2 && broken.output.isEmpty)
        #expect(
            broken.errorText.contains("no saved query \"new\"")
                && broken.errorText.hasSuffix("query:some\n      ^~~~\n"))
        #expect(try ledger.run("query", "list").errorText.hasPrefix("warning: query:some:"))
        #expect(try ledger.json("query", "show", "some")["explanation"] == .null)
        for verb in ["show", "delete"] { #expect(try ledger.run("query", verb, "new").exitCode == 3) }
        // A change by a query that cannot be read changes nothing.
        let head = try ledger.head()
        #expect(try ledger.run("mark", "--read", "query:some").exitCode == 2)
        #expect(try ledger.head() == head)
    }

    @Test func `that cannot be read are refused with a caret, and are not saved`() throws {
        let ledger = try ToolLedger()
        for (words, exit, message) in [
            (["x", "frm:ada"], 2, "frm:ada\n^~~\n"), (["x", "query:x"], 2, "circle"), (["x y", "a"], 2, "not a name"),
            (["-x", "a"], 2, "-x"), (["é", "a"], 2, "not a name"), (["x"], 2, "query"),
            (["x", " "], 2, "'*' means all"),
            // The name that it is to have is not proposed.
            (["x", "query:y"], 2, "no saved query \"y\": 'mailledger query list'"),
        ] as [([String], Int32, String)] {
            let result = try ledger.run(["query", "save"] + words)
            #expect(result.exitCode == exit && result.output.isEmpty, "\(words)")
            #expect(result.errorText.contains(message), "\(words): \(result.errorText)")
        }
        #expect(try ledger.succeed("query", "list").output.isEmpty)
    }
}
