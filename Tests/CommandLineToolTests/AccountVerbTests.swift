import JSONCoding
import TestSupport
import Testing

/// `account` and `providers`, as a process.
@Suite struct `Accounts on the command line` {
    private static let account = ToolLedger.account

    @Test(.requirement(1, 3)) func `an account is shown as it was added, by every later process and after a rebuild`()
        throws
    {
        let ledger = try ToolLedger(account: nil)
        try ledger.succeed("init")
        let added = try ledger.json(
            "account", "add", "ada@example.org", "--display-name", "Ada", "--imap-host", "imap.example.org",
            "--imap-port", "143", "--imap-security", "starttls", "--imap-username", "ada", "--smtp-host",
            "smtp.example.org", "--auth", "app-password", "--auth", "oauth2", "--credential-ref", "env:SECRET")
        #expect(added["imap"]?["security"]?.string == "starttls" && added["smtp"]?["port"]?.integer == 465)
        #expect(added["auth_types"]?.array == ["app_password", "oauth2"])
        #expect(try ledger.json("account", "show", "ada@example.org") == added)
        try ledger.succeed("rebuild")
        #expect(try ledger.json("account", "show", "ADA@example.org") == added)
    }

    @Test func `what deleting an account would take is what lists lose by it`() throws {
        let ledger = try ToolLedger()
        let mail = ledger.directory.path("letter.eml")
        try writeFile(mail, "From: eve@example.net\nSubject: oars\nMessage-ID: <oars@example.net>\n\nTwo oars.\n")
        try ledger.succeed("import", mail, "--account", Self.account)
        try ledger.succeed("account", "add", "grace@example.org")
        try writeFile(mail, "From: eve@example.net\nSubject: sails\nMessage-ID: <sails@example.net>\n\nOne sail.\n")
        try ledger.succeed("import", mail, "--account", "grace@example.org")
        try ledger.succeed("chat", "add", "crew", "--account", Self.account)
        try ledger.succeed("chat", "post", "crew", "Cast off at six.")
        let (oars, sails) = (try ledger.id("subject:oars"), try ledger.id("subject:sails"))
        for id in [oars, sails] { try ledger.succeed("classify", id, "--category", "urgent", "--by", "model-a") }
        try ledger.succeed("folder", "add", "Logbook", "--kind", "notebook", "--account", Self.account)
        try ledger.succeed("note", "add", "Filed", "--text", "x", "--folder", "Logbook")
        try ledger.succeed("note", "add", "Linked", "--text", "x", "--on", oars)
        try ledger.succeed("note", "add", "Elsewhere", "--text", "x", "--on", sails)
        try ledger.succeed("action", "add", "next-step", "Buy", "--on", oars)
        try ledger.succeed("action", "add", "next-step", "Sew", "--on", sails)
        func counts() throws -> [Int] {
            try [["folders"], ["messages", "*"], ["chat", "list"], ["messages", "category:*"]].map { words in
                let answer = try ledger.succeed(words + ["--format", "json"]).output
                return try JSONBytesDecoder().decode(JSONValue.self, from: answer).array?.count ?? 0
            }
        }
        func shown() throws -> [JSONValue] {
            try ["Filed", "Linked", "Elsewhere"].map { try ledger.json("note", "show", $0) }
        }
        let (before, places) = (try counts(), try shown())
        let plan = try ledger.json("account", "delete", Self.account, "--dry-run")
        let text = try ledger.succeed("account", "delete", Self.account, "--dry-run").text
        #expect(text.contains("messages, 1 conversation and 1 claim."), "\(text)")
        #expect(text.contains("lose its place there: 2 notes and 1 action."), "\(text)")
        let done = try ledger.json("account", "delete", Self.account, "--yes")
        let after = try counts()
        for (place, key) in ["folders", "messages", "conversations", "claims"].enumerated() {
            #expect(plan[key]?.integer == Int64(before[place] - after[place]), "\(key)")
            #expect(done[key] == plan[key])
        }
        let left = try shown()
        #expect(plan["notes"]?.integer == Int64(zip(places, left).count { $0 != $1 }))
        #expect(plan["notes"]?.integer == 2 && plan["actions"]?.integer == 1)
    }

