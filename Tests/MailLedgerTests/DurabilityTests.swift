import Content
import Cryptography
import EventLog
import Foundation
import Glibc
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `An import` {
    private static let account = "ada@example.org"

    @Test func `that cannot record leaves content and no event, and completes when it is run again`() throws {
        let sample = try SampleLedger(.disk)
        let location = try #require(sample.location)
        try sample.addAccount(Self.account)
        let mail = SampleMail("one")
        let digest = SHA256Hasher.digest(of: Array(mail.text.utf8))
        let head = try sample.head()
        let outside = try Connection(path: location.logPath, mode: .readWrite)
        try outside.run(
            "CREATE TRIGGER refusal BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
        #expect(throws: (any Error).self) { try sample.importing([mail], account: Self.account) }
        #expect(try sample.head() == head)
        #expect(try sample.messages().isEmpty)
        #expect(try sample.ledger.content.contains(digest), "content is durable before its event")

        try outside.run("DROP TRIGGER refusal")
        #expect(try sample.importing([mail], account: Self.account).added == 1)
        #expect(try sample.messages().map(\.content) == [digest])
        #expect(try sample.ledger.content.stats().count == 1)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test func `that is cancelled keeps what it recorded, and completes when it is run again`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        let mails = (0..<1_200).map { "From ada@example.org Mon Feb  5 10:00:00 2024\n\(SampleMail("m\($0)").text)\n" }
        let path = try sample.scratch.write("many.mbox", mails.joined())
        let importer = Importer(
            into: sample.ledger, account: Self.account, options: ImportOptions(),
            context: sample.ledger.context(command: "import"), progress: { $0.seen == 0 })
        let stopped = try importer.run([path])
        #expect(stopped.wasStopped && stopped.added == stopped.seen)
        let recorded = try sample.ledger.read { try $0.countMessages() }
        #expect((1...1_000).contains(recorded) && recorded == stopped.added)
        let report = try sample.importing(path, account: Self.account)
        #expect(report.existing == recorded && report.added == 1_200 - recorded)
        #expect(try sample.ledger.read { try $0.countMessages() } == 1_200)
    }

    @Test func `that is only tried changes nothing and says what it would do`() throws {
        let sample = try SampleLedger(.disk)
        try sample.addAccount(Self.account)
        try sample.importing([SampleMail("one")], account: Self.account)
        let head = try sample.head()
        let stored = try sample.ledger.content.stats()
        try sample.scratch.write("box/one.eml", SampleMail("one").text)
        try sample.scratch.write("box/two.eml", SampleMail("two").text)
        try sample.scratch.write(
            "box/large.eml", SampleMail("large").text + String(repeating: "words ", count: 1 << 20))
        let importer = Importer(
            into: sample.ledger, account: Self.account, options: ImportOptions(dryRun: true),
            context: sample.ledger.context(command: "import"))
        let report = try importer.run(["\(sample.scratch.path)/box"])
        #expect(report.added == 2 && report.existing == 1)
        #expect(try sample.head() == head)
        #expect(try sample.ledger.content.stats() == stored)
    }

    @Test func `of a message larger than memory should hold gives its bytes back`() throws {
        let sample = try SampleLedger(.disk)
        try sample.addAccount(Self.account)
        var generator = SeededGenerator(seed: 1)
        var text = SampleMail("large", body: "The beginning.\n").text
        let line = "0123456789abcdefghijklmnopqrstuvwxyz 0123456789abcdefghijklmnopqrstuvw\n"
        text += String(repeating: line, count: (6 << 20) / line.utf8.count)
        text += "--\(generator.next())\n"
        let bytes = Array(text.utf8)
        let path = try sample.scratch.write("large.eml", bytes)
        let before = peakMemory()
        #expect(try sample.importing(path, account: Self.account).added == 1)
        #expect(peakMemory() - before < 64 << 20)
        let message = try #require(try sample.messages("beginning").first)
        #expect(message.size == Int64(bytes.count))
        guard case .file(let file) = try sample.ledger.content.read(message.content) else {
            Issue.record("6 MiB are held in memory")
            return
        }
        #expect(file.size == Int64(bytes.count) && message.content == SHA256Hasher.digest(of: bytes))
        #expect(try sample.importing(path, account: Self.account).existing == 1)
    }

    @Test(.enabled("the tool is not built") { mailledgerProgram() != nil })
    func `of one message of 100 MB stays below 150 MiB`() throws {
        let tool = try #require(mailledgerProgram()).path
        let scratch = try ScratchFolder()
        let path = try scratch.write("large.eml", SampleMail("large", body: "The beginning.\n").text)
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seekToEnd()
        let lines = Data(
            String(repeating: "The quick brown fox jumps over the lazy dog 0123456789.\n", count: 1 << 14).utf8)
        for _ in 0..<(100 << 20) / lines.count + 1 { try file.write(contentsOf: lines) }
        let size = try file.offset()
        try file.close()

        let environment = ["MAILLEDGER": scratch.path + "/ledger"]
        #expect(
            try shell("'\(tool)' init && '\(tool)' account add \(Self.account)", environment: environment).status == 0)
        let process = Process()
        process.executableURL = URL(filePath: tool)
        process.arguments = ["import", path, "--account", Self.account]
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        // The system keeps the peak for as long as the process lives.
        var peak = 0
        while process.isRunning {
            peak = max(peak, peakMemory(of: "\(process.processIdentifier)"))
            usleep(20_000)
        }
        #expect(process.terminationStatus == 0)
        #expect(peak > 1 << 20 && peak < 150 << 20, "\(peak >> 20) MiB")
        let found = try shell("'\(tool)' search beginning --format json", environment: environment)
        #expect(found.status == 0 && found.text.contains("\"size\": \(size),"), "\(found.text.prefix(500))")
    }

    /// The most memory that a process ever held, in bytes; 0 where it is gone.
    private func peakMemory(of process: String = "self") -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }
}
