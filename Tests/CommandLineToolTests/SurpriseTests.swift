import TestSupport
import Testing

/// What would do something else than a person meant, quietly.
@Suite struct `The tool` {
    private let ledger: ToolLedger

    init() throws { ledger = try DemoLedger.make() }

    @Test(arguments: ["log.sqlite", "content.sqlite", "x", "views/y", ""])
    func `writes nothing into a ledger but its own files`(_ name: String) throws {
        let before = filesBelow(ledger.path).sorted()
        let target = "\(ledger.path)/\(name)"
        for format in ["mboxrd", "eml", "jsonl", "maildir"] {
            let export = try ledger.run("export", "--to", target, "--as", format, "--force")
            #expect(export.exitCode == 4 && export.errorText.contains("lies in the ledger"), "\(format)")
        }
        let tags = try ledger.run("export", "--notmuch-tags", "--to", target, "--force")
        #expect(tags.exitCode == 4)
        let save = try ledger.run("attachment", "save", "3f2a", "1", "--output", target, "--force")
        #expect(save.exitCode == 4)
        #expect(try ledger.run("init", "--ledger", ledger.path + "/inner").exitCode == 4)
        #expect(filesBelow(ledger.path).sorted() == before)
        #expect(try ledger.run("verify").exitCode == 0)
    }

    @Test func `finds a label in any case`() throws {
        try ledger.succeed("label", "--add", "Travel", "subject:razor")
        for label in ["label:travel", "label:Travel", "keyword:TRAVEL", "tag:Travel"] {
            #expect(try ledger.succeed("count", label).text == "4\n", "\(label)")
        }
    }

    @Test func `takes account: for one account`() throws {
        #expect(try ledger.succeed("count", "account:mara@example.org").text == "66\n")
        #expect(try ledger.succeed("count", "account:rowing").text == "10\n")
        let several = try ledger.run("delete", "account:mara", "--yes")
        #expect(several.exitCode == 3 && several.errorText.contains("more than one account"))
    }

    @Test(arguments: [
        (["label", "--add", "unread", "*"], "mark --unread"),
        (["label", "--remove", "$flagged", "*"], "mark --flagged"),
        (["label", "--add", "x", "--remove", "X", "*"], "'x' is to be added and to be removed"),
        (["mark", "--read", "*", "--actor", " "], "--actor"), (["folders", "--ledger", ""], "--ledger"),
    ])
    func `refuses what cannot be meant`(_ words: [String], _ reason: String) throws {
        let result = try ledger.run(words)
        #expect(result.exitCode == 2 && result.errorText.contains(reason), "\(result.errorText)")
    }

    @Test func `shows a long text whole`() throws {
        let lines = (1...60_000).map { "line \($0) of a long text" }.joined(separator: "\n")
        let path = ledger.directory.path("long.eml")
        try writeFile(path, "From: ada@example.org\nSubject: long\n\n\(lines)\n")
        try ledger.succeed("import", path, "--account", "mara@example.org")
        let id = try ledger.succeed("messages", "subject:long", "--output", "ids").text.dropLast()
        #expect(try ledger.succeed("show", String(id)).text.contains("line 60000 of a long text"))
    }
}
