import Foundation
import MailLedger
import MailLedgerTesting
import Testing
import VoiceNotes

@Suite struct `Voice notes in a ledger` {
    /// Runs the program as a shell would, in a new folder.
    @Test func `the program tells of a note's life, line by line as expected`() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let expected = try String(contentsOf: package.appending(path: "expected.txt"), encoding: .utf8)
        let folder = FileManager.default.temporaryDirectory.appending(path: "voice-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = URL(filePath: ProcessInfo.processInfo.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "voice-notes")
        process.arguments = [folder.path(percentEncoded: false)]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text == expected)
        #expect(process.terminationStatus == 0)
    }

    @Test func `a change is recorded with its old title`() throws {
        let outcome = try Scenario(adding: [Voice.self])
            .given { _ = try $0.perform(AddRecording(title: "Tides", transcript: "At six.")) }
            .when { try $0.perform(RenameRecording("Tides", to: "Ebb")) }
        try outcome.then(RecordingRenamed.self)
    }

    @Test func `keeps the laws of read models`() throws {
        let ledger = try Scenario(adding: [Voice.self]).ledger
        for title in ["Ebb", "Flood"] { _ = try ledger.perform(AddRecording(title: title, transcript: "At six.")) }
        _ = try ledger.perform(UndoRequest())
        try ProjectionLaws.check(RecordingsProjector.self, on: ledger, seed: 1)
    }
}