    @Test(.requirement(4, 5)) func `accounts are listed by address, and an unknown one is not found`() throws {
        let ledger = try ToolLedger(account: nil)
        try ledger.succeed("init")
        for name in ["c", "a", "b"] { try ledger.succeed("account", "add", "\(name)@example.org") }
        let list = try ledger.json("account", "list").array ?? []
        #expect(list.compactMap { $0["address"]?.string } == ["a@example.org", "b@example.org", "c@example.org"])
        let unknown = try ledger.run("account", "show", "d@example.org", "--format", "json")
        #expect(unknown.exitCode == 3 && unknown.errorText.contains(#""code":"NOT_FOUND""#))
    }

    @Test(.requirement(7)) func `what changes is told as old and new, and what is so already is not recorded`() throws {
        let ledger = try ToolLedger()
        let head = try ledger.head()
        let words = ["account", "set", Self.account, "--display-name", "Ada", "--imap-host", "imap.example.org"]
        let planned = try ledger.succeed(words + ["--dry-run"])
        #expect(planned.lines.first == "Would change \(Self.account).")
        #expect(planned.lines.contains("  display_name: – → Ada") && planned.lines.contains("  imap.port: – → 993"))
        #expect(try ledger.head() == head)
        let done = try ledger.succeed(words)
        #expect(done.lines == ["Changed \(Self.account)."] + planned.lines.dropFirst())
        #expect(try ledger.head().events == head.events + 1)
        #expect(try ledger.succeed(words).lines == ["Nothing to change."])
        #expect(try ledger.head().events == head.events + 1)
        #expect(try ledger.succeed("history", Self.account).text.contains("    display_name: – → Ada\n"))
        let refused = try ledger.run("account", "set", Self.account)
        #expect(refused.exitCode == 2 && refused.errorText.contains("say what to change"))
        try ledger.succeed("undo")
        #expect(try ledger.json("account", "show", Self.account)["display_name"] == .null)
        try ledger.checkAll()
    }

    @Test(.requirement(8, 20)) func `an account is deleted, undone, and in between only its history is left`() throws {
        let ledger = try ToolLedger()
        try GeneratedMail.writeSmallMaildir(below: ledger.directory.path("mail"))
        _ = try ledger.run("import", ledger.directory.path("mail"), "--account", Self.account)
        let planned = try ledger.json("account", "delete", Self.account, "--dry-run")
        #expect(planned["is_dry_run"] == true && planned["matched"]?.integer == 5 && planned["operation"] == .null)
        #expect(try ledger.json("account", "list").array?.count == 1)
        try ledger.succeed("account", "delete", Self.account, "--yes")
        for list in [["account", "list"], ["folders"], ["messages"], ["threads"]] {
            #expect(try ledger.succeed(list + ["--format", "json"]).text == "[]\n")
        }
        #expect(try ledger.json("unread")["total"]?.integer == 0)
        #expect(try ledger.succeed("history", Self.account).text.contains("mail.account-deleted"))
        #expect(try ledger.succeed("doctor").text.contains("every row belongs to something"))
        try ledger.succeed("undo")
        #expect(try ledger.json("messages").array?.count == 5)
    }

    @Test(.requirement(10)) func `a provider that is none is refused`() throws {
        let ledger = try ToolLedger()
        let result = try ledger.run(
            "account", "add", "bob@example.org", "--provider", "hotmail", "--format", "json")
        #expect(result.exitCode == 2 && result.errorText.contains(#""code":"INVALID_INPUT""#))
        #expect(result.errorText.contains("'fastmail'"))
    }

