import Content
import Cryptography
import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

/// What a backup finds out about the one before it in the same folder.
@Suite struct `A backup that goes on with a damaged one` {
    private let account = "ada@example.org"

    /// A ledger with two small messages and one in a file of its own, and a folder with its backup.
    private func backedUp() throws -> (sample: SampleLedger, folder: String) {
        let sample = try SampleLedger(.disk)
        try sample.addAccount(account)
        var generator = SeededGenerator(for: "a message in a file")
        let large = SampleMail("large", body: generator.bytes(700_000).hex)
        try sample.importing([SampleMail("a"), SampleMail("b"), large], account: account)
        let folder = sample.scratch.path + "/backup"
        #expect(try sample.ledger.maintenance.backUp(to: folder).repaired == 0)
        return (sample, folder)
    }

    private func restored(_ folder: String, of sample: SampleLedger) throws -> Ledger {
        let location = LedgerLocation(sample.scratch.path + "/restored")
        _ = try LedgerMaintenance.restore(from: folder, to: location)
        return try Ledger.open(at: location, access: .readWrite)
    }

    private func spoilContents(in folder: String) throws {
        let connection = try Connection(path: folder + "/content.sqlite", mode: .readWrite)
        try connection.run("UPDATE content SET data = zeroblob(length(data)) WHERE id = 2")
    }

