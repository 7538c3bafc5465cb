import EventLog
import JSONCoding
import Mail
import MailLedger
import Notes
import Outbox
import Projections
import TestSupport
import Testing
import WireModels

/// Notes and folders as programs keep them that work without a network, with what the outbox knows of them.
@Suite struct `Offline forms at the boundary` {
    private let world: NoteWorld
    private var ledger: Ledger { world.ledger }

    init() throws {
        world = try NoteWorld()
    }

    private func mark(_ id: UniqueID, _ status: SyncStatus, error: String? = nil, server: Int? = nil) throws {
        try ledger.markSync(of: id, status, error: error, serverVersion: server, context: world.context("sync"))
    }

    @Test(.requirement(176, 177)) func `a note is local only until its server has it once, however it is edited`()
        throws
    {
        let id = try world.add(NoteFields(title: "Tides", transcript: "A", folder: world.notebook.id))
        func local() throws -> LocalNote { try ledger.answer(GetLocalNote(id: id.uniqueID)) }
        #expect(try local().isLocalOnly && local().needsSync && local().syncStatus == .pending)
        #expect(try local().note == ledger.answer(GetNote(id: id.uniqueID)))
        try mark(id.uniqueID, .failed, error: "no route")
        let failed = try local()
        #expect(
            failed.hasSyncError && failed.syncError == "no route" && failed.lastSyncAttempt != nil && failed.isLocalOnly
        )
        try mark(id.uniqueID, .synced)
        #expect(try !local().isLocalOnly && !local().needsSync)
        try world.change(id) { $0.title = "Ebb" }
        try mark(id.uniqueID, .pending)
        #expect(try !local().isLocalOnly && local().needsSync && local().title == "Ebb")
        let decoded = try JSONBytesDecoder().decode(LocalNote.self, from: JSONBytesEncoder().encode(local()))
        #expect(try decoded == local())
    }

    @Test(.requirement(179))
    func `a note that was made without a network comes into the ledger, and goes out as it was`() throws {
        let made = LocalNote.createLocal(
            title: "Tides", transcript: "High water", folderId: world.notebook.id.uniqueID, id: world.first.id.uniqueID)
        let note = try ledger.made(made.toCreateRequest())
        let local = try ledger.answer(GetLocalNote(id: note.id))
        #expect(local.title == made.title && local.transcript == made.transcript && local.folderId == made.folderId)
        #expect(local.isLocalOnly && made.isLocalOnly && local.syncStatus == made.syncStatus)
    }

    @Test(.requirement(175), arguments: SyncStatus.allCases)
    func `each status is the same word of the outbox, there and back`(status: SyncStatus) throws {
        #expect(SyncStatus(status.outboxStatus) == status)
        try mark(
            world.notebook.id.uniqueID, status, error: status == .failed ? "no" : nil,
            server: status == .conflict ? 9 : nil)
        let local = try ledger.answer(GetLocalFolder(id: world.notebook.id.uniqueID))
        #expect(local.syncStatus == status && local.syncStatus.hasError == (status == .failed || status == .conflict))
    }

    @Test(.requirement(176)) func `a folder that was deleted here is told until its server knows`() throws {
        func local() throws -> LocalFolder { try ledger.answer(GetLocalFolder(id: world.notebook.id.uniqueID)) }
        #expect(try local().name == "Logbook" && !local().isLocalDeleted && local().syncStatus == .pending)
        _ = try ledger.deleteFolder("Logbook", in: nil, context: world.context("folder delete"))
        #expect(try local().isLocalDeleted)
        try mark(world.notebook.id.uniqueID, .synced)
        #expect(try !local().isLocalDeleted && local().syncStatus == .synced)
        let decoded = try JSONBytesDecoder().decode(LocalFolder.self, from: JSONBytesEncoder().encode(local()))
        #expect(try decoded == local())
        #expect(throws: DomainError.self) { try ledger.answer(GetLocalFolder(id: world.first.id.uniqueID)) }
    }
}