    @Test(.requirement(11, 15)) func `the providers are listed with their servers, and need no ledger`() throws {
        let ledger = try ToolLedger(account: nil)
        let list = try ledger.json("providers").array ?? []
        let names = list.compactMap { $0["name"]?.string }
        #expect(
            Set(["gmail", "outlook", "icloud", "yahoo", "custom", "fastmail", "microsoft365", "aol", "gmx"])
                .isSubset(of: names))
        let gmail = try #require(list.first)
        #expect(gmail["imap"]?["host"]?.string == "imap.gmail.com" && gmail["smtp"]?["port"]?.integer == 465)
        #expect(gmail["display_name"]?.string == "Gmail" && gmail["supports_oauth"] == true)
        let text = try ledger.succeed("providers")
        #expect(text.lines.count == names.count + 1)
        // As --provider and --auth take them.
        #expect(text.text.contains("web-de") && text.text.contains("app-password") && !text.text.contains("_"))
    }

    @Test(.requirement(14)) func `an address tells its provider by its whole domain`() throws {
        let ledger = try ToolLedger(account: nil)
        for (address, name, username) in [
            ("ada@me.com", "icloud", "local_part"), ("ada@googlemail.com", "gmail", "address"),
            ("ada@notgmail.com.evil.org", "custom", "address"),
        ] {
            let list = try ledger.json("providers", address).array ?? []
            #expect(list.map { $0["name"]?.string } == [name])
            #expect(list.first?["imap"]?["username"]?.string == username)
        }
        #expect(try ledger.run("providers", "nobody").exitCode == 2)
    }

    @Test(.requirement(12, 13)) func `the servers are those of the provider, but for what is said`() throws {
        let ledger = try ToolLedger()
        let row = try ledger.json("account", "add", "x@gmail.com", "--imap-host", "h.example.org")
        #expect(row["imap"]?["host"]?.string == "h.example.org" && row["imap"]?["port"]?.integer == 993)
        #expect(row["smtp"]?["host"]?.string == "smtp.gmail.com" && row["smtp"]?["port"]?.integer == 465)
        let head = try ledger.head()
        let planned = try ledger.succeed("account", "add", "y@gmail.com", "--dry-run").text
        #expect(planned.hasPrefix("Would add y@gmail.com (gmail).") && planned.contains("imap.gmail.com:993 tls"))
        #expect(try ledger.run("account", "add", "x@gmail.com", "--dry-run").exitCode == 4)
        #expect(try ledger.head() == head)
    }

    /// The ways in which somebody could try to hand over a secret.
    private static let secret = "hunter2canary"
    private static let attempts: [[String]] = [
        ["account", "add", "bob@example.org", "--password", secret],
        ["account", "add", "bob@example.org", "--imap-password=\(secret)"],
        ["account", "add", "bob@example.org", "--access-token", secret],
        ["account", "add", "bob@example.org", "--api_key=\(secret)"],
        ["account", "add", "bob:\(secret)@example.org"], ["account", "add", "imaps://bob:\(secret)@example.org"],
        ["account", "add", "bob@example.org", "--imap-host", "bob:\(secret)@example.org"],
        ["account", "add", "bob@example.org", "--imap-host", "imaps://bob:\(secret)@example.org"],
        ["account", "add", "bob@example.org", "--smtp-username", "bob:\(secret)@example.org", "--smtp-host", "h"],
        ["account", "add", "bob@example.org", "--imap-port", "bob:\(secret)@example.org"],
        ["account", "add", "bob@example.org", "--credential-ref", secret],
        ["account", "add", "bob@example.org", "--credential-ref", "file://bob:\(secret)@host/x"],
        ["account", "add", "bob@example.org", "--display-name", "https://bob:\(secret)@example.org"],
        ["account", "set", account, "--password", secret], ["account", "set", account, "--smtp-secret=\(secret)"],
        ["account", "set", account, "--smtp-host", "https://\(secret)@example.org"],
        ["account", "set", account, "--credential-ref", secret],
        ["account", "set", account, "--address", "ada:\(secret)@example.org"],
    ]

    @Test(.requirement(17)) func `a secret is refused in clear words, never repeated, and in no file of the ledger`()
        throws
    {
        let ledger = try ToolLedger()
        try GeneratedMail.writeSmallMaildir(below: ledger.directory.path("mail"))
        _ = try ledger.run("import", ledger.directory.path("mail"), "--account", Self.account)
        let head = try ledger.head()
        for words in Self.attempts {
            for format in ["text", "json"] {
                let result = try ledger.run(words + ["--format", format])
                #expect(result.exitCode == 2, "\(words)")
                #expect(result.output.isEmpty && !result.errorText.isEmpty, "\(words)")
                #expect(!result.errorText.contains(Self.secret), "\(words): \(result.errorText)")
            }
            let isReference = words.contains(Self.secret) && words.contains("--credential-ref")
            let text = try ledger.run(words).errorText
            #expect(
                text.contains(isReference ? "must begin with env:" : "secrets are never stored"), "\(words): \(text)")
        }
        #expect(try ledger.head() == head)
        try ledger.succeed("account", "set", Self.account, "--credential-ref", "env:SECRET")
        try ledger.succeed("rebuild")
        let files = filesBelow(ledger.path)
        #expect(files.contains("log.sqlite") && files.contains { $0.hasPrefix("views/") })
        let needle = Array(Self.secret.utf8)
        for file in files {
            #expect(try !contains(readFile(ledger.path + "/" + file), needle), "\(file)")
        }
        // The same search finds what is there.
        let holders = try files.filter { try contains(readFile(ledger.path + "/" + $0), Array("env:SECRET".utf8)) }
        #expect(holders.contains { $0.hasPrefix("log.sqlite") })
    }

    private func contains(_ bytes: [UInt8], _ needle: [UInt8]) -> Bool {
        guard let first = needle.first, bytes.count >= needle.count else { return false }
        return bytes.indices.dropLast(needle.count - 1).contains { index in
            bytes[index] == first && bytes[index..<(index + needle.count)].elementsEqual(needle)
        }
    }

    @Test(.requirement(18)) func `the ledger keeps where a secret is and never goes there`() throws {
        let ledger = try ToolLedger()
        let trap = ledger.directory.path("trap")
        for reference in ["command:touch \(trap)", "file:\(ledger.directory.path("no-such-file"))"] {
            try ledger.succeed("account", "set", Self.account, "--credential-ref", reference)
            #expect(try ledger.json("account", "show", Self.account)["credential_ref"]?.string == reference)
            try ledger.checkAll()
        }
        #expect(!filesBelow(ledger.directory.path).contains("trap"))
    }

    @Test(.requirement(19)) func `a disabled account keeps its mail and takes no more`() throws {
        let ledger = try ToolLedger()
        try GeneratedMail.writeSmallMaildir(below: ledger.directory.path("mail"))
        _ = try ledger.run("import", ledger.directory.path("mail"), "--account", Self.account)
        #expect(try ledger.succeed("account", "disable", Self.account).text.contains("is_enabled: yes → no"))
        #expect(try ledger.json("account", "show", Self.account)["is_enabled"] == false)
        #expect(try ledger.succeed("account", "list").text.contains("disabled"))
        #expect(try ledger.json("messages").array?.count == 5)
        let refused = try ledger.run("import", ledger.directory.path("mail"), "--account", Self.account)
        #expect(refused.exitCode == 4 && refused.errorText.contains("account enable"))
        #expect(try ledger.succeed("account", "enable", Self.account, "--dry-run").text.contains("Would change"))
        try ledger.succeed("account", "enable", Self.account)
        #expect(try ledger.run("import", ledger.directory.path("mail"), "--account", Self.account).exitCode == 5)
    }
}
