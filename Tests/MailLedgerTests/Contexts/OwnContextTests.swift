import EventLog
import Mail
import MailLedger
import MailLedgerTesting
import Projections
import SQLiteDatabase
import TestSupport
import Testing
import VoiceNotesExample

/// The context of `Examples/VoiceNotes`, with every kind of question.
@Suite struct `A context that a program brings` {
    private static let tides = AddRecording(title: "Tides", transcript: "High water at six.")

    private func ledger() throws -> Ledger {
        let ledger = try Scenario(adding: [Voice.self]).ledger
        _ = try ledger.perform(Self.tides, Call(reason: "dictated"))
        return ledger
    }

    private func titles(_ ledger: Ledger, at moment: Moment? = nil) throws -> [String] {
        try ledger.answer(ListRecordings(), at: moment)
    }

    private func id(_ ledger: Ledger) throws -> String {
        try #require(try ledger.read { try $0.history(of: nil).first?.id })
    }

    @Test func `is decided, undone and undone again`() throws {
        let ledger = try ledger()
        _ = try ledger.perform(RenameRecording("Tides", to: "High water"))
        #expect(try titles(ledger) == ["High water"])
        _ = try ledger.perform(UndoRequest())
        #expect(try titles(ledger) == ["Tides"])
        let operation = try ledger.read { try $0.operations(limit: 1) }[0].operation.description
        _ = try ledger.perform(UndoRequest(operation: operation))
        #expect(try titles(ledger) == ["High water"])
        #expect(try ledger.maintenance.checkViews() == nil)
    }

    @Test func `a later change stands in the way of an undo, and is attributed`() throws {
        let ledger = try ledger()
        _ = try ledger.perform(RenameRecording("Tides", to: "Ebb"), Call(actor: "ada"))
        _ = try ledger.perform(RenameRecording("Ebb", to: "Flood"), Call(actor: "grace"))
        let first = try ledger.read { try $0.operations(limit: 3) }[1].operation.description
        let plan = try ledger.read { try $0.planUndo(.operation(prefix: first)) }
        let obstacle = try #require(plan.obstacles.first)
        #expect(plan.count == 0 && obstacle.contains(#"called "Flood" since"#) && obstacle.contains("of grace"))
    }

    @Test func `an undo of its first event ends it, and history tells of all`() throws {
        let ledger = try ledger()
        _ = try ledger.perform(UndoRequest())
        #expect(try titles(ledger).isEmpty)
        let known = try id(ledger)
        let entries = try ledger.read { try $0.history(of: known) }
        #expect(entries.map(\.type.name) == ["voice.recording-added", "voice.recording-deleted"])
        #expect(entries.map(\.entity) == ["recording", "recording"] && entries[0].reason == "dictated")
    }

    @Test func `is asked as of a moment, and compared between two`() throws {
        let ledger = try ledger()
        _ = try ledger.perform(RenameRecording("Tides", to: "Ebb"))
        let then = Moment(.position(Position(1)))
        #expect(try titles(ledger, at: then) == ["Tides"])
        var rows: [String] = []
        try ledger.replay.difference(from: then, to: .now).forEach { row in
            rows.append("\(row.table) \(row.entity) \(row.name ?? "") \(row.columns.map(\.name))")
            return true
        }
        #expect(rows == [#"recordings recording Ebb ["title"]"#])
        let changes = try ledger.read { try $0.nextChanges(after: Position(1)) }
        #expect(changes?.changes.map(\.entity) == ["recording"])
        #expect(try changes?.changes.map(\.id.description) == [id(ledger)])
    }

    @Test func `why tells which events gave it its values`() throws {
        let ledger = try ledger()
        _ = try ledger.perform(RenameRecording("Tides", to: "Ebb"))
        let reasons = try ledger.read { try $0.why("recording", named: "Ebb") }
        #expect(reasons.map(\.field) == ["title", "transcript", "is_deleted"])
        #expect(reasons[0].changes.map(\.event.command) == ["rename-recording", "add-recording"])
        #expect(throws: DomainError.self) { try ledger.read { try $0.why("recording", named: "Ebb", field: "color") } }
        #expect(throws: DomainError.self) { try ledger.read { try $0.why("cassette", named: "Ebb") } }
    }

