import JSONCoding
import TestSupport
import Testing

/// What the tool says to do next, where something is not as it was expected.
@Suite struct `What to do next` {
    @Test func `is said of a deleted message that is named as a live one`() throws {
        let tool = try DemoLedger.make()
        try tool.succeed("delete", "id:3f2a7432", "--yes", "--reason", "spring cleaning")
        let lines = [
            ["show", "3f2a7432"], ["show", "3f2a7432", "--raw"], ["reply", "3f2a7432"],
            ["attachment", "list", "3f2a7432"],
        ]
        for line in lines {
            let refused = try tool.run(line)
            expectRefusal(refused, 3, "message \"3f2a7432\" is deleted", lines: 1, line[0])
            #expect(refused.errorText.contains("'mailledger undelete 3f2a7432' brings it back"))
        }
        #expect(try tool.succeed("history", "3f2a7432").text.contains("spring cleaning"))
        #expect(try tool.run("show", "ffffffff").errorText.contains("no message \"ffffffff\""))
        try tool.succeed("undelete", "3f2a7432")
        try tool.succeed("show", "3f2a7432")
        let live = try tool.run("undelete", "3f2a7432")
        expectRefusal(live, 3, "1 message matches, and it is not deleted; nothing was done", lines: 1, "undelete")
    }

    @Test func `is said of an undo of which a part is possible`() throws {
        let tool = try DemoLedger.make()
        try tool.succeed("label", "--add", "tides", "id:3f2a7432")
        try tool.succeed("hold", "add", "case", "--query", "subject:razor", "--reason", "a letter")
        let operations = try #require(try tool.json("log", "--limit", "2").array).compactMap { $0["operation"]?.string }
        try #require(operations.count == 2)
        let refused = try tool.run("undo", "\(operations[1])..\(operations[0])", "--yes")
        expectRefusal(refused, 4, "a hold is not undone", lines: 1, "undo")
        #expect(refused.errorText.contains("with --partial"))
        #expect(try !tool.run("undo", operations[0]).errorText.contains("--partial"))
    }

