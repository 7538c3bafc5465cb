import JSONCoding
import TestSupport
import Testing

/// `folder` and `folders`, as a process.
@Suite struct `Folders on the command line` {
    private static let account = ToolLedger.account

    /// An account with the small Maildir, and Work/Deep in it.
    private func world() throws -> ToolLedger {
        let ledger = try ToolLedger()
        try GeneratedMail.writeSmallMaildir(below: ledger.directory.path("mail"))
        _ = try ledger.run("import", ledger.directory.path("mail"), "--account", Self.account)
        try ledger.succeed("folder", "add", "Work/Deep", "--account", Self.account)
        return ledger
    }

    private func paths(_ ledger: ToolLedger, _ options: String...) throws -> [String] {
        let result = try ledger.succeed(["folders", "--format", "json"] + options)
        let list = try JSONBytesDecoder().decode(JSONValue.self, from: result.output).array ?? []
        return list.compactMap { $0["path"]?.string }
    }

    @Test(.requirement(24, 51)) func `cycles and names that are taken are conflicts`() throws {
        let ledger = try world()
        for (words, code) in [
            (["folder", "move", "Work", "--to", "Work/Deep"], "CONFLICT"),
            (["folder", "add", "Work", "--account", Self.account], "ALREADY_EXISTS"),
            (["folder", "rename", "Work", "INBOX"], "ALREADY_EXISTS"),
            (["folder", "rename", "INBOX", "Mine"], "FORBIDDEN"), (["folder", "delete", "Sent", "-y"], "FORBIDDEN"),
            (["folder", "set", "Work", "--role", "inbox"], "CONFLICT"),
        ] {
            for more in [["--format", "json"], ["--format", "json", "--dry-run"]] {
                let result = try ledger.run(words + more)
                #expect(result.exitCode == 4 && result.errorText.contains("\"code\":\"\(code)\""), "\(words)")
            }
        }
    }

    @Test(.requirement(25, 38)) func `a folder is set, shown, and put back by undo`() throws {
        let ledger = try world()
        let before = try ledger.json("folder", "show", "Work")
        let outcome = try ledger.json(
            "folder", "set", "Work", "--icon", "briefcase", "--folder-color", "#1E90FF", "--text-color", "fff",
            "--order", "7",
            "--visibility", "show-if-unread", "--message-visibility", "hide", "--external-id", "Label_1", "--role",
            "all",
            "--reason", "tidy")
        #expect(outcome["changes"]?.array?.count == 8 && outcome["operation"]?.string != nil)
        let row = try ledger.json("folder", "show", "Work")
        #expect(row["icon"]?.string == "briefcase" && row["color"]?.string == "#1e90ff")
        #expect(row["text_color"]?.string == "#ffffff" && row["sort_order"]?.integer == 7)
        #expect(row["visibility"]?.string == "show_if_unread" && row["message_visibility"]?.string == "hide")
        #expect(row["external_id"]?.string == "Label_1" && row["role"]?.string == "all")
        #expect(try ledger.succeed("folder", "show", "Work").text.contains("show-if-unread"))
        let history = try ledger.succeed("history", "Work").text
        #expect(history.contains("    color: – → #1e90ff\n") && history.contains("“tidy”"))
        try ledger.succeed("undo")
        #expect(try ledger.json("folder", "show", "Work") == before)
        for bad in [["--folder-color", "blue"], ["--order=-1"], ["--visibility", "maybe"], ["--role", "boss"], []] {
            #expect(try ledger.run(["folder", "set", "Work"] + bad).exitCode == 2, "\(bad)")
        }
        try ledger.checkAll()
    }

