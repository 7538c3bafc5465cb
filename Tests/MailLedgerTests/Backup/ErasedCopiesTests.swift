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

/// What was erased has to be gone from what an old copy brings back, and from the copies that follow.
@Suite struct `A copy of a ledger that erased` {
    /// The words of what is to be erased that some file below a folder holds, and the bytes of its content.
    private func traces(of canaries: Canaries, _ frames: [[UInt8]], in folder: String) -> [String] {
        Canaries.words.filter { !files(below: folder, holding: $0).isEmpty }
            + frames.filter { !files(below: folder, holding: $0).isEmpty }.map { "\($0.count) bytes of a content" }
    }

    /// The contents that an erasure takes away, as they are stored.
    private func frames(erasedBy erase: () throws -> Void, in canaries: Canaries) throws -> [[UInt8]] {
        let before = try canaries.frames()
        try erase()
        let after = Set(try canaries.frames())
        let gone = before.filter { !after.contains($0) }
        try #require(!gone.isEmpty && !after.isEmpty)
        return gone
    }

    private func path(_ name: String, _ canaries: Canaries) -> String { "\(canaries.sample.scratch.path)/\(name)" }

    // MARK: Backups

    @Test func `has it when it is older, until the erasures of the newer one are made again`() throws {
        let canaries = try Canaries()
        let (old, new) = (path("old", canaries), path("new", canaries))
        _ = try canaries.ledger.maintenance.backUp(to: old)
        try canaries.erase()
        _ = try canaries.ledger.maintenance.backUp(to: new)
        for (index, source) in [new, try #require(canaries.sample.location).directory].enumerated() {
            let location = LedgerLocation(path("copy\(index)", canaries))
            _ = try LedgerMaintenance.restore(from: old, to: location)
            let ledger = try Ledger.open(at: location, access: .readWrite)
            #expect(!traces(of: canaries, [], in: location.directory).isEmpty)
            let records = try ErasureRecord.records(in: source, forBackup: old)
            #expect(records == (try canaries.ledger.proofs.erasureRecords()))
            _ = try ledger.erasure.reapply(records, context: ledger.context(command: "restore", reason: "erased since"))
            #expect(try ledger.read { try $0.countMessages() } == 1)
            #expect(traces(of: canaries, [], in: location.directory).isEmpty)
            _ = try ledger.maintenance.verifyLog()
        }
    }

