import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

/// A Maildir beside a ledger that takes it in again and again.
private final class WalkedAgain {
    static let account = "ada@example.org"

    let sample: SampleLedger
    let maildir: String

    init(messages: Int) throws {
        sample = try SampleLedger(.disk)
        try sample.addAccount(Self.account)
        for number in 0..<messages {
            try sample.scratch.write("box/cur/\(number).host:2,", SampleMail("mail\(number)", body: "one\n").text)
        }
        maildir = sample.scratch.path + "/box"
    }

    /// What changed a moment ago is looked into again: its times could not tell of one more change.
    static func letFilesSettle() async throws { try await Task.sleep(for: .seconds(3.1)) }

    @discardableResult
    func run(rereads: Bool = false, dryRun: Bool = false) throws -> ImportReport {
        try Importer(
            into: sample.ledger, account: Self.account, options: ImportOptions(dryRun: dryRun, rereads: rereads),
            context: sample.ledger.context(command: "import")
        ).run([maildir])
    }

    /// Other bytes, as many as before, under the times that the file had.
    func rewriteSilently(_ name: String) throws {
        let path = "\(maildir)/cur/\(name)"
        let before = try FileManager.default.attributesOfItem(atPath: path)
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        let size = try handle.seekToEnd()
        try handle.seek(toOffset: size - 4)
        try handle.write(contentsOf: Data("two\n".utf8))
        try handle.close()
        try FileManager.default.setAttributes([.modificationDate: before[.modificationDate] as Any], ofItemAtPath: path)
    }

    var files: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder) } }
    var folder: String { sample.scratch.path + "/ledger/imports" }
}

@Suite struct `An import of a folder that was imported before` {
    @Test func `reads only what is new or has changed, however quietly`() async throws {
        let again = try WalkedAgain(messages: 12)
        try await WalkedAgain.letFilesSettle()
        #expect(try again.run(dryRun: true).added == 12)
        #expect(try again.run().added == 12)
        let head = try again.sample.head()
        let second = try again.run()
        #expect(second.existing == 12 && second.unchanged == 12 && second.seen == 12)
        #expect(try again.run(dryRun: true).unchanged == 12)
        #expect(try again.sample.head() == head, "nothing is appended")
        let reread = try again.run(rereads: true)
        #expect(reread.existing == 12 && reread.unchanged == 0)

        // Another flag, other bytes under the same size and time, one more and one less.
        try again.sample.scratch.move("box/cur/0.host:2,", to: "box/cur/0.host:2,S")
        try again.rewriteSilently("1.host:2,")
        try again.sample.scratch.write("box/new/12.host", SampleMail("mail12").text)
        try again.sample.scratch.remove("box/cur/2.host:2,")
        let third = try again.run()
        #expect(third.unchanged == 9 && third.updated == 1 && third.added == 2 && third.existing == 9)
        #expect(try again.sample.ledger.maintenance.checkViews() == nil)
    }

    @Test func `reads all again after what makes it doubtful what is known of files`() async throws {
        let again = try WalkedAgain(messages: 3)
        try await WalkedAgain.letFilesSettle()
        try again.run()
        // What leaves copies alone leaves what is known of files alone.
        try again.sample.mark("subject:mail0", adding: [.seen])
        try again.sample.addFolder("Work", to: WalkedAgain.account)
        try again.sample.move("subject:mail1", to: "Work")
        try again.sample.delete("subject:mail2")
        #expect(try again.run().unchanged == 3)

        // The import is taken back: it brings the mail back.
        let operation = try #require(try again.sample.ledger.operations(limit: 10).last { $0.command == "import" })
        _ = try again.sample.ledger.undo(.operation(prefix: operation.operation.description))
        #expect(try again.sample.messages().isEmpty)
        let back = try again.run()
        #expect(back.unchanged == 0 && back.seen == 3)
        #expect(try again.run().unchanged == 3)
        let kept = try again.sample.messages().count

        // A content that is lost comes back.
        try again.sample.whileClosed { location in
            let store = try Connection(path: location.directory + "/content.sqlite", mode: .readWrite)
            try store.run("DELETE FROM content WHERE id = (SELECT max(id) FROM content)")
        }
        let healed = try again.run()
        #expect(healed.unchanged == 0 && healed.existing == 3)
        for message in try again.sample.messages() {
            #expect(try !again.sample.ledger.rawMessage(message.id.description, limit: 100).bytes.isEmpty)
        }
        #expect(try again.sample.messages().count == kept)

        // A memory that is damaged, or another ledger's, is none.
        let name = try #require(try again.files.first)
        #expect(try again.files == [name])
        let path = "\(again.folder)/\(name)"
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: path))
        #expect(try again.run().unchanged == 0)
        #expect(try again.run().unchanged == 3, "it is written anew")
    }

    @Test func `takes it as one that reads all would, whatever happened between`() throws {
        var generator = SeededGenerator(for: "import memory")
        let mail = "\(projectRoot)/Samples/maildir"
        var remembered = 0
        for round in 0..<3 {
            var commands = try RandomCommands(.disk, seed: generator.next(), changesAddresses: false)
            func run(_ ledger: Ledger, _ options: ImportOptions) -> [Int]? {
                let importer = Importer(
                    into: ledger, account: RandomCommands.addresses[0], options: options,
                    context: ledger.context(command: "import"))
                guard let report = try? importer.run([mail]) else { return nil }
                remembered += report.unchanged
                return [report.added, report.existing, report.updated, report.erased, report.skipped.count]
            }
            _ = run(commands.sample.ledger, ImportOptions())
            try commands.run(steps: 20, label: "seed \(generator.seed) round \(round)") { sample in
                let trusting = run(sample.ledger, ImportOptions(dryRun: true))
                let reading = run(sample.ledger, ImportOptions(dryRun: true, rereads: true))
                #expect(trusting == reading, "seed \(generator.seed) round \(round)")
            }
        }
        #expect(remembered > 0)
    }

    /// What is not harmless is listed: a new type of event has to be thought of here.
    @Test func `knows of every type of event whether files must be read again after it`() {
        let doubtful = MailCatalogue.catalogue.types.map(\.name).filter { !FileKnowledge.outlives(typeNamed: $0) }
        #expect(
            doubtful.sorted() == [
                "ledger.log-resumed", "ledger.log-salvaged",
                "mail.account-deleted", "mail.account-erased", "mail.account-restored", "mail.conflict-detected",
                "mail.copy-changed", "mail.copy-pushed", "mail.copy-removed", "mail.message-body-loaded",
                "mail.message-copied", "mail.message-erased",
            ])
        #expect(FileKnowledge.outlives(typeNamed: "notes.note-added"))
        #expect(!FileKnowledge.outlives(typeNamed: "mail.not-thought-of-yet"))
    }
}
