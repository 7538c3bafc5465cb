import JSONCoding
import TestSupport
import Testing

/// What a person may get wrong, and what the tool says to it.
struct BadInput: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let exitCode: Int32
    let code: String
    /// A part of the message.
    let message: String
    /// Whether the fault in the query is shown below the message.
    var hasExcerpt = false

    init(_ arguments: String..., exitCode: Int32, code: String, message: String, hasExcerpt: Bool = false) {
        self.arguments = arguments
        self.exitCode = exitCode
        self.code = code
        self.message = message
        self.hasExcerpt = hasExcerpt
    }

    var testDescription: String { arguments.joined(separator: " ") }
}

extension BadInput {
    /// `MAIL` stands for a folder of files, `ada@example.org` has the small Maildir in it.
    static let table: [BadInput] = [
        // Lists of nothing. The address is for documentation: a server that listened there would end at once.
        BadInput(
            "serve", "--listen", "192.0.2.1:80", "--behind-proxy", ",", exitCode: 2, code: "INVALID_INPUT",
            message: "--behind-proxy takes one address at least"),
        BadInput(
            "serve", "--listen", "192.0.2.1:80", "--behind-proxy", "", exitCode: 2, code: "INVALID_INPUT",
            message: "--behind-proxy takes one address at least"),
        BadInput(
            "serve", "--listen", "192.0.2.1:80", "--behind-proxy", "nonsense", exitCode: 2, code: "INVALID_INPUT",
            message: "\"nonsense\" is none"),
        BadInput(
            "serve", "--listen", "192.0.2.1:80", "--behind-proxy", "192.0.2.7,10.0.0.0/8", exitCode: 2,
            code: "INVALID_INPUT", message: "\"10.0.0.0/8\" is a network"),
        BadInput(
            "serve", "--listen", "192.0.2.1:80", "--behind-proxy", "0.0.0.0", exitCode: 2, code: "INVALID_INPUT",
            message: "\"0.0.0.0\" is none"),
        BadInput(
            "serve", "--listen", "127.0.0.1:80", "--behind-proxy", "192.0.2.7:80", exitCode: 2, code: "INVALID_INPUT",
            message: "\"192.0.2.7:80\" is none"),
        // Names that nothing has.
        BadInput("folders", "--account", "eve@example.org", exitCode: 3, code: "NOT_FOUND", message: "eve@example.org"),
        BadInput("folders", "--account", "two\nlines", exitCode: 3, code: "NOT_FOUND", message: "two␊lines"),
        BadInput("account", "show", "eve@example.org", exitCode: 3, code: "NOT_FOUND", message: "eve@example.org"),
        BadInput("account", "delete", "eve@example.org", "--yes", exitCode: 3, code: "NOT_FOUND", message: "account"),
        BadInput(
            "import", "MAIL/letter.eml", "--account", "eve@example.org", exitCode: 3, code: "NOT_FOUND",
            message: "eve@example.org"),
        BadInput(
            "import", "MAIL/letter.eml", "--account", "ada@example.org", "--folder", "Nowhere", exitCode: 3,
            code: "NOT_FOUND", message: "no folder \"Nowhere\" in ada@example.org; 'mailledger folders' lists"),
        BadInput(
            "import", "MAIL/letter.eml", "--account", "ada@example.org", "--folder", "projects", exitCode: 3,
            code: "NOT_FOUND", message: "did you mean \"Work/Projects\"?"),
        BadInput("messages", "in:projects", exitCode: 3, code: "NOT_FOUND", message: "did you mean \"Work/Projects\"?"),
        BadInput("show", "ffffffffffff", exitCode: 3, code: "NOT_FOUND", message: "ffffffffffff"),
        BadInput("show", "zz", exitCode: 3, code: "NOT_FOUND", message: "zz"),
        BadInput("show", "", exitCode: 3, code: "NOT_FOUND", message: "the name of the message is empty"),
        BadInput("show", "id:ffffffffffff", exitCode: 3, code: "NOT_FOUND", message: "ffffffffffff"),
        BadInput("show", "mid:nobody@example.org", exitCode: 3, code: "NOT_FOUND", message: "nobody@example.org"),
        BadInput("show", "from:ada", exitCode: 2, code: "INVALID_INPUT", message: "messages QUERY --output ids"),
        BadInput("show", "%", exitCode: 3, code: "NOT_FOUND", message: "%"),
        BadInput("history", "ffffffffffff", exitCode: 3, code: "NOT_FOUND", message: "ffffffffffff"),
        BadInput("attachment", "list", "ffffffffffff", exitCode: 3, code: "NOT_FOUND", message: "ffffffffffff"),
        BadInput("messages", "in:Nowhere", exitCode: 3, code: "NOT_FOUND", message: "Nowhere"),
        BadInput("messages", "account:eve@example.org", exitCode: 3, code: "NOT_FOUND", message: "eve@example.org"),
        BadInput("threads", "--folder", "Nowhere", exitCode: 3, code: "NOT_FOUND", message: "Nowhere"),
        BadInput("mark", "--read", "in:Nowhere", exitCode: 3, code: "NOT_FOUND", message: "Nowhere"),
        BadInput("move", "tax", "--to", "Nowhere", exitCode: 3, code: "NOT_FOUND", message: "Nowhere"),
        BadInput(
            "folder", "delete", "Nowhere", "--account", "ada@example.org", "--yes", exitCode: 3, code: "NOT_FOUND",
            message: "Nowhere"),
        BadInput("folder", "rename", "Nowhere", "There", exitCode: 3, code: "NOT_FOUND", message: "Nowhere"),
        BadInput(
            "folder", "add", "No/Where", "--account", "ada@example.org", exitCode: 3, code: "NOT_FOUND", message: "No"),
        BadInput("undo", "ffffffffffff", exitCode: 3, code: "NOT_FOUND", message: "ffffffffffff"),
        BadInput("events", "show", "99999", exitCode: 3, code: "NOT_FOUND", message: "99999"),
        // Words of the language that are none.
        BadInput(
            "messages", "form:ada", exitCode: 2, code: "INVALID_INPUT", message: "unknown field \"form\"",
            hasExcerpt: true),
        BadInput(
            "messages", "date:yesteryear", exitCode: 2, code: "INVALID_INPUT", message: "is not a date",
            hasExcerpt: true),
        BadInput(
            "messages", "date:2024-13", exitCode: 2, code: "INVALID_INPUT", message: "no month 13", hasExcerpt: true),
        BadInput("messages", "is:purple", exitCode: 2, code: "INVALID_INPUT", message: "purple", hasExcerpt: true),
        BadInput("messages", "has:wings", exitCode: 2, code: "INVALID_INPUT", message: "wings", hasExcerpt: true),
        BadInput("messages", "(tax", exitCode: 2, code: "INVALID_INPUT", message: "", hasExcerpt: true),
        BadInput("messages", "subject:\"tax", exitCode: 2, code: "INVALID_INPUT", message: "quote", hasExcerpt: true),
        BadInput("mark", "--read", "form:ada", exitCode: 2, code: "INVALID_INPUT", message: "form", hasExcerpt: true),
        // Command lines that are none.
        BadInput("frobnicate", exitCode: 2, code: "INVALID_INPUT", message: "unknown subcommand 'frobnicate'"),
        BadInput("account", "frobnicate", exitCode: 2, code: "INVALID_INPUT", message: "frobnicate"),
        BadInput("messages", "--limt", "3", exitCode: 2, code: "INVALID_INPUT", message: "did you mean '--limit'"),
        BadInput("messages", "--limit", "many", exitCode: 2, code: "INVALID_INPUT", message: "'many' is invalid"),
        BadInput("messages", "--limit", "-1", exitCode: 2, code: "INVALID_INPUT", message: "--limit"),
        BadInput("messages", "--limit", exitCode: 2, code: "INVALID_INPUT", message: "missing value"),
        BadInput("messages", "--color", "mauve", exitCode: 2, code: "INVALID_INPUT", message: "mauve"),
        BadInput("import", "--account", "ada@example.org", exitCode: 2, code: "INVALID_INPUT", message: "<path>"),
        BadInput("events", "show", "first", exitCode: 2, code: "INVALID_INPUT", message: "first"),
        BadInput(
            "events", "list", "--type", "mail.nothing", exitCode: 2, code: "VALIDATION_ERROR", message: "mail.nothing"),
        BadInput("events", "list", "--after", "-5", exitCode: 2, code: "INVALID_INPUT", message: "--after"),
        BadInput("events", "list", "--limit", "-5", exitCode: 2, code: "INVALID_INPUT", message: "--limit"),
        BadInput(
            "export", "--as", "mboxrd", "--layout", "fs", "--to", "MAIL/out.mbox", exitCode: 2, code: "INVALID_INPUT",
            message: "--layout"),
        // Changes of nobody knows what.
        BadInput("mark", "--read", exitCode: 2, code: "INVALID_INPUT", message: "'*' means all"),
        BadInput("mark", "--read", "", exitCode: 2, code: "INVALID_INPUT", message: "'*' means all"),
        BadInput("mark", "--read", " ", exitCode: 2, code: "INVALID_INPUT", message: "'*' means all"),
        BadInput("mark", "--read", "\t\n", exitCode: 2, code: "INVALID_INPUT", message: "'*' means all"),
        BadInput("mark", "--read", "()", exitCode: 2, code: "INVALID_INPUT", message: "", hasExcerpt: true),
        BadInput("mark", "*", exitCode: 2, code: "INVALID_INPUT", message: "--read"),
        BadInput("mark", "--read", "--unread", "*", exitCode: 2, code: "INVALID_INPUT", message: "exclude"),
        BadInput("move", "--to", "Archive", exitCode: 2, code: "INVALID_INPUT", message: "'*' means all"),
        BadInput("delete", "--yes", exitCode: 2, code: "INVALID_INPUT", message: "'*' means all"),
        BadInput("label", "--add", "taxes", exitCode: 2, code: "INVALID_INPUT", message: "'*' means all"),
        BadInput("label", "*", exitCode: 2, code: "INVALID_INPUT", message: "--add"),
        BadInput("search", exitCode: 2, code: "INVALID_INPUT", message: "search"),
        // What needs somebody to agree.
        BadInput("delete", "tax", exitCode: 2, code: "INVALID_INPUT", message: "--yes"),
        BadInput("account", "delete", "ada@example.org", exitCode: 2, code: "INVALID_INPUT", message: "--yes"),
        BadInput(
            "folder", "delete", "Work", "--account", "ada@example.org", exitCode: 2, code: "INVALID_INPUT",
            message: "--yes"),
        // What is there already, or must stay.
        BadInput("account", "add", "ada@example.org", exitCode: 4, code: "ALREADY_EXISTS", message: "ada@example.org"),
        BadInput("account", "add", "ada@Example.ORG", exitCode: 4, code: "ALREADY_EXISTS", message: "there already"),
        BadInput(
            "folder", "add", "Archive", "--account", "ada@example.org", exitCode: 4, code: "ALREADY_EXISTS",
            message: "Archive"),
        BadInput(
            "folder", "rename", "Work", "Archive", exitCode: 4, code: "ALREADY_EXISTS", message: "Archive"),
        BadInput(
            "folder", "add", "inbox", "--account", "ada@example.org", exitCode: 4, code: "ALREADY_EXISTS",
            message: "inbox"),
        BadInput(
            "folder", "delete", "INBOX", "--account", "ada@example.org", "--yes", exitCode: 4, code: "FORBIDDEN",
            message: "INBOX"),
        BadInput("init", exitCode: 4, code: "ALREADY_EXISTS", message: "is a ledger already"),
        BadInput("init", "--ledger", "MAIL", exitCode: 4, code: "CONFLICT", message: "not empty"),
        BadInput("init", "--ledger", "MAIL/letter.eml", exitCode: 4, code: "CONFLICT", message: "letter.eml"),
        // Values that cannot be taken.
        BadInput("account", "add", "nobody", exitCode: 2, code: "VALIDATION_ERROR", message: "nobody"),
        BadInput(
            "account", "add", "b@example.org", "--provider", "pigeon", exitCode: 2, code: "INVALID_INPUT",
            message: "pigeon"),
        BadInput(
            "account", "add", "b@example.org", "--credential-ref", "https://user:pw@host", exitCode: 2,
            code: "VALIDATION_ERROR", message: "secret"),
        BadInput(
            "account", "add", "b@example.org", "--credential-ref", "hunter2", exitCode: 2, code: "VALIDATION_ERROR",
            message: "--credential-ref is"),
        BadInput(
            "account", "add", "b@example.org", "--imap-host", "user:pw@imap.example.org", exitCode: 2,
            code: "VALIDATION_ERROR", message: "secret"),
        BadInput(
            "account", "add", "b@example.org", "--imap-host", "imap.example.org", "--imap-port", "99999", exitCode: 2,
            code: "VALIDATION_ERROR", message: "--imap-port is out of range; a port is a number from 1 to 65535"),
        BadInput(
            "folder", "add", "a\u{7}b", "--account", "ada@example.org", exitCode: 2, code: "VALIDATION_ERROR",
            message: "the folder's name holds U+0007"),
        BadInput(
            "folder", "add", "a\u{202E}b", "--account", "ada@example.org", exitCode: 2, code: "VALIDATION_ERROR",
            message: "the folder's name holds U+202E, which is not allowed there"),
        BadInput(
            "label", "--add", "a\u{200F}b", "*", exitCode: 2, code: "VALIDATION_ERROR",
            message: "the label holds U+200F, which is not allowed there"),
        BadInput(
            "label", "--add", "a\u{1B}b", "*", exitCode: 2, code: "VALIDATION_ERROR",
            message: "the label holds U+001B"),
        BadInput(
            "folder", "rename", "Work", "", exitCode: 2, code: "VALIDATION_ERROR",
            message: "the folder's name is empty"),
        BadInput(
            "label", "--add", "two\u{A0}words", "*", exitCode: 2, code: "VALIDATION_ERROR",
            message: "the label holds"),
        BadInput("label", "--add", "50%", "*", exitCode: 2, code: "VALIDATION_ERROR", message: "the label holds '%'"),
        BadInput(
            "label", "--add", "$mine", "*", exitCode: 2, code: "VALIDATION_ERROR", message: "does not begin with $"),
        BadInput(
            "folder", "add", "..", "--account", "ada@example.org", exitCode: 2, code: "VALIDATION_ERROR",
            message: "the folder's name is . or .."),
        BadInput("label", "--add", "", "*", exitCode: 2, code: "VALIDATION_ERROR", message: "the label is empty"),
        // Files: what cannot be read is the system's fault, what is no mail is the caller's.
        BadInput(
            "import", "MAIL/nothing", "--account", "ada@example.org", exitCode: 74, code: "SERVER_ERROR",
            message: "nothing is there"),
        BadInput(
            "import", "MAIL/photo.jpg", "--account", "ada@example.org", exitCode: 2, code: "VALIDATION_ERROR",
            message: "header"),
        BadInput(
            "import", "MAIL/letter.eml", "MAIL/photo.jpg", "--account", "ada@example.org", exitCode: 2,
            code: "VALIDATION_ERROR", message: "photo.jpg"),
        BadInput(
            "import", "/dev/null", "--account", "ada@example.org", exitCode: 2, code: "VALIDATION_ERROR",
            message: "/dev/null"),
        BadInput(
            "import", "--notmuch-tags", "/dev/null", "--account", "ada@example.org", exitCode: 2,
            code: "VALIDATION_ERROR", message: "neither the header of a dump nor a line of tags"),
        // Ledgers that are none.
        BadInput("folders", "--ledger", "MAIL/none", exitCode: 1, code: "NOT_FOUND", message: "is not a ledger"),
        BadInput("folders", "--ledger", "MAIL", exitCode: 1, code: "NOT_FOUND", message: "is not a ledger"),
        BadInput(
            "folders", "--ledger", "MAIL/letter.eml", exitCode: 1, code: "NOT_FOUND",
            message: "is not a ledger: it is a file, and a ledger is a folder"),
        BadInput("mark", "--read", "*", "--ledger", "MAIL", exitCode: 1, code: "NOT_FOUND", message: "not a ledger"),
    ]
}