    @Test func `erases again what a hold covered when it was backed up`() throws {
        let canaries = try Canaries()
        _ = try canaries.ledger.addHold(
            "case 7", on: .account(Canaries.account), context: canaries.ledger.context(command: "hold add", reason: "r")
        )
        let old = path("old", canaries)
        _ = try canaries.ledger.maintenance.backUp(to: old)
        _ = try canaries.ledger.removeHold(
            "case 7", context: canaries.ledger.context(command: "hold remove", reason: "over"))
        try canaries.erase()
        let location = LedgerLocation(path("copy", canaries))
        _ = try LedgerMaintenance.restore(from: old, to: location)
        let ledger = try Ledger.open(at: location, access: .readWrite)
        let context = ledger.context(command: "restore", reason: "erased since")
        #expect(
            try ledger.erasure.reapply(canaries.ledger.proofs.erasureRecords(), context: context).map(\.plan.messages)
                == [1])
        #expect(traces(of: canaries, [], in: location.directory).isEmpty)
    }

    @Test(arguments: [false, true])
    func `loses it with the next backup into the same folder, to the last page`(sharedToo: Bool) throws {
        let canaries = try Canaries()
        // Who and why of these events the other message shares.
        _ = try canaries.ledger.undo(.latest)
        _ = try canaries.ledger.mark(
            .all, MarkMessages(adding: KeywordSet([.answered])),
            context: canaries.ledger.context(command: "mark", reason: "canaryshared"))
        let backup = path("backup", canaries)
        _ = try canaries.ledger.maintenance.backUp(to: backup)
        let frames = try frames(erasedBy: { try canaries.erase(sharedToo: sharedToo) }, in: canaries)
        #expect(traces(of: canaries, frames, in: backup).count == Canaries.words.count + frames.count)
        let report = try canaries.ledger.maintenance.backUp(to: backup)
        #expect(report.erased > 3 && report.events == 1 && report.contents == 0)
        #expect(traces(of: canaries, frames, in: backup).isEmpty)
        #expect(files(below: backup, holding: "canaryshared").isEmpty == sharedToo)
        #expect(try canaries.ledger.maintenance.backUp(to: backup).erased == 0)
        let location = LedgerLocation(path("copy", canaries))
        let restored = try LedgerMaintenance.restore(from: backup, to: location)
        #expect(restored.root == report.manifest.root && restored.contents == report.manifest.contents)
        #expect(restored.faults.isEmpty)
        let ledger = try Ledger.open(at: location, access: .readWrite)
        _ = try ledger.maintenance.verifyLog()
        #expect(try ledger.maintenance.missingContent().isEmpty)
    }

    @Test func `brings nothing back by an older export of its events`() throws {
        let canaries = try Canaries()
        let export = path("old.jsonl", canaries)
        try canaries.sample.exportEvents(to: export, withContents: true)
        let frames = try frames(erasedBy: { try canaries.erase() }, in: canaries)
        let location = try #require(canaries.sample.location)
        let report = try EventImporter(into: location).run(export)
        #expect(report.added == 0 && report.contents == 0)
        #expect(traces(of: canaries, frames, in: location.directory).isEmpty)
        #expect(try canaries.ledger.maintenance.missingContent().isEmpty)
        // What an import that was killed has left goes with the next one.
        let content = canaries.ledger.content
        let erased = try content.batch { try $0.put(bytes: Array(Canaries.message.utf8)) }
        #expect(try content.contains(erased))
        #expect(try EventImporter(into: location).run(export).contents == 0)
        #expect(try !content.contains(erased))
        // What is missing and not erased comes back.
        let other = try #require(try canaries.sample.messages("subject:other").first?.content)
        try canaries.ledger.content.remove([other])
        #expect(try EventImporter(into: location).run(export).contents == 1)
        #expect(traces(of: canaries, frames, in: location.directory).isEmpty)
        #expect(try canaries.ledger.content.contains(other))
    }

    @Test func `is cleaned by the next backup where the one before was killed before it was`() throws {
        let canaries = try Canaries()
        let backup = path("backup", canaries)
        _ = try canaries.ledger.maintenance.backUp(to: backup)
        let frames = try frames(erasedBy: { try canaries.erase() }, in: canaries)
        // Blank already, with nothing of it cleaned away: what a kill right behind the commit leaves.
        let log = try LogFile(backup + "/events.sqlite").openCopy(.readWrite)
        try log.withWriterLock {
            _ = try log.receive { receiver in
                let start = receiver.start.position
                return try receiver.takeAll(
                    of: canaries.ledger.store, after: start, through: canaries.ledger.store.head().position)
            }
            #expect(try log.takeErasures(of: canaries.ledger.store) > 3)
        }
        #expect(!traces(of: canaries, frames, in: backup).isEmpty)
        _ = try canaries.ledger.maintenance.backUp(to: backup)
        #expect(traces(of: canaries, frames, in: backup).isEmpty)
        #expect(try log.erasureWork() == nil)
    }

    @Test func `is cleaned by the next backup of what one that was killed had copied before the erasure`() throws {
        let canaries = try Canaries()
        let backup = path("backup", canaries)
        _ = try canaries.ledger.maintenance.backUp(to: backup)
        // Killed behind the contents, before the log.
        for name in ["backup.json", "events.sqlite", "checkpoint"] {
            try FileManager.default.removeItem(atPath: "\(backup)/\(name)")
        }
        let frames = try frames(erasedBy: { try canaries.erase() }, in: canaries)
        #expect(!traces(of: canaries, frames, in: backup).isEmpty)
        let report = try canaries.ledger.maintenance.backUp(to: backup)
        #expect(traces(of: canaries, frames, in: backup).isEmpty)
        let contents = try ContentStore(directory: backup, mode: .create, isAlone: true)
        #expect(try contents.stats().count == report.manifest.contents)
    }

    @Test func `keeps in a backup what the ledger has lost, and no erasure took`() throws {
        let canaries = try Canaries()
        let backup = path("backup", canaries)
        _ = try canaries.ledger.maintenance.backUp(to: backup)
        let other = try #require(try canaries.sample.messages("subject:other").first?.content)
        try canaries.ledger.content.remove([other])
        try canaries.erase()
        _ = try canaries.ledger.maintenance.backUp(to: backup)
        let location = LedgerLocation(path("copy", canaries))
        _ = try LedgerMaintenance.restore(from: backup, to: location)
        let ledger = try Ledger.open(at: location, access: .readWrite)
        #expect(try ledger.content.contains(other) && ledger.maintenance.missingContent().isEmpty)
    }

    // MARK: Witnesses

    @Test func `is held to what a witness remembers to be erased`() throws {
        let canaries = try Canaries()
        let (old, file) = (path("old", canaries), path("usb.witness", canaries))
        _ = try canaries.ledger.proofs.addWitness(at: file)
        #expect(try WitnessFile.read(file).erasures.isEmpty)
        _ = try canaries.ledger.maintenance.backUp(to: old, withKeys: true)
        try canaries.erase()
        try canaries.ledger.proofs.update(witness: file)
        let witness = try WitnessFile.read(file)
        #expect(witness.erasures == (try canaries.ledger.proofs.erasureRecords()) && witness.erasures.count == 1)
        #expect(WitnessFile(witness.text) == witness)
        let text = witness.text.lowercased()
        #expect(!Canaries.words.contains { text.contains($0) })
        // What comes later adds to it, and says nothing twice.
        _ = try canaries.ledger.erase(
            .query(.all), context: canaries.ledger.context(command: "erase", reason: "request 18"))
        for _ in 0..<2 { try canaries.ledger.proofs.update(witness: file) }
        #expect(try WitnessFile.read(file).erasures == canaries.ledger.proofs.erasureRecords())

        let location = LedgerLocation(path("copy", canaries))
        _ = try LedgerMaintenance.restore(from: old, to: location)
        let ledger = try Ledger.open(at: location, access: .readWrite)
        #expect(throws: WitnessFault.self) { try ledger.proofs.check(witness: file) }
        let records = try ledger.proofs.erasures(rememberedBy: file)
        _ = try ledger.erasure.reapply(records, context: ledger.context(command: "restore", reason: "erased since"))
        #expect(try ledger.read { try $0.countMessages() } == 0)
        #expect(traces(of: canaries, [], in: location.directory).isEmpty)
        // A witness that is put in its place goes on remembering.
        _ = try ledger.proofs.addWitness(at: file, overwriting: true)
        #expect(try Set(WitnessFile.read(file).erasures).isSuperset(of: records))

        let stranger = try SampleLedger(.disk)
        #expect(throws: WitnessFault.otherLog(path: file)) { try stranger.ledger.proofs.erasures(rememberedBy: file) }
    }

    @Test func `is told by its account where that was erased as a whole`() throws {
        let canaries = try Canaries()
        try canaries.erase(.account(Canaries.account))
        let records = try canaries.ledger.proofs.erasureRecords()
        #expect(records.map(\.kind) == ["account"])
        let file = path("usb.witness", canaries)
        _ = try canaries.ledger.proofs.addWitness(at: file)
        #expect(try WitnessFile.read(file).erasures == records)
    }

    @Test(arguments: ["message 26", "message 0 ", "folder 26 ", "message x ", "message -1 "])
    func `a witness with a line about an erasure that is none is no witness`(line: String) throws {
        let canaries = try Canaries()
        let file = path("usb.witness", canaries)
        _ = try canaries.ledger.proofs.addWitness(at: file)
        let text = try WitnessFile.read(file).text
        let leaf = String(repeating: "a", count: 64)
        let good = text.replacing("\n\n", with: "\nerased message 26 \(leaf)\n\n", maxReplacements: 1)
        #expect(WitnessFile(good)?.erasures.map(\.description) == ["message 26 \(leaf)"])
        #expect(WitnessFile(good.replacing("message 26 ", with: line)) == nil)
        let noted = text.replacing("\n\n", with: "\nmine erased\n\n", maxReplacements: 1)
        #expect(WitnessFile(noted)?.notes == ["mine erased"])
    }

    // MARK: Events as lines

    @Test(arguments: [false, true], [false, true])
    func `loses it when the lines come that say so`(onlyNew: Bool, sharedToo: Bool) throws {
        let canaries = try Canaries()
        _ = try canaries.ledger.undo(.latest)
        _ = try canaries.ledger.mark(
            .all, MarkMessages(adding: KeywordSet([.answered])),
            context: canaries.ledger.context(command: "mark", reason: "canaryshared"))
        let half = try canaries.sample.head()
        let (first, rest) = (path("first.jsonl", canaries), path("rest.jsonl", canaries))
        try canaries.sample.exportEvents(to: first, withContents: true)
        let copy = LedgerLocation(path("copy", canaries))
        _ = try EventImporter(into: copy).run(first)
        do {
            // Views and full text of the copy have the words, too.
            let ledger = try Ledger.open(at: copy, access: .readWrite)
            #expect(try ledger.read { try $0.countMessages(matching: canaries.sample.filter("canarybody")) } == 1)
        }
        let frames = try frames(erasedBy: { try canaries.erase(sharedToo: sharedToo) }, in: canaries)
        try canaries.sample.importing([SampleMail("later")], account: Canaries.account)
        try canaries.sample.exportEvents(to: rest, after: onlyNew ? half : .start, withContents: true)
        #expect(traces(of: canaries, frames, in: copy.directory).count == Canaries.words.count + frames.count)

        let head = try LogFile(copy.logPath).openCopy(.readOnly).head()
        let planned = try EventImporter(into: copy, dryRun: true).run(rest)
        #expect(planned.erased > 3 && planned.added > 1)
        #expect(try LogFile(copy.logPath).openCopy(.readOnly).head() == head)
        #expect(!traces(of: canaries, frames, in: copy.directory).isEmpty)

        let report = try EventImporter(into: copy).run(rest)
        #expect(report.erased == planned.erased && report.added == planned.added && report.remaining.isEmpty)
        #expect(traces(of: canaries, frames, in: copy.directory).isEmpty)
        #expect(files(below: copy.directory, holding: "canaryshared").isEmpty == sharedToo)
        let ledger = try Ledger.open(at: copy, access: .readWrite)
        #expect(try ledger.maintenance.verifyLog().root == canaries.ledger.store.root(at: canaries.sample.head()))
        #expect(try ledger.maintenance.checkViews() == nil && ledger.maintenance.missingContent().isEmpty)
        #expect(difference(try PublicAnswers(of: canaries.ledger), try PublicAnswers(of: ledger)) == nil)
        #expect(try EventImporter(into: copy).run(rest).erased == 0)
    }

    @Test func `is made of no lines in which something is blank that no event erases`() throws {
        let sample = try SampleLedger(.disk)
        try sample.addAccount("ada@example.org")
        let file = sample.scratch.path + "/events.jsonl"
        try sample.exportEvents(to: file)
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map { line in
            line.contains(#""position":3,"#)
                ? String(line.replacing(/"payload":"(\\.|[^"\\])*","salt":"[0-9a-f]*",/, with: "")) : String(line)
        }
        #expect(lines.joined() != (try String(contentsOfFile: file, encoding: .utf8)).replacing("\n", with: ""))
        try (lines.joined(separator: "\n") + "\n").write(toFile: file, atomically: true, encoding: .utf8)
        let copy = LedgerLocation(sample.scratch.path + "/copy")
        let refusal = #expect(throws: RefusedLine.self) { try EventImporter(into: copy).run(file) }
        #expect(refusal?.kind == .tampered && refusal?.reason.contains("no later event erases it") == true)
        #expect(!FileManager.default.fileExists(atPath: copy.logPath))
        // In a ledger that has it nothing goes blank either.
        let before = try sample.ledger.store.events(EventSelection()).compactMap(\.payload)
        _ = try EventImporter(into: #require(sample.location)).run(file)
        #expect(try sample.ledger.store.events(EventSelection()).compactMap(\.payload) == before)
    }
}
