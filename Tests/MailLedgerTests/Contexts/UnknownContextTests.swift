import EventLog
import Mail
import MailLedger
import MailLedgerTesting
import TestSupport
import Testing
import VoiceNotesExample

/// A ledger with events of a context that a program does not have.
@Suite struct `A ledger with events of an unknown context` {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        let location = LedgerLocation(folder.path + "/ledger")
        let ledger = try Ledger.create(at: location, adding: [Voice.self])
        _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: "ada@example.org")))
        _ = try ledger.perform(AddRecording(title: "Tides", transcript: "High water at six."))
        _ = try ledger.perform(RenameRecording("Tides", to: "Ebb"))
    }

    private var location: LedgerLocation { LedgerLocation(folder.path + "/ledger") }
    private func plain() throws -> Ledger { try Ledger.open(at: location, access: .readWrite) }
    private func titles(at location: LedgerLocation) throws -> [String] {
        try Ledger.open(at: location, access: .readWrite, adding: [Voice.self]).answer(ListRecordings())
    }

    @Test func `opens, answers and changes as any other`() throws {
        let ledger = try plain()
        #expect(try ledger.read { try $0.accounts().count } == 1)
        _ = try ledger.perform(DeleteAccountRequest(account: "ada@example.org"))
        #expect(try ledger.maintenance.checkViews() == nil)
        #expect(try titles(at: location) == ["Ebb"])
        // Each program has read models of its own, and neither takes away the other's.
        #expect(try ledger.read { try $0.accounts().isEmpty })
        _ = try ledger.maintenance.verifyLog()
    }

    @Test func `tells of them by their types, and names the context`() throws {
        let ledger = try plain()
        let entries = try ledger.read { try $0.history(of: nil) }.suffix(2)
        #expect(entries.map(\.type.name) == ["voice.recording-added", "voice.recording-renamed"])
        #expect(entries.map(\.entity) == ["recording", "recording"])
        let finding = try #require(try ledger.maintenance.examine().first { $0.subject == "contexts" })
        #expect(finding.isHealthy && finding.detail.contains(#"2 events of "voice""#))
        #expect(finding.detail.contains(ledger.environment.program))
    }

    @Test func `an undo of them is refused, and says which context is missing`() throws {
        let ledger = try plain()
        let plan = try ledger.read { try $0.planUndo(.latest) }
        #expect(plan.count == 0 && plan.obstacles.first?.contains(#"the context "voice""#) == true)
        #expect(throws: DomainError.self) { try ledger.perform(UndoRequest()) }
        #expect(try titles(at: location) == ["Ebb"])
    }

    @Test func `is exported, imported, backed up and restored whole`() throws {
        let (lines, copy) = (folder.path + "/events", LedgerLocation(folder.path + "/copy"))
        _ = try EventExporter(of: location, options: EventExportOptions(withContents: true)).run(to: .file(lines))
        _ = try EventImporter(into: copy).run(lines)
        #expect(try titles(at: copy) == ["Ebb"])
        let (backup, restored) = (folder.path + "/backup", LedgerLocation(folder.path + "/restored"))
        _ = try plain().maintenance.backUp(to: backup)
        _ = try LedgerMaintenance.restore(from: backup, to: restored)
        #expect(try titles(at: restored) == ["Ebb"])
    }

    @Test func `is proven`() throws {
        let ledger = try plain()
        let head = try ledger.store.head().position
        let proof = try ledger.proofs.prove([head])
        #expect(try proof.verify(trusting: nil).events.count == 1)
    }

    @Test func `comes to subscribers as of no context`() throws {
        let ledger = try plain()
        let page = try ledger.store.recorded(after: .start, decodedBy: ledger.catalogue)
        let unknown = page.transactions.flatMap(\.events).count { event in
            if case .ofNoContext = event.content { true } else { false }
        }
        #expect(unknown == 2)
    }

    @Test func `a newer event of a known context is another thing, and stops the read models`() throws {
        struct Later: Event {
            static let type = EventType("mail.message-telepathed", schema: 1)
        }
        let ledger = try plain()
        let event = ProposedEvent(Later(), target: .noStream, account: .none)
        _ = try ledger.store.append(ProposedTransaction([event], context: ledger.context(command: "test")))
        #expect(throws: EventLogError.self) { try ledger.read { try $0.accounts() } }
    }
}