@Suite struct `Bad input` {
    /// A ledger with the small Maildir, and a folder with a letter and with a file that is none.
    static func world() throws -> (ledger: ToolLedger, mail: String) {
        let ledger = try ToolLedger()
        let (maildir, mail) = (ledger.directory.path("maildir"), ledger.directory.path("mail"))
        try GeneratedMail.writeSmallMaildir(below: maildir)
        try writeFile(mail + "/letter.eml", GeneratedMail.message(1))
        try writeFile(mail + "/photo.jpg", [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46])
        _ = try ledger.run("import", maildir, "--account", ToolLedger.account)
        try ledger.succeed("folder", "add", "Work/Projects", "--account", ToolLedger.account)
        return (ledger, mail)
    }

    // One ledger for the whole table: that nothing changes in it is part of what is tested.
    @Test func `gets the right code and one clear line, and changes nothing`() throws {
        let (ledger, mail) = try Self.world()
        let head = try ledger.head()
        let before = filesBelow(mail)
        for input in BadInput.table {
            let arguments = input.arguments.map { $0.replacing("MAIL", with: mail) }
            let title = input.testDescription
            let text = try ledger.run(arguments)
            expectRefusal(text, input.exitCode, input.message, lines: input.hasExcerpt ? 3 : 1, title)
            let json = try ledger.run(arguments + ["--format", "json"])
            expectJSONRefusal(json, input.exitCode, input.code, title)
        }
        #expect(try ledger.head() == head)
        #expect(filesBelow(mail) == before)
    }

