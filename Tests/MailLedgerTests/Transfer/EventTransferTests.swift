import Cryptography
import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct `Exported events` {
    @Test func `make the same ledger again, whatever its history`() throws {
        var generator = SeededGenerator(for: "exported events")
        for round in 0..<3 {
            let label = "seed \(generator.seed) round \(round)"
            var commands = try RandomCommands(.disk, seed: generator.next())
            try commands.run(steps: 20, label: label)
            try Self.expectSameLedger(as: commands.sample, label)
        }
    }

    /// Exports a ledger, imports that, and compares everything that the two say.
    private static func expectSameLedger(as sample: SampleLedger, _ label: String) throws {
        let file = sample.scratch.path + "/events.jsonl"
        let exported = try sample.exportEvents(to: file, withContents: true)
        #expect(exported.events == exported.position.rawValue && exported.leftOut.isEmpty, "\(label)")
        let copy = LedgerLocation(sample.scratch.path + "/copy")
        let imported = try EventImporter(into: copy).run(file)
        #expect(
            imported.isNew && imported.added == exported.events && imported.contents == exported.contents, "\(label)")
        let ledger = try Ledger.open(at: copy, access: .readWrite)
        let root = try sample.ledger.store.root(at: sample.head())
        #expect(try ledger.maintenance.verifyLog().root == root && imported.root == root, "\(label)")
        #expect(ledger.store.identity == sample.ledger.store.identity, "\(label)")
        let (left, right) = (try PublicAnswers(of: sample.ledger), try PublicAnswers(of: ledger))
        #expect(difference(left, right) == nil, "\(label)")
        #expect(try ledger.maintenance.missingContent().isEmpty && ledger.maintenance.checkViews() == nil, "\(label)")
        // What was exported says everything: exported once more it is the same to the last byte.
        let again = sample.scratch.path + "/again.jsonl"
        _ = try EventExporter(of: copy, options: EventExportOptions(withContents: true)).run(to: .file(again))
        #expect(FileManager.default.contentsEqual(atPath: file, andPath: again), "\(label)")
    }

    @Test func `continue a ledger that began so, and are refused by any other`() throws {
        let sample = try SampleLedger(.disk)
        try sample.addAccount("ada@example.org")
        let first = sample.scratch.path + "/first.jsonl"
        try sample.exportEvents(to: first)
        let half = try sample.head()
        try sample.importing([SampleMail("a"), SampleMail("b")], account: "ada@example.org")
        let (rest, whole) = (sample.scratch.path + "/rest.jsonl", sample.scratch.path + "/whole.jsonl.gz")
        let report = try sample.exportEvents(to: rest, after: half, withContents: true)
        let head = try sample.head()
        #expect(report.events == head.rawValue - half.rawValue && report.contents == 2)
        let plain = sample.scratch.path + "/whole.jsonl"
        try sample.exportEvents(to: plain)
        try Data(gzipped([UInt8](Data(contentsOf: URL(filePath: plain))))).write(to: URL(filePath: whole))

        let copy = LedgerLocation(sample.scratch.path + "/copy")
        #expect(throws: RefusedLine.self, "the rest of nothing") { try EventImporter(into: copy).run(rest) }
        #expect(!FileManager.default.fileExists(atPath: copy.directory))
        #expect(try EventImporter(into: copy).run(first).isNew)
        let continued = try EventImporter(into: copy).run(rest)
        #expect(!continued.isNew && continued.added == report.events && continued.present == 0)
        // Once more is nothing more, and an older export is nothing less.
        for (file, present) in [(whole, head), (first, half), (rest, nil)] as [(String, Position?)] {
            let again = try EventImporter(into: copy).run(file)
            #expect(again.added == 0 && again.root == report.root, "\(file)")
            if let present { #expect(again.present == present.rawValue, "\(file)") }
        }
        let ledger = try Ledger.open(at: copy, access: .readWrite)
        #expect(try difference(PublicAnswers(of: sample.ledger), PublicAnswers(of: ledger)) == nil)

        // Somebody works in the copy: from there on it is another log.
        _ = try ledger.addAccount(
            AddAccount(address: "eve@example.org"), context: ledger.context(command: "account add"))
        try sample.addAccount("grace@example.org")
        try sample.exportEvents(to: plain)
        let own = try ledger.store.head()
        let refusal = try #require(throws: RefusedLine.self) { try EventImporter(into: copy).run(plain) }
        #expect(refusal.kind == .conflicting && refusal.reason.contains("position"))
        #expect(try ledger.store.head() == own)
        let other = try SampleLedger(.disk)
        let place = try #require(other.location)
        #expect(throws: DomainError.self) { try EventImporter(into: place).run(plain) }
    }

    @Test func `are looked at by a dry run, which makes and changes nothing`() throws {
        let sample = try SampleLedger(.disk)
        try sample.addAccount("ada@example.org")
        let file = sample.scratch.path + "/events.jsonl"
        try sample.exportEvents(to: file)
        let copy = LedgerLocation(sample.scratch.path + "/copy")
        let report = try EventImporter(into: copy, dryRun: true).run(file)
        #expect(report.isNew && report.added == 7 && !FileManager.default.fileExists(atPath: copy.directory))
        _ = try EventImporter(into: copy).run(file)
        try sample.importing([SampleMail("a")], account: "ada@example.org")
        try sample.exportEvents(to: sample.scratch.path + "/more.jsonl")
        let more = try EventImporter(into: copy, dryRun: true).run(sample.scratch.path + "/more.jsonl")
        #expect(!more.isNew && more.added == 1)
        // Stored messages that the ledger has already are not counted, however the lines bring them.
        try sample.exportEvents(to: sample.scratch.path + "/whole.jsonl", withContents: true)
        let whole = sample.scratch.path + "/whole.jsonl"
        #expect(try EventImporter(into: copy, dryRun: true).run(whole).contents == 1)
        let own = try #require(sample.location)
        #expect(try EventImporter(into: own, dryRun: true).run(whole).contents == 0)
        #expect(try Ledger.open(at: copy, access: .readOnly).store.head().position.rawValue == 7)
    }

    @Test func `carry a large message in pieces, and name one that is not there any more`() throws {
        let sample = try SampleLedger(.disk)
        try sample.addAccount("ada@example.org")
        var generator = SeededGenerator(for: "a large message")
        let large = generator.bytes(2_500_000).hex
        try sample.importing(
            [SampleMail("small"), SampleMail("large", body: large + "\n")], account: "ada@example.org")
        try Self.expectSameLedger(as: sample, "large")
        try FileManager.default.removeItem(atPath: try #require(sample.location).directory + "/content")
        let report = try sample.exportEvents(to: sample.scratch.path + "/less.jsonl", withContents: true)
        #expect(report.isPartial && report.leftOut.count == 1 && report.contents == 1)
    }

    @Test func `begin behind a transaction, not within one`() throws {
        let sample = try SampleLedger(.disk)
        try sample.addAccount("ada@example.org")
        for position in [3, 8] {
            #expect(throws: DomainError.self, "\(position)") {
                try sample.exportEvents(to: sample.scratch.path + "/x", after: Position(Int64(position)))
            }
        }
        #expect(!FileManager.default.fileExists(atPath: sample.scratch.path + "/x"))
    }
}