    @Test func `copies messages anew that went bad there`() throws {
        let (sample, folder) = try backedUp()
        try spoilContents(in: folder)
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder + "/content") where name.utf8.count > 60
        {
            try FileManager.default.removeItem(atPath: folder + "/content/" + name)
        }
        let trusting = try sample.ledger.maintenance.backUp(to: folder, onlyNew: true)
        #expect(trusting.repaired == 0 && trusting.contents == 0)
        let report = try sample.ledger.maintenance.backUp(to: folder)
        #expect(report.repaired == 2 && report.contents == 2 && report.faults.isEmpty && report.manifest.contents == 3)
        let ledger = try restored(folder, of: sample)
        #expect(try ledger.maintenance.missingContent().isEmpty)
        #expect(try difference(PublicAnswers(of: sample.ledger), PublicAnswers(of: ledger)) == nil)
        #expect(try sample.ledger.maintenance.backUp(to: folder).repaired == 0)
    }

    @Test func `names a message that is whole in neither`() throws {
        let (sample, folder) = try backedUp()
        try spoilContents(in: folder)
        try sample.whileClosed { try spoilContents(in: $0.directory) }
        let report = try sample.ledger.maintenance.backUp(to: folder)
        #expect(report.isPartial && report.faults.count == 1 && report.repaired == 0)
        #expect(try restored(folder, of: sample).maintenance.missingContent().count == 1)
    }

    @Test func `leaves out, without a word, what no event names any more`() throws {
        let (sample, folder) = try backedUp()
        let stray = try putStray(in: folder)
        try spoil(stray, in: folder)
        let report = try sample.ledger.maintenance.backUp(to: folder)
        #expect(!report.isPartial && report.repaired == 0)
        #expect(try ContentStore(directory: folder, mode: .readWrite, isAlone: true).stats().count == 3)
    }

    private func spoil(_ digest: SHA256Digest, in folder: String) throws {
        let connection = try Connection(path: folder + "/content.sqlite", mode: .readWrite)
        try connection.run(
            "UPDATE content SET data = zeroblob(length(data)) WHERE digest = \(bind: digest.bytes)")
    }

    private func putStray(in folder: String) throws -> SHA256Digest {
        try ContentStore(directory: folder, mode: .readWrite, isAlone: true).batch {
            try $0.put(bytes: Array("of no message".utf8))
        }
    }

    @Test func `adds nothing to a log that does not hold, and says that the ledger does`() throws {
        let (sample, folder) = try backedUp()
        let log = try Connection(path: folder + "/events.sqlite", mode: .readWrite)
        try log.run("DROP TRIGGER events_are_never_changed")
        try log.run("UPDATE events SET payload = replace(payload, 'a', 'e') WHERE position = 9")
        try sample.importing([SampleMail("c")], account: account)
        let before = try Data(contentsOf: URL(filePath: folder + "/events.sqlite"))
        let error = try #require(throws: BackupError.self) { try sample.ledger.maintenance.backUp(to: folder) }
        guard case .unsound(let path, let reason) = error else { throw error }
        #expect(path == folder && reason.contains("position 9"), "\(reason)")
        #expect(try Data(contentsOf: URL(filePath: folder + "/events.sqlite")) == before)
        // The ledger has no part in it.
        try sample.importing([SampleMail("d")], account: account)
        let other = sample.scratch.path + "/other"
        _ = try sample.ledger.maintenance.backUp(to: other)
        #expect(try restored(other, of: sample).maintenance.verifyLog() == sample.ledger.maintenance.verifyLog())
    }

    @Test func `finds a content that only the index or only the table lost`() throws {
        let (sample, folder) = try backedUp()
        let path = URL(filePath: folder + "/content.sqlite")
        let sound = try Data(contentsOf: path)
        let digest = try #require(try sample.messages("*").first).content
        var places: [Int] = []
        var rest = sound[...]
        while let place = rest.firstRange(of: Data(digest.bytes)) {
            places.append(place.lowerBound)
            rest = rest[place.upperBound...]
        }
        // The row, and its entry in the index.
        #expect(places.count == 2)
        for place in places {
            var damaged = sound
            damaged[place + 7] ^= 1
            try damaged.write(to: path)
            #expect(try sample.ledger.maintenance.backUp(to: folder).faults.isEmpty)
            let location = LedgerLocation(sample.scratch.path + "/restored\(place)")
            #expect(try LedgerMaintenance.restore(from: folder, to: location).faults.isEmpty, "byte \(place)")
        }
    }

    @Test(arguments: [false, true]) func `never takes a flipped byte of the copy for a fault of the ledger`(
        onlyNew: Bool
    ) throws {
        let (sample, folder) = try backedUp()
        let other = sample.scratch.path + "/other"
        var generator = SeededGenerator(for: "flipped bytes of a backup")
        let seed = generator.seed
        for round in 0..<10 {
            let name = ["events.sqlite", "content.sqlite"][round % 2]
            let path = URL(filePath: folder + "/" + name)
            let sound = try Data(contentsOf: path)
            var damaged = sound
            let place = Int.random(in: 0..<sound.count, using: &generator)
            damaged[place] ^= UInt8.random(in: 1...255, using: &generator)
            try damaged.write(to: path)
            try sample.importing([SampleMail("round \(round) \(onlyNew)")], account: account)
            let label = "byte \(place) of \(name), round \(round), seed \(seed)"
            do {
                let report = try sample.ledger.maintenance.backUp(to: folder, onlyNew: onlyNew)
                #expect(report.faults.isEmpty, "\(label)")
                if !onlyNew {
                    let location = LedgerLocation(sample.scratch.path + "/restored\(round)")
                    let restored = try LedgerMaintenance.restore(from: folder, to: location)
                    #expect(restored.root == report.manifest.root && restored.faults.isEmpty, "\(label)")
                    continue
                }
            } catch let error as BackupError {
                // Its id may be what was hit.
                switch error {
                case .unsound, .otherLedger: break
                default: Issue.record("\(label): \(error)")
                }
            } catch EventLogError.newerFormat {
            } catch ContentError.unsupportedFormat {
            } catch {
                Issue.record("\(label): \(type(of: error)): \(error)")
            }
            // From a sound copy it goes on.
            try FileManager.default.removeItem(atPath: folder)
            _ = try sample.ledger.maintenance.backUp(to: folder)
        }
        _ = try sample.ledger.maintenance.backUp(to: other)
        #expect(try sample.ledger.maintenance.verifyLog() == restored(other, of: sample).maintenance.verifyLog())
    }

    @Test(arguments: ["origin TEXT", "TABLE ledger", "stream INTEGER"])
    func `takes a damaged name in the copy's schema for damage of the copy`(name: String) throws {
        let (sample, folder) = try backedUp()
        let path = URL(filePath: folder + "/events.sqlite")
        var data = try Data(contentsOf: path)
        let place = try #require(data.firstRange(of: Data(name.utf8))).lowerBound
        data[place + (name.hasPrefix("TABLE") ? 8 : 2)] ^= 1
        try data.write(to: path)
        do {
            #expect(try sample.ledger.maintenance.backUp(to: folder).faults.isEmpty)
        } catch BackupError.unsound {
        } catch EventLogError.corrupt {
        }
        #expect(try sample.ledger.maintenance.verifyLog().events > 0)
    }

    @Test func `names each message that is gone there when it is restored`() throws {
        let (sample, folder) = try backedUp()
        // One that is damaged is named for that, and not once more.
        try spoilContents(in: folder)
        let damaged: [UInt8]
        do {
            let connection = try Connection(path: folder + "/content.sqlite", mode: .readWrite)
            damaged = try #require(
                try connection.first("SELECT digest FROM content WHERE id = 2") { try $0.next([UInt8].self) })
            try connection.run("DELETE FROM content WHERE id <> 2")
        }
        let location = LedgerLocation(sample.scratch.path + "/restored")
        let report = try LedgerMaintenance.restore(from: folder, to: location)
        let lost = try Ledger.open(at: location, access: .readWrite).maintenance.missingContent()
        #expect(report.isPartial && report.faults.count == 3 && lost.count == 3)
        for digest in lost where digest.bytes != damaged { #expect(report.faults.contains(.missing(digest))) }
    }

    @Test(
        arguments: [
            [
                "UPDATE events SET payload = NULL, salt = NULL WHERE position = 9",
                "INSERT INTO erasures VALUES ('event', 9)",
            ],
            [
                "UPDATE transactions SET header = NULL, salt = NULL WHERE number = 2",
                "INSERT INTO erasures VALUES ('transaction', 2)",
            ],
        ] as [[SQL]])
    func `is refused, and not restored, if something in it is blank that no event erased`(statements: [SQL]) throws {
        let (sample, folder) = try backedUp()
        let log = try Connection(path: folder + "/events.sqlite", mode: .readWrite)
        let guards = try log.rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'") { try $0.next(String.self) }
        for name in guards { try log.run("DROP TRIGGER \(SQL.identifier(name))") }
        for statement in statements { try log.run(statement) }
        for onlyNew in [true, false] {
            let error = try #require(throws: BackupError.self) {
                try sample.ledger.maintenance.backUp(to: folder, onlyNew: onlyNew)
            }
            guard case .unsound(let path, let reason) = error else { throw error }
            #expect(path == folder && (!onlyNew || reason.contains("blank")), "\(reason)")
        }
        let error = try #require(throws: BackupError.self) { try restored(folder, of: sample) }
        guard case .damaged(let path, let reason) = error else { throw error }
        #expect(path == folder + "/events.sqlite" && reason.contains("blank"), "\(reason)")
        #expect(!FileManager.default.fileExists(atPath: sample.scratch.path + "/restored"))
    }

    @Test func `refuses what no longer says where it ends`() throws {
        let (sample, folder) = try backedUp()
        try sample.scratch.write("backup/backup.json", "{")
        let error = try #require(throws: BackupError.self) { try sample.ledger.maintenance.backUp(to: folder) }
        guard case .unsound = error else { throw error }
    }
}