    @Test func `that several ids begin with is said to be ambiguous`() throws {
        let (ledger, _) = try Self.world()
        try GeneratedMail.writeMaildir(40, flags: ["S"], below: ledger.directory.path("more"))
        try ledger.succeed("import", ledger.directory.path("more"), "--account", ToolLedger.account)
        // Among more than sixteen ids two begin with the same digit.
        let digits = try #require(ledger.json("messages", "*").array).compactMap { $0["id"]?.string?.first }
        let digit = try #require(digits.first { digit in digits.count { $0 == digit } > 1 })
        let head = try ledger.head()
        for arguments in [["show", String(digit)], ["history", String(digit)], ["messages", "id:\(digit)"]] {
            let result = try ledger.run(arguments)
            expectRefusal(result, 3, "begin", lines: 1, arguments.joined(separator: " "))
        }
        #expect(try ledger.head() == head)
    }

    @Test func `that several accounts have a folder of a name is told with the way out`() throws {
        let (ledger, _) = try Self.world()
        try ledger.succeed("account", "add", "bob@example.org")
        let order = ["folder", "set", "INBOX", "--icon", "tray"]
        expectRefusal(
            try ledger.run(order), 3,
            "2 folders are called \"INBOX\"; name one with --account, or as ADDRESS/INBOX", lines: 1, "INBOX of two")
        try ledger.succeed("folder", "set", "BOB@example.org/inbox", "--icon", "tray")
        try ledger.succeed("move", "*", "--to", "ada@example.org/Archive", "--dry-run")
        try ledger.succeed("unread", "--folder", "inbox")
    }

