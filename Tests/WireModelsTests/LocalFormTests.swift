import Assist
import Chat
import Foundation
import MailLedgerTesting
import Notes
import TestSupport
import Testing
import WireModels

@Suite struct `Notes and folders kept offline` {
    @Test(.requirement(175)) func `states are read by both words, and each form writes its own`() throws {
        #expect(SyncStatus.allCases.map(\.rawValue) == ["synced", "pending", "conflict", "failed"])
        #expect(try Wire.read(#"["error","failed","conflict"]"#) == [SyncStatus.failed, .failed, .conflict])
        #expect(SyncStatus.error == .failed && SyncStatus(rawValue: "lost") == nil)
        #expect(try Wire.write(LocalNote.sample()).contains(#""sync_status":"error""#))
        #expect(try Wire.write(LocalFolder.sample()).contains(#""sync_status":"error""#))
        #expect(try Wire.write(MessageEntity.sample()).contains(#""sync_status":"failed""#))
    }

    @Test(
        .requirement(175),
        arguments: [
            (SyncStatus.synced, false, false, "Synced", "green"), (.pending, true, false, "Pending", "blue"),
            (.conflict, true, true, "Conflict", "orange"), (.failed, true, true, "Error", "red"),
        ])
    func `a state says what is to be done, and how it is shown`(
        status: SyncStatus, needsSync: Bool, hasError: Bool, name: String, color: String
    ) {
        #expect(status.needsSync == needsSync && status.hasError == hasError)
        #expect(status.displayName == name && status.color == color && !status.icon.isEmpty)
        let note = LocalNote(from: .sample(), syncStatus: status)
        #expect(note.needsSync == needsSync && note.hasSyncError == hasError)
    }

    @Test(.requirement(175)) func `each state has a picture of its own`() {
        #expect(Set(SyncStatus.allCases.map(\.icon)).count == 4)
    }

    @Test(.requirement(176)) func `a note has the keys of a note and its own`() throws {
        let local = LocalNote.sample()
        let (note, json) = (try Wire.write(local.note), try Wire.write(local))
        #expect(json.hasPrefix(note.dropLast() + ",\"local_audio_path\":"))
        #expect(try Wire.read(json) == local)
        // As a client writes it that does not know whether the server ever had the note.
        let bare = json.replacing(/,"is_local_only":(true|false)/, with: "")
        #expect(try Wire.read(bare, as: LocalNote.self).syncStatus == .failed)
    }

    @Test(.requirement(177)) func `a note is local until it is synced once, and never again`() throws {
        var note = LocalNote.createLocal(title: "a", transcript: "b", folderId: nil, id: WireSample.id(8))
        #expect(note.isLocalOnly && note.syncStatus == .pending && note.needsSync)
        note.title = "c"
        note.syncStatus = .failed
        #expect(note.isLocalOnly && note.title == "c")
        #expect(try Wire.read(Wire.write(note), as: LocalNote.self).isLocalOnly)
        note.syncStatus = .synced
        #expect(!note.isLocalOnly)
        note.title = "d"
        note.syncStatus = .pending
        #expect(!note.isLocalOnly)
        #expect(try !Wire.read(Wire.write(note), as: LocalNote.self).isLocalOnly)
        #expect(!LocalNote(from: .sample(), syncStatus: .pending).isLocalOnly)
    }

    @Test(.requirement(178)) func `a recording is local if its file is there`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("a.m4a")
        var note = LocalNote(from: .sample(), localAudioPath: path)
        #expect(!note.hasLocalAudio)
        try Data("x".utf8).write(to: URL(filePath: path))
        #expect(note.hasLocalAudio)
        for other in [nil, "", directory.path(""), path + "\u{0}"] {
            note.localAudioPath = other
            #expect(!note.hasLocalAudio)
        }
    }

    @Test(.requirement(179)) func `a note is made of a response, and turned into requests`() {
        let time = WireSample.time()
        let local = LocalNote.createLocal(
            title: "On the engine", transcript: "It weaves.", folderId: WireSample.id(4), id: WireSample.id(8),
            createdAt: time)
        #expect(local.id == WireSample.id(8) && local.createdAt == time && local.updatedAt == time)
        #expect(
            local.toCreateRequest()
                == NoteCreateRequest(title: "On the engine", transcript: "It weaves.", folderId: WireSample.id(4)))
        var edited = LocalNote(from: .sample(), localAudioPath: "/a", syncStatus: .synced)
        #expect(edited.note == .sample())
        edited.title = "Updated Title"
        edited.syncStatus = .pending
        edited.folderId = nil
        let update = edited.toUpdateRequest()
        #expect(update.title == "Updated Title" && update.folderId == .clear && update.isPinned == true)
        #expect(update.tags == ["engine", "algebra"] && update.isArchived == false)
    }

    @Test(.requirement(49, 50)) func `a folder kept offline is made of a response, and turned into requests`() throws {
        var local = LocalFolder(from: .sample(children: []))
        #expect(local.syncStatus == .synced && !local.isLocalDeleted && local.name == "Ideas")
        local.name = "Plans"
        #expect(local.toUpdateRequest().name == "Plans" && local.toUpdateRequest().sortOrder == 100)
        let made = LocalFolder.createLocal(name: "New", icon: "star", color: "#123456", id: WireSample.id(9))
        #expect(made.syncStatus == .pending && made.noteCount == 0)
        #expect(made.toCreateRequest() == FolderCreateRequest(name: "New", icon: "star", color: "#123456"))
        let json = try Wire.write(LocalFolder.sample())
        #expect(json.hasSuffix(#""last_sync_attempt":"2026-02-11T18:07:05.678000Z","is_local_deleted":true}"#))
    }
}
