import Cryptography
import Foundation
import Glibc
import JSONCoding
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `The passphrase of the signing key` {
    private static let passphrase = "canary horse battery staple"

    /// The third part of a key, which may have plus signs of its own.
    private static func base64(of key: String) -> String {
        String(key.split(separator: "+", maxSplits: 2).last ?? "")
    }

    /// Writes a passphrase where its owner alone reads it.
    private func file(_ name: String, _ text: String, in ledger: ToolLedger) throws -> String {
        let path = ledger.directory.path(name)
        try writeFile(path, text)
        setMode(path, 0o600)
        return path
    }

    /// A ledger whose key never lay open, and the file of its passphrase.
    private func protectedLedger() throws -> (ToolLedger, file: String) {
        let ledger = try ToolLedger(account: nil)
        let file = try file("passphrase", Self.passphrase + "\nanother line\n", in: ledger)
        try ledger.succeed("init", "--passphrase-file", file)
        try ledger.succeed("account", "add", ToolLedger.account)
        return (ledger, file)
    }

    @Test func `is that of an init which failed before the key, and is repeated`() throws {
        let ledger = try ToolLedger(account: nil)
        let file = try file("passphrase", Self.passphrase + "\n", in: ledger)
        // The log can be made and the key cannot, as on a disk that is full by then.
        try writeFile(ledger.path + "/keys", "")
        let failed = try ledger.run("init", "--passphrase-file", file)
        #expect(failed.exitCode == 74 && failed.output.isEmpty, "\(failed.errorText)")
        #expect(filesBelow(ledger.path).contains("log.sqlite"))
        removeTree(ledger.path + "/keys")
        try ledger.succeed("init", "--passphrase-file", file)
        #expect(try ledger.succeed("checkpoint", "--passphrase-file", file).text.contains("mailledger/"))
        #expect(try ledger.run("checkpoint").exitCode == 1)
        let again = try ledger.run("init", "--passphrase-file", file)
        #expect(again.exitCode == 4 && again.errorText.contains("is a ledger already"))
    }

    @Test func `is that of the init that finishes a ledger, whatever key lies there`() throws {
        let ledger = try ToolLedger(account: nil)
        try ledger.succeed("init")
        // As if the first one had been stopped when the key had a file, and the log did not name it yet.
        let log = try Connection(path: ledger.path + "/log.sqlite", mode: .readWrite)
        try log.run("UPDATE ledger SET verifier = NULL")
        let key = ledger.path + "/keys/signing.key"
        let before = try String(contentsOfFile: key, encoding: .utf8)
        let file = try file("passphrase", Self.passphrase + "\n", in: ledger)
        unsafe chmod(ledger.path, 0o777)
        let refused = try ledger.run("init", "--passphrase-file", file)
        #expect(refused.exitCode == 1 && refused.errorText.contains("can be changed by others"), "\(refused.errorText)")
        #expect(try String(contentsOfFile: key, encoding: .utf8) == before)
        unsafe chmod(ledger.path, 0o700)
        try ledger.succeed("init", "--passphrase-file", file)
        #expect(try String(contentsOfFile: key, encoding: .utf8) != before)
        #expect(try ledger.run("checkpoint").exitCode == 1)
        try ledger.succeed("checkpoint", "--passphrase-file", file)
    }

    @Test func `comes from a file, a pipe or a command, and never from a variable`() throws {
        let (ledger, file) = try protectedLedger()
        let signed = try ledger.succeed("checkpoint", "--passphrase-file", file).text
        let command = try ledger.run(["checkpoint"], adding: ["MAILLEDGER_PASSPHRASE_COMMAND": "cat '\(file)'"])
        #expect(command.exitCode == 0 && command.text == signed)
        try ledger.succeed("config", "set", "key.passphrase_command", "cat \(file)")
        #expect(try ledger.succeed("checkpoint").text == signed)
        try ledger.succeed("config", "unset", "key.passphrase_command")
        let pipe = try ToolProcess(
            "/bin/bash",
            ["-c", "'\(try Tool.path())' checkpoint --passphrase-file <(printf '%s' '\(Self.passphrase)')"],
            environment: ledger.environment
        ).wait()
        #expect(pipe.exitCode == 0 && pipe.text == signed, "\(pipe.errorText)")
    }

    @Test func `is missed with a line that says what to do, and mail goes on`() throws {
        let (ledger, _) = try protectedLedger()
        let path = ledger.path + "/keys/signing.key"
        for words in [
            ["checkpoint"], ["prove", "event:1"], ["key", "rotate"], ["witness", "add", ledger.path + ".w"],
        ] {
            let head = try ledger.head()
            let result = try ledger.run(words + ["--format", "json"])
            let error = try JSONBytesDecoder().decode(JSONValue.self, from: Array(result.errorText.utf8))
            #expect(
                result.exitCode == 1 && result.output.isEmpty && error["code"]?.string == "UNAUTHORIZED", "\(words)")
            #expect(error["message"]?.string?.contains("--passphrase-file") == true)
            #expect(error["details"]?["path"]?.string == path)
            #expect(try ledger.head() == head)
        }
        try ledger.succeed("folder", "add", "Taxes", "--account", ToolLedger.account)
        try ledger.checkAll()
        let backup = try ledger.succeed("backup", ledger.path + ".backup")
        #expect(backup.text.contains("not signed: the key is under a passphrase"))
    }

    @Test func `that is another one is told apart from one that is missing`() throws {
        let (ledger, _) = try protectedLedger()
        let wrong = try file("wrong", "wrong\n", in: ledger)
        for words in [["checkpoint"], ["backup", ledger.path + ".backup"], ["key", "passphrase", "--remove"]] {
            let result = try ledger.run(words + ["--passphrase-file", wrong, "--format", "json"])
            #expect(result.exitCode == 1 && result.errorText.contains("INVALID_CREDENTIALS"), "\(result.errorText)")
        }
        #expect(try ledger.run("verify", "--passphrase-file", wrong).exitCode == 6)
        // Each of these names the place, and nothing of what stands there.
        setMode(wrong, 0o640)
        let bad = [
            (["--passphrase-file", wrong], "chmod 600"), (["--passphrase-file", "/nonexistent"], "No such file"),
            (["--passphrase-file", try file("empty", "\n", in: ledger)], "not a passphrase"),
            (["--passphrase-file", try file("nul", "ca\0nary\n", in: ledger)], "not a passphrase"),
            (
                ["--passphrase-file", try file("long", String(repeating: "canary", count: 200), in: ledger)],
                "not a passphrase"
            ),
        ]
        for (options, word) in bad {
            let result = try ledger.run(["checkpoint"] + options)
            #expect([2, 74].contains(result.exitCode) && result.errorText.contains(word), "\(result.errorText)")
            #expect(!result.errorText.contains("canary"))
        }
        let failing = try ledger.run(["checkpoint"], adding: ["MAILLEDGER_PASSPHRASE_COMMAND": "echo canary; exit 1"])
        #expect(failing.exitCode == 2 && !failing.errorText.contains("canary"))
    }

    @Test func `is a key that OpenSSL reads`() throws {
        let (ledger, file) = try protectedLedger()
        let result = try ToolProcess(
            "/usr/bin/openssl",
            [
                "pkey", "-in", ledger.path + "/keys/signing.key", "-passin", "file:" + file, "-pubout", "-outform",
                "DER",
            ],
            environment: ledger.environment
        ).wait()
        // The key is the last 32 bytes: RFC 8410 section 4.
        let shown = try Self.base64(of: ledger.succeed("key", "show").lines[0])
        #expect(
            result.exitCode == 0 && [UInt8](base64: String(shown))?.dropFirst() == result.output.suffix(32),
            "\(result.errorText)")
    }

    @Test func `is typed at a terminal that does not show it`() throws {
        let ledger = try ToolLedger()
        let pair = try PseudoTerminal()
        func run(_ words: String..., answers: [(question: String, answer: String)]) throws -> (Int32, shown: String) {
            let process = try ToolProcess(Tool.path(), words, environment: ledger.environment, terminal: pair.terminal)
            var shown = ""
            for (question, answer) in answers {
                shown += try pair.read(
                    until: "\(question) of \(ledger.path)/keys/signing.key: ".dropPrefix("The same again of "))
                #expect(!pair.echoes)
                pair.type(answer)
                shown += try pair.read(until: "\n")
            }
            return (try process.wait().exitCode, shown)
        }
        let again = (question: "The same again", answer: Self.passphrase)
        let new = (question: "New passphrase", answer: Self.passphrase)
        var (code, shown) = try run("key", "passphrase", answers: [new, again])
        #expect(code == 0 && pair.echoes && !shown.contains("canary"))
        (code, shown) = try run("checkpoint", answers: [("Passphrase", Self.passphrase)])
        #expect(code == 0 && pair.echoes && !shown.contains("canary"))
        (code, _) = try run("checkpoint", answers: [("Passphrase", "wrong")])
        #expect(code == 1 && pair.echoes)
        // A slip of the finger locks nobody out.
        let before = try readFile(ledger.path + "/keys/signing.key")
        (code, _) = try run(
            "key", "passphrase",
            answers: [("Passphrase", Self.passphrase), ("New passphrase", "a"), ("The same again", "b")])
        #expect(try code == 2 && readFile(ledger.path + "/keys/signing.key") == before)
        // Somebody who has second thoughts gets the terminal back as it was.
        let process = try ToolProcess(
            Tool.path(), ["checkpoint"], environment: ledger.environment, terminal: pair.terminal)
        _ = try pair.read(until: ": ")
        kill(process.id, SIGINT)
        #expect(try process.wait().exitCode == -SIGINT && pair.echoes)
    }

    @Test func `and the key itself reach no file, no message and no core`() throws {
        let (ledger, file) = try protectedLedger()
        let command = [
            "MAILLEDGER_PASSPHRASE_COMMAND": "cat \(file)", "MAILLEDGER_LOG": ledger.directory.path("log.jsonl"),
        ]
        var said: [UInt8] = []
        func run(_ words: String...) throws {
            let result = try ledger.run(words + ["--verbose"], adding: command)
            said += result.output + Array(result.errorText.utf8)
        }
        try run("witness", "add", ledger.directory.path("witness"))
        try run("folder", "add", "Taxes", "--account", ToolLedger.account)
        try run("checkpoint", "--output", ledger.directory.path("checkpoint"))
        try run("prove", "event:1", "--output", ledger.directory.path("proof"))
        try run("prove", "event:999999")
        try run("backup", ledger.directory.path("backup"), "--with-keys")
        try run("restore", ledger.directory.path("backup"), "--ledger", ledger.directory.path("restored"))
        try run("export", "--events", "--to", ledger.directory.path("events.jsonl"))
        try run("request", "{")
        try run("doctor")
        try run("verify")
        let key = try readText(ledger.path + "/keys/signing.key")
        let locked = try #require(LockedSigner(key))
        let passphrase = try #require(Passphrase(Array(Self.passphrase.utf8)))
        let signer = try #require(locked.unlocked(by: passphrase))
        // Behind PRIVATE+KEY+.
        let secret = Self.base64(of: String(signer.secretText.dropFirst(12)))
        let seed = try #require([UInt8](base64: String(secret))).dropFirst()
        let needles = [
            Array("canary horse".utf8), Array("PRIVATE+KEY".utf8), Array(secret.utf8.dropFirst(2).prefix(20)),
            Array(seed),
        ]
        for needle in needles { #expect(!said.contains(needle)) }
        var count = 0
        for name in try subpaths(of: ledger.directory.path) where name != "passphrase" {
            let bytes = (try? readFile(ledger.directory.path(name))) ?? []
            count += bytes.isEmpty ? 0 : 1
            for needle in needles { #expect(!bytes.contains(needle), "\(name)") }
        }
        #expect(count > 15)
    }

    @Test func `is in no core dump, whatever the shell allows`() throws {
        let ledger = try ToolLedger()
        let process = try ToolProcess(
            "/bin/sh", ["-c", "ulimit -S -c \"$(ulimit -H -c)\"; exec '\(try Tool.path())' events follow"],
            environment: ledger.environment)
        // The tool is at work once it has its ledger open.
        var limit = ""
        for _ in 0..<12_000 where !limit.contains(" 0 ") {
            usleep(10_000)
            let limits = try readText("/proc/\(process.id)/limits")
            limit = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }.map(String.init) ?? ""
        }
        #expect(limit.split(separator: " ").dropFirst(4).first == "0", "\(limit)")
        _ = try process.killNow()
    }
}

extension String {
    /// The text without a beginning, where it has it.
    fileprivate func dropPrefix(_ prefix: String) -> String {
        hasPrefix(prefix) ? "The same again: " : self
    }
}
