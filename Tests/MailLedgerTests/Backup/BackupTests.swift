import Content
import Cryptography
import DiskFiles
import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `A backup` {
    private static let account = "ada@example.org"

    private static func sample(_ names: String...) throws -> SampleLedger {
        let sample = try SampleLedger(.disk)
        try sample.addAccount(account)
        try sample.importing(names.map { SampleMail($0) }, account: account)
        return sample
    }

    @discardableResult
    private func restore(_ folder: String, as name: String, of sample: SampleLedger) throws -> Ledger {
        let location = LedgerLocation(sample.scratch.path + "/" + name)
        _ = try LedgerMaintenance.restore(from: folder, to: location)
        return try Ledger.open(at: location, access: .readWrite)
    }

    private func expectSame(_ ledger: Ledger, as sample: SampleLedger) throws {
        #expect(ledger.store.identity.id == sample.ledger.store.identity.id)
        #expect(try ledger.maintenance.verifyLog() == sample.ledger.maintenance.verifyLog())
        #expect(try difference(PublicAnswers(of: sample.ledger), PublicAnswers(of: ledger)) == nil)
        #expect(try ledger.maintenance.missingContent().isEmpty && ledger.maintenance.checkViews() == nil)
    }

    @Test func `gives the same ledger again, and takes only what is new`() throws {
        let sample = try Self.sample("a", "b")
        let folder = sample.scratch.path + "/backup"
        let first = try sample.ledger.maintenance.backUp(to: folder)
        let head = try sample.head()
        #expect(first.isFirst && first.contents == 2 && first.manifest.position == head)
        try expectSame(restore(folder, as: "one", of: sample), as: sample)

        try sample.importing([SampleMail("c")], account: Self.account)
        try sample.mark("subject:a", adding: [.seen])
        let second = try sample.ledger.maintenance.backUp(to: folder)
        #expect(!second.isFirst && second.events == 2 && second.contents == 1 && second.manifest.contents == 3)
        #expect(try sample.ledger.maintenance.backUp(to: folder).events == 0)
        try expectSame(restore(folder, as: "two", of: sample), as: sample)
        #expect(throws: EventLogError.self, "a ledger is there") { try restore(folder, as: "two", of: sample) }
    }

    @Test func `removes what a killed one was writing, with mail and keys in it`() throws {
        let sample = try Self.sample("a")
        let folder = sample.scratch.path + "/backup"
        _ = try sample.ledger.maintenance.backUp(to: folder, withKeys: true)
        let whole = try Set(FileManager.default.subpathsOfDirectory(atPath: folder))
        for name in ["events.sqlite-new-2a", "events.sqlite-new-2a-journal", ".mailledger-2b", "keys/.mailledger-2c"] {
            try Data("what is secret".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        _ = try sample.ledger.maintenance.backUp(to: folder)
        #expect(try Set(FileManager.default.subpathsOfDirectory(atPath: folder)) == whole)
    }

    @Test func `is its owner's alone, and no ledger`() throws {
        let sample = try Self.sample("a")
        var generator = SeededGenerator(for: "modes of a backup")
        try sample.importing([SampleMail("large", body: generator.bytes(700_000).hex)], account: Self.account)
        let folder = sample.scratch.path + "/deep/backup"
        _ = try sample.ledger.maintenance.backUp(to: folder)
        let files = FileManager.default
        let names = try files.subpathsOfDirectory(atPath: folder)
        #expect(
            Set(names.filter { !$0.hasPrefix("content/") }) == [
                "backup.json", "backup.lock", "checkpoint", "content", "content.sqlite", "events.sqlite",
            ])
        #expect(names.contains { $0.hasPrefix("content/") && $0.utf8.count > 60 })
        for name in names + [""] {
            let path = folder + "/" + name
            let mode = try #require(files.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
            var isFolder: ObjCBool = false
            _ = unsafe files.fileExists(atPath: path, isDirectory: &isFolder)
            #expect(mode == (isFolder.boolValue ? 0o700 : 0o600), "\(name)")
        }
        #expect(throws: LedgerError.isBackup(path: folder)) {
            try Ledger.open(at: LedgerLocation(folder), access: .readOnly)
        }
        try expectSame(restore(folder, as: "one", of: sample), as: sample)
    }

    @Test(arguments: [false, true]) func `stays byte for byte as it was when it is restored`(isSealed: Bool) throws {
        let sample = try Self.sample("a")
        let folder = sample.scratch.path + "/backup"
        _ = try sample.ledger.maintenance.backUp(to: folder, withKeys: true)
        let files = FileManager.default
        func state() throws -> [String: [String]] {
            try files.subpathsOfDirectory(atPath: folder).reduce(into: [:]) { states, name in
                let facts = try files.attributesOfItem(atPath: folder + "/" + name)
                let bytes = files.contents(atPath: folder + "/" + name) ?? Data()
                states[name] = ["\(facts[.modificationDate] ?? "")", SHA256Hasher.digest(of: Array(bytes)).hex]
            }
        }
        let before = try state()
        if isSealed { try files.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder) }
        defer { try? files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder) }
        try expectSame(restore(folder, as: "one", of: sample), as: sample)
        #expect(try state() == before)
    }

    @Test func `is not restored while another is made in its folder`() throws {
        let sample = try Self.sample("a")
        let folder = sample.scratch.path + "/backup"
        _ = try sample.ledger.maintenance.backUp(to: folder)
        let lock = try SharedFile(KernelFiles.shared, FilePath(folder + "/backup.lock"), .readWrite)
        try #require(try lock.lock(.exclusive, waits: false))
        #expect(throws: BackupError.inUse(path: folder)) { try restore(folder, as: "one", of: sample) }
        lock.files.unlock(lock.handle)
        try expectSame(restore(folder, as: "one", of: sample), as: sample)
    }

    @Test func `is refused by a folder with other things, with another ledger, and in a ledger`() throws {
        let sample = try Self.sample("a")
        let other = try Self.sample("b")
        try sample.scratch.write("things/letter.txt", "x")
        let folder = sample.scratch.path + "/backup"
        _ = try sample.ledger.maintenance.backUp(to: folder)
        let things = sample.scratch.path + "/things"
        #expect(throws: BackupError.notEmpty(path: things)) { try sample.ledger.maintenance.backUp(to: things) }
        #expect(throws: BackupError.self) { try other.ledger.maintenance.backUp(to: folder) }
        #expect(throws: DomainError.self) {
            try sample.ledger.maintenance.backUp(to: try #require(sample.location).directory + "/backup")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: things) == ["letter.txt"])
        #expect(throws: BackupError.notABackup(path: things)) { try restore(things, as: "one", of: sample) }
        try expectSame(restore(folder, as: "one", of: sample), as: sample)
    }

    @Test func `is signed, and has the key only where that is asked for`() throws {
        let sample = try Self.sample("a")
        let key = try #require(sample.location).keysDirectory + "/signing.key"
        let secret = try String(contentsOfFile: key, encoding: .utf8)
        let (without, with) = (sample.scratch.path + "/without", sample.scratch.path + "/with")
        let report = try sample.ledger.maintenance.backUp(to: without)
        #expect(report.isSigned && !report.manifest.hasKeys)
        #expect(try sample.ledger.maintenance.backUp(to: with, withKeys: true).manifest.hasKeys)
        for name in try FileManager.default.subpathsOfDirectory(atPath: without) {
            let bytes = FileManager.default.contents(atPath: without + "/" + name) ?? Data()
            #expect(bytes.firstRange(of: Data(secret.utf8.prefix(40))) == nil, "\(name)")
        }
        let checkpoint = try #require(
            SignedCheckpoint(String(contentsOfFile: without + "/checkpoint", encoding: .utf8)))
        let verifier = try #require(try sample.ledger.proofs.verifier())
        #expect(checkpoint.isSigned(by: verifier) && checkpoint.checkpoint.root == report.manifest.root)
        let signing = try restore(with, as: "signing", of: sample)
        #expect(try signing.proofs.signCheckpoint().isSigned(by: verifier))
        let mute = try restore(without, as: "mute", of: sample)
        #expect(throws: SigningKeyError.self) { try mute.proofs.signCheckpoint() }
        #expect(try mute.proofs.verifier() == verifier && !mute.maintenance.backUp(to: with).isSigned)
        // One that another key signed is refused.
        let other = try Self.sample("b")
        let foreign = try other.ledger.proofs.signCheckpoint().note.description
        try sample.scratch.write("without/checkpoint", foreign)
        #expect(throws: BackupError.self) { try restore(without, as: "forged", of: sample) }
    }

    @Test func `says how many of its events are signed, if the checkpoint is an older one`() throws {
        let sample = try Self.sample("a")
        let folder = sample.scratch.path + "/backup"
        let signed = try sample.ledger.maintenance.backUp(to: folder).manifest.position.rawValue
        let old = try String(contentsOfFile: folder + "/checkpoint", encoding: .utf8)
        try sample.importing([SampleMail("b"), SampleMail("c")], account: Self.account)
        let all = try sample.ledger.maintenance.backUp(to: folder).manifest.position.rawValue
        try #require(all > signed)
        func expect(_ signed: Int64, _ name: String) throws {
            let location = LedgerLocation(sample.scratch.path + "/" + name)
            let report = try LedgerMaintenance.restore(from: folder, to: location)
            #expect(report.signedEvents == signed && report.unsignedEvents == all - signed, "\(name)")
        }
        try expect(all, "whole")
        try sample.scratch.write("backup/checkpoint", old)
        try expect(signed, "part")
        try FileManager.default.removeItem(atPath: folder + "/checkpoint")
        try expect(0, "nothing")
    }

    @Test func `of any history is restored whole`() throws {
        var generator = SeededGenerator(for: "backups of any history")
        for round in 0..<2 {
            let label = "seed \(generator.seed) round \(round)"
            var commands = try RandomCommands(.disk, seed: generator.next())
            try commands.run(steps: 20, label: label)
            let folder = commands.sample.scratch.path + "/backup"
            _ = try commands.sample.ledger.maintenance.backUp(to: folder)
            let location = LedgerLocation(commands.sample.scratch.path + "/copy")
            let report = try LedgerMaintenance.restore(from: folder, to: location)
            #expect(report.faults.isEmpty, "\(label)")
        }
    }

    @Test func `misses nothing of a message that was erased, or of which only the header came`() throws {
        let sample = try Self.sample("kept", "gone")
        let letter = Letter("late")
        let account = try #require(try sample.ledger.read { try $0.accounts() }.first)
        var header = letter.message(to: account.id)
        header.bytes = Array(letter.header.utf8)
        header.lacksBody = true
        _ = try sample.ledger.mail.save([header], context: sample.ledger.context(command: "save"))
        _ = try sample.ledger.erase(
            .query(sample.filter("subject:gone")),
            context: sample.ledger.context(command: "erase", reason: "asked"))
        _ = try sample.ledger.maintenance.collectContent()
        let folder = sample.scratch.path + "/backup"
        _ = try sample.ledger.maintenance.backUp(to: folder)
        let report = try LedgerMaintenance.restore(from: folder, to: LedgerLocation(sample.scratch.path + "/copy"))
        #expect(report.contents == 2 && report.faults.isEmpty)
    }

    @Test func `that is older than a witness remembers is told by it`() throws {
        let sample = try Self.sample("a")
        let folder = sample.scratch.path + "/backup"
        let witness = sample.scratch.path + "/witness"
        _ = try sample.ledger.maintenance.backUp(to: folder)
        _ = try sample.ledger.proofs.addWitness(at: witness)
        #expect(
            try restore(folder, as: "now", of: sample).proofs.check(witness: witness).kept == sample.head().rawValue)
        try sample.importing([SampleMail("b")], account: Self.account)
        _ = try sample.ledger.proofs.update(witness: witness)
        let old = try restore(folder, as: "old", of: sample)
        #expect(throws: WitnessFault.self) { try old.proofs.check(witness: witness) }
    }

    @Test func `shows that a ledger was put back to an older state, or went another way`() throws {
        let sample = try Self.sample("a")
        let location = try #require(sample.location)
        let folder = sample.scratch.path + "/backup"
        try sample.whileClosed { location in
            try FileManager.default.copyItem(atPath: location.directory, toPath: sample.scratch.path + "/yesterday")
        }
        let old = try sample.head()
        try sample.importing([SampleMail("b"), SampleMail("c")], account: Self.account)
        let backup = try sample.ledger.maintenance.backUp(to: folder)
        try sample.whileClosed { _ in
            try sample.scratch.move("ledger", to: "today")
            try sample.scratch.move("yesterday", to: "ledger")
        }
        #expect(location.directory == sample.location?.directory)
        let expected = BackupError.diverged(path: folder, at: old.advanced(by: 1))
        #expect(throws: expected, "cut") { try sample.ledger.maintenance.backUp(to: folder) }
        for name in ["d", "e", "f"] { try sample.importing([SampleMail(name)], account: Self.account) }
        #expect(throws: expected, "another way") { try sample.ledger.maintenance.backUp(to: folder) }
        #expect(try restore(folder, as: "one", of: sample).store.head().position == backup.manifest.position)
    }

    @Test func `leaves out a damaged message and names it; the good copy of an earlier backup stays`() throws {
        let sample = try Self.sample("a", "b")
        let (early, late) = (sample.scratch.path + "/early", sample.scratch.path + "/late")
        _ = try sample.ledger.maintenance.backUp(to: early)
        try sample.whileClosed { location in
            let connection = try Connection(path: location.directory + "/content.sqlite", mode: .readWrite)
            try connection.run("UPDATE content SET data = zeroblob(length(data)) WHERE id = 1")
        }
        let report = try sample.ledger.maintenance.backUp(to: late)
        #expect(report.isPartial && report.faults.count == 1 && report.contents == 1)
        #expect(try restore(late, as: "without", of: sample).maintenance.missingContent().count == 1)
        #expect(try !sample.ledger.maintenance.backUp(to: early).isPartial)
        #expect(try restore(early, as: "with", of: sample).maintenance.missingContent().isEmpty)
        // A later one brings what is sound again.
        try sample.whileClosed { location in
            try FileManager.default.removeItem(atPath: location.directory + "/content.sqlite")
            try FileManager.default.copyItem(
                atPath: early + "/content.sqlite", toPath: location.directory + "/content.sqlite")
        }
        #expect(try sample.ledger.maintenance.backUp(to: late).contents == 1)
    }

    @Test func `of a log that does not hold is refused, and the former one stays`() throws {
        let sample = try Self.sample("a")
        let folder = sample.scratch.path + "/backup"
        let before = try sample.ledger.maintenance.backUp(to: folder)
        try sample.importing([SampleMail("b")], account: Self.account)
        try sample.whileClosed { location in
            let log = try Connection(path: location.logPath, mode: .readWrite)
            try log.run("DROP TRIGGER events_are_never_changed")
            try log.run("UPDATE events SET payload = replace(payload, 'b@', 'x@') WHERE position = 9")
        }
        #expect(throws: LogFault.self) { try sample.ledger.maintenance.backUp(to: folder) }
        #expect(try restore(folder, as: "one", of: sample).store.head().position == before.manifest.position)
    }

    @Test func `in which any byte of the log was changed is not restored`() throws {
        let sample = try Self.sample("a", "b", "c")
        let folder = sample.scratch.path + "/backup"
        _ = try sample.ledger.maintenance.backUp(to: folder)
        let sound = try Data(contentsOf: URL(filePath: folder + "/events.sqlite"))
        var generator = SeededGenerator(for: "a damaged backup")
        for round in 0..<40 {
            var damaged = sound
            let place = Int.random(in: 100..<sound.count, using: &generator)
            damaged[place] ^= UInt8.random(in: 1...255, using: &generator)
            try damaged.write(to: URL(filePath: folder + "/events.sqlite"))
            // Where nothing of the log is in a byte, the restored ledger is the whole one.
            if let ledger = try? restore(folder, as: "copy\(round)", of: sample) {
                #expect(
                    try ledger.maintenance.verifyLog() == sample.ledger.maintenance.verifyLog(),
                    "byte \(place), seed \(generator.seed)")
            }
        }
        try sound.write(to: URL(filePath: folder + "/events.sqlite"))
        let manifest = try String(contentsOfFile: folder + "/backup.json", encoding: .utf8)
        for (from, to) in [("\"root\": \"", "\"root\": \"0"), ("\"position\": ", "\"position\": 9"), ("{", "")] {
            try sample.scratch.write("backup/backup.json", manifest.replacing(from, with: to))
            #expect(throws: BackupError.self, "\(from)") { try restore(folder, as: "bad", of: sample) }
        }
        #expect(!FileManager.default.fileExists(atPath: sample.scratch.path + "/bad"))
    }

    @Test func `is made while others write, and holds at whatever moment it was`() throws {
        let sample = try Self.sample("a")
        let location = try #require(sample.location)
        let folder = sample.scratch.path + "/backup"
        let paths = try (0..<60).map { try sample.scratch.write("more/\($0).eml", SampleMail("m\($0)").text) }
        let writer = Thread {
            guard let ledger = try? Ledger.open(at: location, access: .readWrite) else { return }
            for path in paths {
                _ = try? Importer(
                    into: ledger, account: Self.account, options: ImportOptions(folder: "INBOX"),
                    context: ledger.context(command: "import")
                ).run([path])
            }
        }
        writer.start()
        var positions: [Position] = []
        while !writer.isFinished || positions.count < 2 {
            let backup = try sample.ledger.maintenance.backUp(to: folder)
            positions.append(backup.manifest.position)
            let ledger = try restore(folder, as: "copy\(positions.count)", of: sample)
            #expect(try ledger.store.head().position == backup.manifest.position)
            #expect(
                try ledger.maintenance.missingContent().isEmpty
                    && ledger.maintenance.verifyLog().root == backup.manifest.root)
        }
        #expect(positions == positions.sorted() && Set(positions).count > 1)
    }
}