/// Each way to change the lines, and the line that is named for it.
@Suite struct `A line of exported events that was changed` {
    private static let exported = Result {
        let sample = try SampleLedger(.disk)
        try sample.addAccount("ada@example.org")
        try sample.importing([SampleMail("a"), SampleMail("b")], account: "ada@example.org")
        try sample.mark("subject:a", adding: [.flagged])
        let file = sample.scratch.path + "/events.jsonl"
        try sample.exportEvents(to: file, withContents: true)
        return try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    private func refusal(of lines: [String], _ label: String) throws -> RefusedLine {
        let scratch = try ScratchFolder()
        let file = try scratch.write("events.jsonl", lines.joined(separator: "\n") + "\n")
        let copy = LedgerLocation(scratch.path + "/copy")
        let refusal = try #require(throws: RefusedLine.self, "\(label)") { try EventImporter(into: copy).run(file) }
        #expect(!FileManager.default.fileExists(atPath: copy.directory), "\(label) leaves something")
        return refusal
    }

    @Test(arguments: [
        ("position", #""position":\d+"#, #""position":4711"#), ("stream", #""stream":\d+"#, #""stream":1234"#),
        ("version", #""kind":"event"(.*)"version":\d+"#, #""kind":"event"$1"version":99"#),
        ("type", #""type":"mail\.[a-z-]+""#, #""type":"mail.file-skipped""#),
        ("schema", #""schema":1"#, #""schema":2"#), ("account", #""account":\d+"#, #""account":0"#),
        ("payload", #"example\.org"#, "example.com"), ("event salt", #""salt":"[0-9a-f]{4}"#, #""salt":"abcd"#),
        ("digest", #""digest":"[0-9a-f]{4}"#, #""digest":"abcd"#), ("leaf", #""leaf":"[0-9a-f]{4}"#, #""leaf":"abcd"#),
        ("time", #""recorded_at":\d"#, #""recorded_at":9"#),
        ("actor", #"\\"actor\\":\\"[^"]*\\""#, #"\\"actor\\":\\"eve\\""#),
        ("number", #""kind":"transaction","number":\d+"#, #""kind":"transaction","number":77"#),
        ("count", #""event_count":\d+"#, #""event_count":12"#),
        ("operation", #""operation":"[0-9a-f]{4}"#, #""operation":"abcd"#),
        ("content", #""bytes":"...."#, #""bytes":"AAAA"#), ("root", #""root":"[0-9a-f]{4}"#, #""root":"abcd"#),
        ("garbage", #"\{"#, "{{"), ("kind", #""kind":"[a-z]+""#, #""kind":"thing""#),
    ])
    func `is refused with its number`(name: String, pattern: String, replacement: String) throws {
        let lines = try Self.exported.get()
        var count = 0
        for (index, line) in lines.enumerated() {
            let changed = line.replacingOccurrences(of: pattern, with: replacement, options: .regularExpression)
            guard changed != line else { continue }
            // Every third of many alike.
            count += 1
            guard count % 3 == 1 else { continue }
            let refusal = try refusal(of: lines.replacing(index, with: changed), "\(name) in line \(index + 1)")
            // A transaction of another number of events shows where the next one begins.
            let isLate = name == "count"
            #expect(refusal.line == index + 1 || isLate && refusal.line > index, "\(name): \(refusal)")
        }
        #expect(count > 0, "\(name)")
    }

    @Test func `is refused when it is gone, doubled, in another place, or the last one there is`() throws {
        let lines = try Self.exported.get()
        for index in stride(from: 1, to: lines.count - 1, by: 2) {
            var gone = lines
            gone.remove(at: index)
            // A content that is gone is missed by nobody: events name it by its digest.
            if !lines[index].contains(#""kind":"content""#) {
                #expect(try refusal(of: gone, "gone \(index)").line >= index + 1)
                var doubled = lines
                doubled.insert(lines[index], at: index)
                #expect(try refusal(of: doubled, "doubled \(index)").line == index + 2)
            }
            #expect(try refusal(of: Array(lines[...index]), "cut \(index)").reason.contains("early"))
        }
        let swapped = lines.replacing(3, with: lines[4]).replacing(4, with: lines[3])
        #expect(try refusal(of: swapped, "swapped").line == 4)
        #expect(try refusal(of: lines + ["{}"], "more").line == lines.count + 1)
        #expect(try refusal(of: [], "nothing").kind == .malformed)
    }

    @Test func `is found by the root when its digest and its leaf were made to fit`() throws {
        let lines = try Self.exported.get()
        // The line of another ledger whose same event is in every way sound.
        let other = try SampleLedger(.disk)
        let forged = other.scratch.path + "/forged.jsonl"
        try other.addAccount("eve@example.org")
        try other.exportEvents(to: forged)
        var foreign = try String(contentsOfFile: forged, encoding: .utf8).split(separator: "\n").map(String.init)
        foreign[0] = lines[0]
        // Its leaves are over another ledger's id.
        #expect(try refusal(of: foreign, "foreign").line == 3)
        // Without the last transaction, under the end of all.
        let cut = try #require(lines.lastIndex { $0.contains(#""kind":"transaction""#) })
        let refusal = try refusal(of: Array(lines[..<cut]) + [try #require(lines.last)], "shorter")
        #expect(refusal.kind == .tampered && refusal.line == cut + 1)
    }

    @Test func `is found by the signature of a checkpoint when the lines name no key, or another`() throws {
        let sample = try SampleLedger(.disk)
        try sample.addAccount("ada@example.org")
        _ = try sample.ledger.proofs.signCheckpoint()
        let file = sample.scratch.path + "/events.jsonl"
        try sample.exportEvents(to: file)
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.contains(#""kind":"checkpoint""#) })
        let key = try #require(lines[0].range(of: #""verifier":"[^"]*","#, options: .regularExpression))
        let seed = [UInt8](repeating: 7, count: 32)
        let other = try #require(NoteSigner(name: sample.ledger.store.identity.origin, seed: seed))
        for verifier in ["", #""verifier":"\#(other.verifier.description)","#] {
            let first = lines[0].replacingCharacters(in: key, with: verifier)
            let refusal = try refusal(of: lines.replacing(0, with: first), "\(verifier)")
            #expect(refusal.kind == .tampered && refusal.reason.contains("signature"), "\(refusal)")
        }
        let copy = LedgerLocation(sample.scratch.path + "/copy")
        _ = try EventImporter(into: copy).run(file)
        #expect(try Ledger.open(at: copy, access: .readWrite).maintenance.verifyLog().checkpoints == 1)
    }

    @Test func `is refused by a ledger that has the event already, and leaves it as it was`() throws {
        let lines = try Self.exported.get()
        let scratch = try ScratchFolder()
        let copy = LedgerLocation(scratch.path + "/copy")
        _ = try EventImporter(into: copy).run(try scratch.write("whole.jsonl", lines.joined(separator: "\n")))
        let ledger = try Ledger.open(at: copy, access: .readWrite)
        let head = try ledger.store.head()
        let answers = try PublicAnswers(of: ledger)
        for index in 1..<lines.count - 1 {
            let changed = lines[index].replacing("example.org", with: "example.com")
            guard changed != lines[index] else { continue }
            let file = try scratch.write("bad.jsonl", lines.replacing(index, with: changed).joined(separator: "\n"))
            let refusal = try #require(throws: RefusedLine.self) { try EventImporter(into: copy).run(file) }
            #expect(refusal.kind == .tampered && refusal.line == index + 1)
        }
        #expect(try ledger.store.head() == head && PublicAnswers(of: ledger) == answers)
    }
}

extension Array {
    fileprivate func replacing(_ index: Int, with element: Element) -> Array {
        var copy = self
        copy[index] = element
        return copy
    }
}

extension SampleLedger {
    @discardableResult
    func exportEvents(
        to file: String, after: Position = .start, withContents: Bool = false
    ) throws -> EventExportReport {
        try EventExporter(
            of: try #require(location),
            options: EventExportOptions(after: after, withContents: withContents, overwriting: true)
        ).run(to: .file(file))
    }
}
