import Domain
import EventLog
import Glibc
import MailLedger
import VoiceNotes

// usage: voice-notes NEW-FOLDER. The life of a voice note in a new ledger: what an audit can tell of it.
do {
    let location = LedgerLocation(CommandLine.arguments.last ?? "")
    var environment = LedgerEnvironment.current()
    environment.program = "voice-notes/1"
    let ledger = try Ledger.create(at: location, environment: environment, adding: [Voice.self])
    func titles(_ moment: Moment = .now) throws -> String {
        try ledger.answer(ListRecordings(), at: moment).joined(separator: ", ")
    }

    _ = try ledger.perform(AddRecording(title: "Tides", transcript: "High water at six."), Call(reason: "dictated"))
    let added = try ledger.store.head().position
    _ = try ledger.perform(RenameRecording("Tides", to: "High water"), Call(reason: "clearer"))
    print("renamed: \(try titles())")
    print("as of event \(added): \(try titles(Moment(.position(added))))")
    try ledger.replay.difference(from: Moment(.position(added)), to: .now).forEach { row in
        print("differs: \(row.entity), \(row.columns.map(\.name).joined())")
        return true
    }
    _ = try ledger.perform(UndoRequest(), Call(reason: "taken back"))
    print("undone: \(try titles())")
    let id = try ledger.read { try $0.history(of: nil).last?.id ?? "" }
    for entry in try ledger.read({ try $0.history(of: id) }) {
        print("history: \(entry.type.name) \(entry.reason ?? "")")
    }
    for change in try ledger.read({ try $0.why("recording", named: "Tides", field: "title") }).flatMap(\.changes) {
        if case .string(let title) = change.new { print("why: \(change.event.command ?? "") made it \(title)") }
    }
    try ledger.maintenance.rebuild()
    print("rebuilt: \(try titles()), \(try ledger.maintenance.checkViews() == nil ? "as before" : "and otherwise")")
    let proof = try ledger.proofs.prove([added])
    print("proven: \(try proof.verify(trusting: nil).events.count) event")
    _ = try ledger.perform(EraseRequest(kind: .thing, target: "Tides"), Call(reason: "asked for"))
    print("erased: \(try ledger.read { try $0.erasures() }.map(\.kind).joined())")
    print(
        "left: \(try ledger.answer(ListRecordings()).count), of \(try ledger.maintenance.verifyLog().events) events that hold"
    )
} catch {
    print("voice-notes: \(error)")
    exit(1)
}