    @Test func `is said on a terminal of a word that is the id of an operation`() throws {
        let tool = try DemoLedger.make()
        let operation = try #require(try tool.json("log", "--limit", "1").array?.first?["operation"]?.string?.prefix(8))
        #expect(
            try shown(["messages", String(operation)], by: tool)
                .contains("\(operation) is an operation; 'mailledger log \(operation)' shows it"))
        #expect(try !shown(["messages", "facade"], by: tool).contains(" is an "))
        let piped = try tool.run("messages", String(operation))
        #expect(piped.text.isEmpty && piped.errorText.isEmpty)
    }

    @Test func `is said of a word that log did not take for an operation, and of a date that a space cut in two`()
        throws
    {
        let tool = try DemoLedger.make()
        let operation = try #require(try tool.json("log", "--limit", "1").array?.first?["operation"]?.string)
        // Four digits of which one is no letter: a shorter word is a word.
        let short = String(operation.prefix(4)).contains(where: \.isNumber) ? String(operation.prefix(4)) : "0000"
        #expect(try tool.run("log", "fffffff0").errorText.contains("no operation has an id that begins so"))
        let errors = try tool.run("log", short).errorText
        #expect(errors.contains("\(short) was searched for as a word"), "\(errors)")
        #expect(try tool.run("log", "facade").errorText.isEmpty)
        let split = try tool.run("count", "date:feb 2026")
        #expect(split.errorText == "note: date:feb and the word 2026 are searched; date:feb_2026 is the date of both\n")
        #expect(try tool.run("count", "date:feb_2026").errorText.isEmpty)
        #expect(try tool.run("count", "date:2026 invoice").errorText.isEmpty)
        #expect(try tool.run("count", "date:Mon 14:05").errorText.contains("date:Mon_14:05"))
    }

    @Test func `is said of a label and a mailing list that are misspelt`() throws {
        let tool = try DemoLedger.make()
        try tool.succeed("label", "--add", "taxes", "id:3f2a7432")
        for line in [
            ["messages", "label:taxse"], ["count", "not label:taxse"], ["threads", "is:unread label:taxse"],
        ] {
            let errors = try tool.run(line).errorText
            #expect(errors == "note: no message has label:taxse; did you mean \"taxes\"?\n", "\(line)")
        }
        #expect(try tool.run("count", "label:taxes").errorText.isEmpty)
        #expect(try tool.run("count", "label:anything").errorText.isEmpty, "nothing is spelt nearly so")
        let errors = try tool.run("count", "list:kernel-dve").errorText
        #expect(errors == "note: no message has list:kernel-dve; did you mean \"kernel-dev\"?\n")
        #expect(try tool.run("count", "list:kernel").errorText.isEmpty)
    }

    @Test func `several ids are several messages, and a new folder is not missed where no message goes`() throws {
        let tool = try DemoLedger.make()
        let ids = try tool.succeed("messages", "in:INBOX", "--limit", "3", "--output", "ids").lines
        try tool.succeed(["move"] + ids.map { String($0.prefix(8)) } + ["--to", "Reading", "--create"])
        #expect(try tool.json("count", "in:Reading")["count"]?.integer == 3)
        let none = try tool.run("move", "from:nobody", "--to", "Nowhere", "--create")
        expectRefusal(none, 3, "no message matches the query", lines: 1, "move")
        #expect(try tool.run("move", "from:nobody", "--to", "Nowhere", "--create", "-q").errorText.isEmpty)
        #expect(try tool.succeed(["messages"] + ids.map { String($0.prefix(8)) }).lines.count == 3)
        #expect(try tool.run("count", "2024-01-01", "2024-01-31").text == "0\n", "dates are words, and no ids")
        #expect(try tool.run("folder", "show", "Nowhere").exitCode == 3)
        let asked = try tool.run("delete", "in:Reading")
        #expect(asked.exitCode == 2 && asked.errorText.contains("so I cannot ask “"), "\(asked.errorText)")
        #expect(
            try tool.run("why", ids[0]).errorText
                .hasSuffix("unknown subcommand '\(ids[0])'. 'mailledger why message ID' explains a message.\n"))
        #expect(try tool.run("verify", "/tmp").errorText.contains("mailledger restore DIR NEW --verify"))
        let id = try #require(try tool.json("show", ids[0])["message_id"]?.string)
        for name in [id, "<\(id)>", "mid:\(id)", "id:\(ids[0])"] {
            #expect(try tool.succeed("why", "missing", name).text.contains("Reading"), "\(name)")
        }
        let note = tool.directory.path("note")
        try tool.succeed("checkpoint", "--output", note)
        #expect(try tool.run("verify-proof", note).errorText.contains("it is a checkpoint"))
        let proof = try tool.succeed("prove", ids[0]).output
        #expect(try tool.run(["verify-proof", "-"], input: proof).exitCode == 5, "without a key")
        let mbox = tool.directory.path("reading.mbox")
        try tool.succeed("export", "in:Reading", "--to", mbox, "--as", "mbox")
    }

    @Test func `an address before a new folder names its account`() throws {
        let tool = try DemoLedger.make()
        try tool.succeed("move", "account:mara@example.org subject:razor", "--to", "mara@example.org/Newy", "--create")
        let paths = try tool.json("folders", "--all").array?.compactMap { $0["path"]?.string } ?? []
        #expect(paths.contains("Newy") && !paths.contains { $0.contains("@") }, "\(paths)")
        try tool.succeed("folder", "add", "MARA@example.org/Newy/Deep")
        let other = try tool.run("move", "not account:mara@example.org", "--to", "mara@example.org/Else", "--create")
        #expect(other.exitCode == 4 && other.errorText.contains("names another account"), "\(other.errorText)")
    }

    @Test func `a plan of an undo is refused as the undo is, for a hold`() throws {
        let tool = try ToolLedger()
        let mail = tool.directory.path("mail")
        try writeFile(mail + "/1.eml", Array(GeneratedMail.lone(1).utf8))
        try tool.succeed("import", mail)
        let id = try #require(try tool.json("log", "--limit", "1").array?.first?["operation"]?.string)
        try tool.succeed("hold", "add", "c", "--query", "*", "--reason", "r")
        for rest in [["--dry-run"], ["--yes"]] {
            let answer = try tool.run(["undo", id] + rest)
            #expect(answer.exitCode == 4 && answer.errorText.contains("hold remove"), "\(rest): \(answer.errorText)")
        }
        try tool.succeed("undo", id, "--dry-run", "--override-hold", "--reason", "r")
        let latest = try tool.run("undo")
        #expect(latest.exitCode == 4 && latest.errorText.contains("name another operation"), "\(latest.errorText)")
    }

    @Test func `counts of folders that do not add up say why`() throws {
        let tool = try DemoLedger.make()
        let count = try #require(try tool.json("count", "*")["count"]?.integer)
        func last() throws -> String { try tool.succeed("folders").lines.last ?? "" }
        let before = try last()
        try tool.succeed("copy", "id:3f2a7432", "--to", "Archive", "--create")
        let after = try last()
        #expect(before != after && after.hasPrefix("\(count) messages and "), "\(after)")
        #expect(after.hasSuffix(" in other folders"), "\(after)")
        let totals = try tool.json("folders").array?.compactMap { $0["total"]?.integer }.reduce(0, +) ?? 0
        let further = totals - count
        #expect(after.contains(" \(further) further cop"), "\(after)")
        try tool.succeed("folder", "set", "Archive", "--account", "mara@example.org", "--visibility", "hide")
        #expect(try last().hasSuffix("in hidden folders, which --all shows"))
        #expect(try tool.succeed("folders", "--all").lines.last == after)
    }

    @Test func `is said of mail in the trash that a move would take`() throws {
        let tool = try DemoLedger.make()
        try tool.succeed("move", "id:3f2a7432", "--to", "Trash")
        let note = "note: 1 of these is in trash; 'not in:trash' leaves it there\n"
        let id = try #require(try tool.json("show", "3f2a7432")["message_id"]?.string)
        for rest in [["--dry-run"], []] {
            #expect(try tool.run(["move", "mid:\(id)", "--to", "Receipts"] + rest).errorText == note)
        }
        try tool.succeed("move", "id:3f2a7432", "--to", "Trash")
        #expect(try tool.run("move", "mid:\(id)", "--to", "Trash").errorText.isEmpty)
        #expect(try tool.run("move", "id:3f2a7432", "--to", "Receipts", "--dry-run").errorText.isEmpty)
        #expect(try tool.run("move", "id:3f2a7432 in:Trash", "--to", "Receipts").errorText.isEmpty)
    }

    @Test func `is said of an account that was deleted`() throws {
        let tool = try ToolLedger(account: nil)
        try tool.succeed("init")
        #expect(try tool.succeed("status").text.contains("none yet; 'mailledger account add ADDRESS' adds one"))
        try tool.succeed("account", "add", "ada@example.org")
        try tool.succeed("account", "delete", "ada@example.org", "--yes")
        let text = try tool.succeed("status").text
        #expect(text.contains("none, for there is no account") && text.contains("'mailledger undo OPERATION'"))
        #expect(try tool.json("status")["deleted_accounts"]?.array?.compactMap(\.string) == ["ada@example.org"])
        try tool.succeed("undo", "--yes")
        #expect(try tool.json("status")["deleted_accounts"]?.array?.isEmpty == true)
    }

    @Test func `are all authors of a message, in a list of addresses`() throws {
        let tool = try ToolLedger()
        let path = tool.directory.path("two.eml")
        let mail = "From: Ada <ada@example.org>, ben@example.org\nSubject: x\nMessage-ID: <2@example.org>\n\nx\n"
        try writeFile(path, Array(mail.utf8))
        try tool.succeed("import", path)
        #expect(try tool.succeed("address", "subject:x").lines == ["Ada <ada@example.org>", "ben@example.org"])
        #expect(try tool.succeed("address", "subject:x", "--count").lines.count == 2)
    }

    @Test func `is said of a folder whose folder above is not there`() throws {
        let tool = try ToolLedger()
        let refused = try tool.run("folder", "add", "Taxes/2002")
        expectRefusal(
            refused, 3, "no folder \"Taxes\"; 'mailledger folder add Taxes' adds it first", lines: 1, "folder")
        try tool.succeed("folder", "add", "Taxes")
        try tool.succeed("folder", "add", "Taxes/2002")
    }

    @Test func `is said of an operation that is typed as a moment`() throws {
        let tool = try DemoLedger.make()
        let refused = try tool.run("folders", "--at", "852d13ca")
        expectRefusal(refused, 2, "of an operation it is op:852d13ca", lines: 1, "folders")
        #expect(try tool.run("folders", "--at", "walrus").errorText.contains("write a position (812)"))
    }

    @Test func `is said of a signing key that a backup did not have`() throws {
        let tool = try DemoLedger.make()
        let (folder, copy) = (tool.directory.path("backup"), tool.directory.path("copy"))
        try tool.succeed("checkpoint")
        try tool.succeed("backup", folder)
        let said = try tool.succeed("restore", folder, copy).text
        #expect(said.contains("The backup has no signing key"))
        #expect(try tool.json("restore", folder, copy + "2")["has_signing_key"] == .bool(false))
        try tool.succeed("backup", folder, "--with-keys")
        #expect(try tool.json("restore", folder, copy + "3")["has_signing_key"] == .bool(true))
        #expect(try !tool.succeed("restore", folder, copy + "4").text.contains("signing key"))
    }

    @Test func `is said on a terminal of a page that would fill it, and of an undo`() throws {
        let tool = try DemoLedger.make()
        #expect(try shown(["report"], by: tool).contains("write it with --output FILE"))
        #expect(try tool.succeed("report").text.hasPrefix("<!doctype html>"))
        try tool.succeed("mark", "--read", "*")
        let undone = try shown(["undo"], by: tool)
        #expect(undone.contains("does it again."), "\(undone)")
        let again = try #require(undone.firstRange(of: "'mailledger undo ")).upperBound
        try tool.succeed("undo", String(undone[again...].prefix(8)))
        #expect(try tool.json("count", "is:unread")["count"]?.integer == 0)
    }

    @Test func `are lists of the deleted that say whole who, when and why on a narrow terminal`() throws {
        let tool = try DemoLedger.make()
        let reason = "it was sent to the wrong list, and nobody there wants to read it"
        try tool.succeed("delete", "id:3f2a7432", "--yes", "--reason", reason)
        let narrow = try shown(["messages", "is:deleted", "id:3f2a7432"], by: tool)
        let lines = narrow.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 80 } && lines.count >= 3 && lines[0].hasPrefix("3f2a7432"), "\(narrow)")
        let words = lines.dropFirst().joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(words.hasPrefix("deleted ") && words.hasSuffix(reason), "\(words)")
        let wide = try tool.succeed("messages", "is:deleted", "id:3f2a7432").lines
        #expect(wide.count == 1 && wide[0].hasSuffix(reason))
    }

    @Test func `is whole in columns for a spreadsheet, too`() throws {
        let tool = try DemoLedger.make()
        let rows = try tool.succeed("unread", "--format", "csv").text.split(separator: "\r\n")
        #expect(rows.first == "account,folder,unread" && rows.count > 2)
        #expect(rows.allSatisfy { $0.split(separator: ",").count == 3 }, "\(rows)")
        let total = rows.dropFirst().compactMap { $0.split(separator: ",").last.flatMap { Int($0) } }.reduce(0, +)
        #expect(Int64(total) >= (try tool.json("unread")["total"]?.integer ?? .max))
    }

    /// What a verb shows on a terminal of 80 columns, without its pager.
    private func shown(_ line: [String], by tool: ToolLedger) throws -> String {
        let pair = try PseudoTerminal(columns: 80, rows: 60)
        let process = try ToolProcess(
            Tool.path(), line + ["--color", "never", "--no-pager"], environment: tool.environment,
            output: pair.terminal, terminal: pair.terminal)
        pair.closeTerminal()
        let text = try pair.readToEnd()
        try process.wait()
        return text
    }
}