    @Test func `of a part that a message has not is told with the message`() throws {
        let (ledger, _) = try Self.world()
        let id = try #require(ledger.json("messages", "*").array?.last?["id"]?.string)
        let file = ledger.directory.path("part")
        expectRefusal(
            try ledger.run("attachment", "save", id, "99", "--output", file), 3,
            "no attachment 99 in message \(id)", lines: 1, "an attachment")
        expectRefusal(try ledger.run("show", id, "--html"), 3, "message \(id) has no HTML part", lines: 1, "HTML")
    }

    @Test func `in a colourful terminal's locale is answered the same`() throws {
        let (ledger, _) = try Self.world()
        let result = try ledger.run(
            ["show", "\u{1B}[31mred\u{202E}"], adding: ["TERM": "xterm-256color", "LANG": "de_DE"])
        expectRefusal(result, 3, "no message", lines: 1, "an id with control characters")
        #expect(!result.errorText.contains("\u{1B}") && !result.errorText.contains("\u{202E}"))
    }
}

/// Expects an exit code, nothing on standard output, and one line for people on standard error.
func expectRefusal(
    _ result: ToolResult, _ exitCode: Int32, _ message: String, lines: Int, _ title: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(result.exitCode == exitCode, "\(title): \(result.errorText)", sourceLocation: sourceLocation)
    #expect(result.output.isEmpty, "\(title): \(result.text)", sourceLocation: sourceLocation)
    #expect(result.errorLines.count == lines, "\(title): \(result.errorText)", sourceLocation: sourceLocation)
    let line = result.errorLines.first ?? ""
    #expect(line.hasPrefix("mailledger: "), "\(title): \(line)", sourceLocation: sourceLocation)
    #expect(
        message.isEmpty || line.lowercased().contains(message.lowercased()), "\(title): \(line)",
        sourceLocation: sourceLocation)
    expectPlainWords(result.errorText, title, sourceLocation: sourceLocation)
}

