import Foundation
import Glibc
import TestSupport
import Testing

/// Mail that is made to break who reads it, given to the real tool.
@Suite struct `A bomb` {
    private static func message(_ name: String, _ rest: [UInt8]) -> [UInt8] {
        Array("From: a@example.org\nSubject: \(name)\nMessage-ID: <\(name)@bomb>\n".utf8) + rest
    }

    private static func repeated(_ count: Int, _ piece: (Int) -> String) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in 0..<count { bytes += Array(piece(number).utf8) }
        return bytes
    }

    private static let bombs: [(name: String, rest: @Sendable () -> [UInt8])] = [
        ("fields", { repeated(250_000) { "X-\($0): y\n" } + Array("\nbody\n".utf8) }),
        (
            "one-field",
            {
                Array("X-Long: ".utf8) + Array(repeating: UInt8(ascii: "a"), count: 100_000_000)
                    + Array("\n\nbody\n".utf8)
            }
        ),
        ("references", { Array("References:".utf8) + repeated(100_000) { " <\($0)@r>\n" } + Array("\nbody\n".utf8) }),
        (
            "recipients",
            {
                Array("To: x@example.org".utf8) + repeated(100_000) { ",\n p\($0)@example.org" }
                    + Array("\n\nbody\n".utf8)
            }
        ),
        (
            "nested",
            {
                repeated(200) { "Content-Type: multipart/mixed; boundary=b\($0)\n\n--b\($0)\n" }
                    + Array("\nbody\n".utf8)
            }
        ),
        (
            "parts",
            {
                Array("Content-Type: multipart/mixed; boundary=b\n\n".utf8)
                    + repeated(50_000) { "--b\nContent-Disposition: attachment; filename=a\($0)\n\nx\n" }
                    + Array("--b--\n".utf8)
            }
        ),
        (
            "quoted-printable",
            {
                Array("Content-Transfer-Encoding: quoted-printable\n\n".utf8)
                    + Array(String(repeating: "=\n", count: 5_000_000).utf8)
            }
        ),
        (
            "encoded-words",
            {
                Array("X: y\nSubject:".utf8) + repeated(50_000) { _ in " =?utf-8?B?d2FscnVz?=" }
                    + Array("\n\nbody\n".utf8)
            }
        ),
        ("zeros", { [UInt8(ascii: "\n")] + Array(repeating: 0, count: 10_000_000) }),
        (
            "html",
            {
                Array("Content-Type: text/html\n\n".utf8)
                    + Array(String(repeating: "<div>", count: 500_000).utf8)
            }
        ),
        ("turned", { Array("Subject: \u{202e}gnp.exe\u{2066}\u{1b}[2J\u{9b}31m\n\nbody\n".utf8) }),
    ]

    @Test func `is taken in within 150 MiB, and shows nothing that moves a terminal`() throws {
        let ledger = try ToolLedger()
        for bomb in Self.bombs {
            let path = ledger.directory.path("\(bomb.name).eml")
            try writeFile(path, Self.message(bomb.name, bomb.rest()))
            let process = try ledger.start(["import", path, "--account", ToolLedger.account])
            var peak = 0
            while try process.isRunning() {
                peak = max(peak, process.peakMemory ?? 0)
                usleep(2_000)
            }
            let result = try process.wait()
            #expect(result.exitCode == 0, "\(bomb.name): \(result.exitCode) \(result.errorText.prefix(300))")
            #expect(peak < 150 * 1024, "\(bomb.name): \(peak / 1024) MiB")
            try? FileManager.default.removeItem(atPath: path)
        }
        #expect(try ledger.json("count", "*")["count"]?.integer == Int64(Self.bombs.count))
        let ids = try ledger.succeed("messages", "--output", "ids").lines
        for words in [["messages"], ["threads"], ["search", "body"]] + ids.map({ ["show", $0] }) {
            let text = try ledger.succeed(words).text
            let moves = text.unicodeScalars.contains { scalar in
                scalar != "\n" && scalar != "\t" && (scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value))
                    || (0x202a...0x202e).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            }
            #expect(!moves, "\(words)")
        }
        try ledger.checkAll()
    }

    @Test func `of files is walked past, and what is left out is named in one line each`() throws {
        let ledger = try ToolLedger()
        let mail = ledger.directory.path("mail")
        try writeFile("\(mail)/cur/1.M1.host:2,S", GeneratedMail.message(1))
        try writeFile("\(mail)/cur/name\nwith\u{1b}[2J\u{202e}gnp.eml", GeneratedMail.message(2))
        #expect(unsafe mkfifo("\(mail)/cur/pipe", 0o600) == 0)
        #expect(unsafe symlink("/dev/zero", "\(mail)/cur/zero") == 0)
        #expect(unsafe symlink(mail, "\(mail)/again") == 0)
        #expect(unsafe symlink("loop", "\(mail)/cur/loop") == 0)
        for number in 0..<5_000 { try writeFile("\(mail)/cur/empty\(number)", []) }
        let result = try ledger.run("import", mail, "--account", ToolLedger.account)
        #expect(result.exitCode == 5, "\(result.exitCode)")
        #expect(!result.errorText.unicodeScalars.contains { $0.value == 0x1b || (0x202a...0x202e).contains($0.value) })
        #expect(try ledger.json("count", "*")["count"]?.integer == 2)
        try ledger.checkAll()
    }

    @Test func `of files that change, shrink and go while they are read leaves a whole ledger`() throws {
        let ledger = try ToolLedger()
        let mail = ledger.directory.path("mail")
        for number in 0..<300 {
            let body = String(repeating: "Of walruses, \(number).\n", count: 1_000)
            try writeFile("\(mail)/cur/\(number).M1.host:2,", GeneratedMail.message(number, body: body))
        }
        let process = try ledger.start(["import", mail, "--account", ToolLedger.account])
        var number = 0
        while try process.isRunning() {
            let path = "\(mail)/cur/\(number % 300).M1.host:2,"
            switch number % 3 {
            case 0: unsafe truncate(path, 200)
            case 1: unsafe rename(path, path + "S")
            default: try? writeFile(path, GeneratedMail.message(number))
            }
            number += 7
        }
        let result = try process.wait()
        #expect([0, 5, 74].contains(result.exitCode), "\(result.exitCode) \(result.errorText.prefix(300))")
        try ledger.checkAll()
    }
}