    @Test func `an import says which folders got a role, set takes one over, doctor advises, and undo takes it back`()
        throws
    {
        let ledger = try ToolLedger()
        let mail = ledger.directory.path("mail")
        for (number, folder) in ["", "[Gmail]/Spam", "Papierkorb", "Sent Items", "Entwürfe"].enumerated() {
            try writeFile("\(mail)/\(folder)/cur/\(number).host:2,", GeneratedMail.lone(number))
        }
        let before = try ledger.json("folders")
        let text = try ledger.succeed("import", mail, "--account", Self.account).text
        #expect(text.contains("Papierkorb is the account's trash; the empty folder Trash no longer has this role.\n"))
        let roles = try ledger.json("folders").array ?? []
        let held = Dictionary(
            roles.compactMap { row in row["role"]?.string.map { ($0, row["path"]?.string ?? "") } }
        ) { first, _ in first }
        #expect(held["spam"] == "[Gmail]/Spam" && held["trash"] == "Papierkorb")
        #expect(held["sent"] == "Sent Items" && held["drafts"] == "Entwürfe" && held["archive"] == "Archive")
        let unread = try ledger.succeed("unread").lines
        #expect(
            unread.first { $0.hasPrefix("total ") }?.hasSuffix(" 3") == true && unread.last?.contains("Spam") == true)
        let taken = try ledger.json("folder", "set", "Trash", "--role", "trash", "--account", Self.account)
        #expect(taken["role_taken_from"]?.string == "Papierkorb" && taken["changes"]?.array?.count == 1)
        let doctor = try ledger.succeed("doctor").text
        #expect(doctor.contains("mailledger folder set Papierkorb --account \(Self.account) --role trash\n"))
        let set = try ledger.succeed("folder", "set", "Papierkorb", "--role", "trash").text
        #expect(set == "Changed Papierkorb.\n  role: – → trash\n  took the role from Trash\n")
        #expect(try !ledger.succeed("doctor").text.contains("roles"))
        #expect(try ledger.run("folder", "delete", "Papierkorb", "--yes").exitCode == 4)
        try ledger.checkAll()
        for _ in 0..<3 { try ledger.succeed("undo") }
        #expect(try ledger.json("folders") == before)
        let again = try ledger.json("import", mail, "--account", Self.account)
        #expect(again["roles"]?.array?.count == 4)
        #expect(again["roles"]?.array?.first?["taken_from"]?.string != nil)
        try ledger.checkAll()
        let added = try ledger.succeed("folder", "add", "Archives", "--account", Self.account).text
        #expect(
            added
                == "Added Archives to \(Self.account).\nIt is the account's archive; Archive no longer has this role.\n"
        )
    }

    @Test(.requirement(26)) func `a cursor of 64 bits is set and read back`() throws {
        let ledger = try world()
        try ledger.succeed(
            "folder", "set", "Work", "--uid-validity", "4294967295", "--highest-mod-seq", "9223372036854775809",
            "--supports-idle", "yes")
        let row = try ledger.json("folder", "show", "Work")
        #expect(row["uid_validity"]?.integer == 4_294_967_295 && row["supports_idle"] == true)
        #expect(row["highest_mod_seq"]?.string == "9223372036854775809")
        #expect(try ledger.run("folder", "set", "Work", "--uid-validity", "4294967296").exitCode == 2)
        #expect(try ledger.run("folder", "set", "Work", "--highest-mod-seq", "18446744073709551616").exitCode == 2)
        try ledger.succeed("rebuild")
        #expect(try ledger.json("folder", "show", "Work") == row)
    }

    @Test(.requirement(33)) func `each policy is previewed, and does what the preview said`() throws {
        let ledger = try world()
        let head = try ledger.head()
        let nullify = try ledger.json("folder", "delete", "Work", "--policy", "nullify", "--dry-run")
        #expect(nullify["archived"]?.integer == 1 && nullify["gone"]?.integer == 0)
        #expect(nullify["archive"]?.string == "Archive" && nullify["is_dry_run"] == true)
        let cascade = try ledger.succeed("folder", "delete", "Work", "--dry-run").lines
        #expect(
            cascade == ["Would delete:", "  Work  1 message", "  Work/Deep  0 messages", "Deleted with it: 1 message."])
        let deny = try ledger.run("folder", "delete", "Work", "--policy", "deny", "--dry-run")
        #expect(deny.exitCode == 4 && deny.errorText.contains("would be refused"))
        #expect(deny.lines == ["Would not delete Work, which is not empty:", "  1 message", "  the folder Work/Deep"])
        for policy in ["deny", "no-action"] {
            let refused = try ledger.run("folder", "delete", "Work", "--policy", policy, "--yes", "--format", "json")
            #expect(
                refused.exitCode == 4 && refused.errorText.contains(#""blockers":"1 message\nthe folder Work/Deep""#))
        }
        #expect(try ledger.head() == head)
        let before = try paths(ledger)
        try ledger.succeed("folder", "delete", "Work", "--policy", "nullify", "--yes")
        #expect(try ledger.json("messages", "in:Archive").array?.count == 1)
        try ledger.succeed("undo")
        #expect(try paths(ledger) == before && ledger.json("messages", "in:Work").array?.count == 1)
        try ledger.succeed("folder", "delete", "Work/Deep", "--policy", "no-action", "--yes")
        try ledger.checkAll()
    }

    @Test(.requirement(35, 36, 37)) func `a label is added with all that is said of it`() throws {
        let ledger = try world()
        let words = [
            "folder", "add", "Tax", "--kind", "label", "--folder-color", "#123456", "--external-id", "Label_1",
            "--account",
            Self.account,
        ]
        let head = try ledger.head()
        #expect(try ledger.succeed(words + ["--dry-run"]).lines == ["Would add Tax to \(Self.account)."])
        #expect(try ledger.head() == head)
        try ledger.succeed(words)
        let row = try ledger.json("folder", "show", "Tax")
        #expect(row["kind"]?.string == "label" && row["external_id"]?.string == "Label_1")
        let taken = try ledger.run(
            "folder", "add", "Other", "--external-id", "Label_1", "--account", Self.account)
        #expect(taken.exitCode == 4)
        try ledger.succeed("account", "add", "bob@example.org")
        try ledger.succeed("folder", "add", "Tax", "--external-id", "Label_1", "--account", "bob@example.org")
        #expect(try paths(ledger, "--account", "bob@example.org").contains("Tax"))
    }

    @Test(.requirement(38)) func `a hidden folder is not listed, but where all are asked for`() throws {
        let ledger = try world()
        try ledger.succeed("folder", "set", "Sent", "--visibility", "hide")
        try ledger.succeed("folder", "set", "Work", "--visibility", "showIfUnread")
        #expect(try !paths(ledger).contains("Sent") && paths(ledger).contains("Work"))
        try ledger.succeed("mark", "--read", "in:Work")
        #expect(try !paths(ledger).contains("Work"))
        #expect(try Set(["Sent", "Work"]).isSubset(of: paths(ledger, "--all")))
    }

    @Test(.requirement(46)) func `siblings are put into an order, all of them or none`() throws {
        let ledger = try world()
        let before = try paths(ledger)
        let head = try ledger.head()
        #expect(
            try ledger.succeed("folder", "reorder", "Work", "Sent", "--dry-run").lines
                == ["Would move to the top: Work, Sent."])
        #expect(try ledger.run("folder", "reorder", "Work", "Nowhere").exitCode == 3)
        #expect(try ledger.run("folder", "reorder", "Sent", "Work/Deep").exitCode == 4)
        #expect(try ledger.head() == head && paths(ledger) == before)
        try ledger.succeed("folder", "reorder", "Work", "Sent")
        #expect(try paths(ledger).prefix(4) == ["Work", "Work/Deep", "Sent", "INBOX"])
        #expect(try ledger.json("log", "--limit", "1").array?.first?["command"]?.string == "folder reorder")
        try ledger.succeed("undo")
        #expect(try paths(ledger) == before)
    }

    @Test(.requirement(52)) func `unread is counted over all, for an account, and for a folder of it`() throws {
        let ledger = try world()
        try ledger.succeed("account", "add", "bob@example.org")
        let all = try ledger.json("unread")
        #expect(all["accounts"]?.array?.count == 2 && all["total"]?.integer == 2)
        let ada = try ledger.json("unread", "--account", Self.account)
        #expect(ada["accounts"]?.array?.count == 1 && ada["total"]?.integer == 2)
        #expect(try ledger.json("unread", "--account", "bob@example.org")["total"]?.integer == 0)
        let work = try ledger.json("unread", "--account", Self.account, "--folder", "Work")
        #expect(work["total"]?.integer == 1)
        let folders = work["accounts"]?.array?.first?["folders"]?.array ?? []
        #expect(folders.compactMap { $0["folder"]?.string } == ["Work", "Work/Deep"])
        #expect(try ledger.json("unread", "--folder", "Work")["accounts"]?.array?.count == 1)
        #expect(try ledger.run("unread", "--folder", "Nowhere").exitCode == 3)
        #expect(try ledger.run("unread", "--account", "eve@example.org").exitCode == 3)
    }
}