/// Expects `{code, message, details}` and nothing else on standard error.
func expectJSONRefusal(
    _ result: ToolResult, _ exitCode: Int32, _ code: String, _ title: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(result.exitCode == exitCode, "\(title): \(result.errorText)", sourceLocation: sourceLocation)
    #expect(result.output.isEmpty, "\(title): \(result.text)", sourceLocation: sourceLocation)
    #expect(result.errorLines.count == 1, "\(title): \(result.errorText)", sourceLocation: sourceLocation)
    guard case .object(let error)? = try? JSONBytesDecoder().decode(JSONValue.self, from: Array(result.errorText.utf8))
    else {
        Issue.record("\(title): no JSON: \(result.errorText)", sourceLocation: sourceLocation)
        return
    }
    #expect(error.keys == ["code", "message", "details"], "\(title)", sourceLocation: sourceLocation)
    #expect(error["code"]?.string == code, "\(title)", sourceLocation: sourceLocation)
    let message = error["message"]?.string ?? ""
    #expect(!message.isEmpty, "\(title): \(message)", sourceLocation: sourceLocation)
    expectPlainWords(message, title, sourceLocation: sourceLocation)
}

/// Expects words of the domain, not of the program.
private func expectPlainWords(_ text: String, _ title: String, sourceLocation: SourceLocation) {
    for word in [
        "Error(", "Error.", "Optional(", "nil", "Fatal", "Swift", "SQLITE_", "SQLiteError", "StreamID", "Position(",
        "DomainError", "EventLogError", "rawValue", "LedgerError",
    ] {
        #expect(!text.contains(word), "\(title): \(text)", sourceLocation: sourceLocation)
    }
}