    @Test func `is erased, and nothing of what it said is left`() throws {
        let ledger = try ledger()
        _ = try ledger.perform(RenameRecording("Tides", to: "Ebb"))
        let known = try id(ledger)
        let erased = try ledger.perform(
            EraseRequest(kind: .thing, target: "Ebb"), Call(reason: "asked for"))
        #expect(erased.answer != nil)
        #expect(try titles(ledger).isEmpty)
        let events = try ledger.store.events(EventSelection())
        #expect(events.map(\.type.name).last == "voice.recording-erased")
        #expect(events.prefix(2).allSatisfy { $0.payload == nil })
        #expect(try ledger.read { try $0.erasures() }.map(\.kind) == ["recording"])
        #expect(try ledger.proofs.erasureRecords().map(\.kind) == ["recording"])
        #expect(try ledger.read { try $0.history(of: nil) }.last?.id == known)
        _ = try ledger.maintenance.verifyLog()
        #expect(try ledger.maintenance.checkViews() == nil)
    }

    @Test func `answers requests in JSON`() throws {
        let ledger = try ledger()
        let command = #"{"command": "rename-recording", "parameters": {"recording": "Tides", "title": "Ebb"}}"#
        _ = ledger.respond(to: Array(command.utf8))
        let answer = try ledger.respond(to: Array(#"{"query": "list-recordings"}"#.utf8)).json
        #expect(String(decoding: answer, as: UTF8.self).contains(#""answer":["Ebb"]"#))
        let plain = try Ledger.inMemory()
        let refusal = try plain.respond(to: Array(#"{"query": "list-recordings"}"#.utf8)).json
        #expect(String(decoding: refusal, as: UTF8.self).contains("no query of that name"))
    }

    @Test func `is part of a unit of work and of a proof`() throws {
        let ledger = try ledger()
        try ledger.transaction(ledger.context(command: "tidy")) { _ in
            _ = try ledger.perform(RenameRecording("Tides", to: "Ebb"))
            _ = try ledger.perform(RenameRecording("Ebb", to: "Flood"))
        }
        #expect(try titles(ledger) == ["Flood"])
        let proof = try ledger.proofs.prove([Position(1), Position(3)])
        #expect(try proof.verify(trusting: nil).events.count == 2)
    }

    @Test func `keeps the laws of read models in random histories of it`() throws {
        var generator = SeededGenerator(for: "recordings")
        let ledger = try ledger()
        for step in 0..<60 {
            let known = try titles(ledger)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: _ = try ledger.perform(AddRecording(title: "\(step)", transcript: "It is \(step)."))
            case 1, 2, 3:
                guard let title = known.randomElement(using: &generator) else { continue }
                _ = try ledger.perform(RenameRecording(title, to: "\(step)"))
            default:
                // An undo is taken back while it is the last alone: later on others may have taken back the same, and a
                // range of transactions is taken back by what undid what, not by how often.
                let last = try ledger.read { try $0.operations(limit: 8) }
                let choice = last.enumerated().filter { $0.offset == 0 || $0.element.command != "undo" }
                guard let operation = choice.randomElement(using: &generator)?.element else { continue }
                _ = try ledger.perform(UndoRequest(operation: operation.operation.description, partially: true))
            }
        }
        #expect(try ledger.maintenance.checkViews() == nil, "seed \(generator.seed)")
        try ProjectionLaws.check(RecordingsProjector.self, on: ledger, seed: generator.seed)
        // All of it taken back from the last to the first leaves nothing that lives.
        let head = try ledger.store.head().transaction
        _ = try ledger.perform(UndoRequest(.transactions(1...head), partially: true))
        #expect(try titles(ledger).isEmpty, "seed \(generator.seed)")
    }
}
