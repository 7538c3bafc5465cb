import Glibc
import TestSupport
import Testing

/// Ledgers that cannot be used, or not now, or not by this user.
@Suite struct `A ledger` {
    private static let reads = [
        ["folders"], ["messages", "*"], ["threads"], ["unread"], ["search", "tax"], ["log"], ["stats"],
        ["history", "INBOX"], ["account", "list"], ["events", "list"],
    ]
    private static let changes = [
        ["mark", "--read", "*"], ["move", "*", "--to", "Archive"], ["delete", "*", "--yes"],
        ["label", "--add", "taxes", "*"], ["thread", "--pin", "*"], ["undo"], ["rebuild"],
        ["account", "add", "eve@example.org"], ["account", "delete", ToolLedger.account, "--yes"],
        ["folder", "add", "New", "--account", ToolLedger.account],
        ["import", "MAIL/letter.eml", "--account", ToolLedger.account],
    ]

    private func copy(_ ledger: ToolLedger, to name: String) throws -> String {
        let path = ledger.directory.path(name)
        for file in filesBelow(ledger.path) { try writeFile(path + "/" + file, readFile(ledger.path + "/" + file)) }
        return path
    }

    // MARK: Not a ledger

    @Test(arguments: ["text", "empty file", "folder", "other database", "half a ledger"])
    func `that is none is left alone`(kind: String) throws {
        let (ledger, _) = try `Bad input`.world()
        let path = ledger.directory.path("none")
        let log = path + "/log.sqlite"
        switch kind {
        case "text": try writeFile(log, "Dear diary\n")
        case "empty file": try writeFile(log, "")
        case "folder": try makeFolder(log)
        case "other database": try writeFile(log, readFile(ledger.path + "/content.sqlite"))
        default: try writeFile(log, Array(readFile(ledger.path + "/log.sqlite").prefix(5_000)))
        }
        let before = kind == "folder" ? [] : try readFile(log)
        // Of half a ledger doctor has more to tell.
        let doctor = kind == "half a ledger" ? [] : [["doctor"]]
        for arguments in [["folders"], ["mark", "--read", "*"], ["verify"]] + doctor {
            let result = try ledger.run(arguments + ["--ledger", path])
            let isDamaged = kind == "half a ledger"
            expectRefusal(
                result, isDamaged && result.exitCode == 6 ? 6 : 1, isDamaged ? "" : "is not a ledger", lines: 1,
                "\(kind), \(arguments)")
        }
        // SQLite may leave its empty journals beside a database that it only read.
        #expect(filesBelow(path).allSatisfy { $0.hasPrefix("log.sqlite") })
        if kind != "folder" { #expect(try readFile(log) == before) }
    }

    @Test(
        .enabled("python3 with sqlite3 is absent") { canRunPython },
        arguments: [("99", "use a newer mailledger"), ("0", "export --events")])
    func `of another format is refused`(format: String, message: String) throws {
        let (ledger, _) = try `Bad input`.world()
        let path = try copy(ledger, to: "other")
        let statement = "UPDATE ledger SET format = \(format)"
        let script = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()"
        #expect(try python(script, [path + "/log.sqlite", statement]).wait().exitCode == 0)
        for arguments in [["folders"], ["mark", "--read", "*"], ["verify"]] {
            let result = try ledger.run(arguments + ["--ledger", path])
            expectRefusal(result, 1, message, lines: 1, "\(format), \(arguments)")
            expectJSONRefusal(
                try ledger.run(arguments + ["--ledger", path, "--format", "json"]), 1, "SERVER_ERROR", format)
        }
    }

    // MARK: Read-only, unreadable

    /// Runs the tool as somebody who is not the superuser, whom no mode stops.
    private func runAsNobody(_ ledger: ToolLedger, _ arguments: [String]) throws -> ToolResult {
        guard geteuid() == 0 else { return try ledger.run(arguments) }
        return try ToolProcess(
            "/usr/bin/setpriv",
            ["--reuid=65534", "--regid=65534", "--clear-groups", Tool.path()] + arguments,
            environment: ledger.environment
        ).wait()
    }

    /// Whether the tool can be run as another user: it may lie in a folder that only the superuser may enter.
    static let canRunAsNobody: Bool = {
        guard geteuid() == 0 else { return true }
        let arguments = ["--reuid=65534", "--regid=65534", "--clear-groups"]
        guard let path = try? Tool.path(),
            let process = try? ToolProcess("/usr/bin/setpriv", arguments + [path, "--version"], environment: [:])
        else { return false }
        return (try? process.wait().exitCode) == 0
    }()

    private func setModes(below path: String, folders: mode_t, files: mode_t) {
        for name in [""] + ((try? subpaths(of: path)) ?? []).map({ "/" + $0 }) {
            var status = stat()
            guard unsafe lstat(path + name, &status) == 0 else { continue }
            if geteuid() == 0 { _ = unsafe chown(path + name, 65534, 65534) }
            setMode(path + name, status.st_mode & S_IFMT == S_IFDIR ? folders : files)
        }
    }

    @Test(.enabled("the tool is out of other users' reach") { canRunAsNobody })
    func `that is read-only answers, and refuses every change`() throws {
        let (ledger, mail) = try `Bad input`.world()
        let answers = try Self.reads.map { try ledger.succeed($0 + ["--format", "json"]).text }
        let head = try ledger.head()
        let id = try ledger.id("anhang")
        let raw = try ledger.succeed("show", id, "--raw").output
        setModes(below: ledger.path, folders: 0o500, files: 0o400)
        setMode(ledger.directory.path, 0o755)
        defer { setModes(below: ledger.path, folders: 0o700, files: 0o600) }
        for (question, answer) in zip(Self.reads, answers) {
            let result = try runAsNobody(ledger, question + ["--format", "json"])
            #expect(result.exitCode == 0, "\(question): \(result.errorText)")
            #expect(result.errorText.isEmpty, "\(question): \(result.errorText)")
            if question != ["stats"] { #expect(result.text == answer, "\(question)") }
        }
        #expect(try runAsNobody(ledger, ["show", id, "--raw"]).output == raw)
        for check in [["verify"], ["verify", "--views"], ["doctor"], ["rebuild", "--check"], ["projections"]] {
            let result = try runAsNobody(ledger, check)
            #expect(result.exitCode == 0, "\(check): \(result.errorText)")
        }
        for change in Self.changes {
            let arguments = change.map { $0.replacing("MAIL", with: mail) }
            let result = try runAsNobody(ledger, arguments)
            expectRefusal(result, 74, "read-only", lines: 1, "\(change)")
            expectJSONRefusal(try runAsNobody(ledger, arguments + ["--format", "json"]), 74, "FORBIDDEN", "\(change)")
        }
        #expect(try ledger.head() == head)
    }

    @Test(.enabled("the tool is out of other users' reach") { canRunAsNobody })
    func `that others may not read is refused to them`() throws {
        let (ledger, _) = try `Bad input`.world()
        setModes(below: ledger.path, folders: 0o000, files: 0o000)
        setMode(ledger.directory.path, 0o755)
        defer { setModes(below: ledger.path, folders: 0o700, files: 0o600) }
        for arguments in [["folders"], ["mark", "--read", "*"]] {
            let result = try runAsNobody(ledger, arguments)
            expectRefusal(result, 74, "\(ledger.path) cannot be read: Permission denied", lines: 1, "\(arguments)")
            expectJSONRefusal(
                try runAsNobody(ledger, arguments + ["--format", "json"]), 74, "FORBIDDEN", "\(arguments)")
        }
        setMode(ledger.path, 0o700)
        expectRefusal(try runAsNobody(ledger, ["folders"]), 74, "log.sqlite cannot be read", lines: 1, "the log alone")
    }

    @Test(.enabled("the tool is out of other users' reach") { canRunAsNobody })
    func `takes what it can of a folder that is partly unreadable, and names the rest`() throws {
        let ledger = try ToolLedger()
        let mail = ledger.directory.path("mail")
        try GeneratedMail.writeMaildir(3, flags: ["S"], below: mail)
        try writeFile(mail + "/Closed/cur/1.M1.host:2,S", GeneratedMail.message(7))
        try writeFile(mail + "/cur/9.M1.host:2,S", GeneratedMail.message(9))
        setModes(below: ledger.path, folders: 0o700, files: 0o600)
        setMode(ledger.directory.path, 0o755)
        if geteuid() == 0 { _ = unsafe chown(mail, 65534, 65534) }
        setMode(mail + "/cur/9.M1.host:2,S", 0)
        setMode(mail + "/Closed", 0)
        let result = try runAsNobody(ledger, ["import", mail, "--account", ToolLedger.account, "--format", "json"])
        #expect(result.exitCode == 5, "\(result.errorText)")
        #expect(result.text.contains("\"added\": 3"))
        #expect(result.text.contains("Closed") && result.text.contains("9.M1.host"))
        let whole = try runAsNobody(ledger, ["import", mail + "/Closed", "--account", ToolLedger.account])
        expectRefusal(whole, 74, "Closed", lines: 1, "an unreadable folder by name")
        setMode(mail + "/Closed", 0o700)
    }

    // MARK: In use

    @Test(.enabled("python3 with sqlite3 is absent") { canRunPython })
    func `in use is waited for ten seconds, and then its user is named`() throws {
        let (ledger, _) = try `Bad input`.world()
        let head = try ledger.head()
        let script = """
            import sqlite3, sys, time
            log = sqlite3.connect(sys.argv[1], isolation_level=None)
            log.execute('BEGIN IMMEDIATE')
            open(sys.argv[2], 'w').close()
            time.sleep(600)
            """
        let sign = ledger.directory.path("locked")
        let holder = try python(script, [ledger.path + "/log.sqlite", sign])
        while try !isThere(sign) {
            try #require(try holder.isRunning())
            usleep(10_000)
        }
        let start = ContinuousClock.now
        // The threads of the tests are few and all busy: waiting blocks this one, so that the clock tells of the tool alone.
        // Both at once, so that the ten seconds pass once; reads do not wait.
        let text = try ledger.start(["mark", "--read", "*"])
        let json = try ledger.start(["mark", "--unread", "*", "--format", "json"])
        // What a mail system hands over again later.
        let delivery = try ledger.start(
            ["import", "-", "--account", ToolLedger.account], input: Array(GeneratedMail.message(1).utf8))
        #expect(try ledger.run("folders").exitCode == 0)
        #expect(try ledger.run("messages", "tax").lines.count == 2)
        // What waited would be refused: the lock is held until the end.
        while try text.isRunning() { usleep(20_000) }
        let time = ContinuousClock.now - start
        #expect(time > .seconds(9), "\(time)")
        let refused = try text.wait()
        expectRefusal(refused, 75, "in use by", lines: 1, "mark")
        #expect(refused.errorText.contains("\(holder.id)"), "\(refused.errorText)")
        expectJSONRefusal(try json.wait(), 75, "SERVICE_UNAVAILABLE", "mark")
        expectRefusal(try delivery.wait(), 75, "in use by", lines: 1, "import -")
        _ = try holder.killNow()
        #expect(try ledger.head() == head)
        try ledger.succeed("mark", "--read", "*")
    }

    // MARK: Python, to do to a ledger what the tool would not

    private func python(_ script: String, _ arguments: [String]) throws -> ToolProcess {
        try ToolProcess("/usr/bin/env", ["python3", "-c", script] + arguments, environment: inheritedEnvironment)
    }

    private static let canRunPython: Bool = {
        let arguments = ["python3", "-c", "import sqlite3"]
        let process = try? ToolProcess("/usr/bin/env", arguments, environment: inheritedEnvironment)
        return (try? process?.wait().exitCode) == 0
    }()
}
