import Domain
import EventLog
import Glibc
import MailLedger
import VoiceNotes

// usage: voice-notes NEW-FOLDER. The life of a voice note in a new ledger: what an audit can tell of it.
do {
    let location = LedgerLocation(CommandLine.arguments.last ?? "")
    _ = try Ledger.create(at: location)
    let ledger = try Ledger.open(at: location, access: .readWrite, adding: [Voice.self])
    func titles(_ moment: Moment = .now) throws -> String {
        try ledger.answer(ListRecordings(), at: moment).joined(separator: ", ")
    }

    _ = try ledger.perform(AddRecording(title: "Tides", transcript: "High water at six."), Call(reason: "dictated"))
    let added = try ledger.store.head().position
    _ = try ledger.perform(RenameRecording("Tides", to: "High water"), Call(reason: "clearer"))
    print("renamed: \(try titles())")
    print("as of event \(added): \(try titles(Moment(.position(added))))")
    _ = try ledger.perform(UndoRequest(), Call(reason: "taken back"))
    print("undone: \(try titles())")
    let id = try ledger.read { try $0.history(of: nil).last?.id ?? "" }
    for entry in try ledger.read({ try $0.history(of: id) }) {
        print("history: \(entry.type.name) \(entry.reason ?? "")")
    }
    for change in try ledger.read({ try $0.why("recording", named: "Tides", field: "title") }).flatMap(\.changes) {
        print("why: \(change.event.command ?? "") made the title \(change.new)")
    }
    try ledger.difference(from: Moment(.position(added)), to: .now).forEach { row in
        print("differs: \(row.entity)")
        return true
    }
    try ledger.rebuild()
    print("rebuilt: \(try titles()), \(try ledger.checkViews() == nil ? "as before" : "and otherwise")")
    let proof = try ledger.prove([added])
    print("proven: \(try proof.verify(trusting: nil).events.count) event")
    let stream = try ledger.read { try $0.stream(of: "recording", named: "Tides") }
    let call = CommandCall(ledger.context(command: "erase", reason: "asked for"))
    print("erased: \(try ledger.erase(.streams([stream]), call).plan.events) events")
    print("left: \(try ledger.answer(ListRecordings()).count)")
    _ = try ledger.verifyLog()
    print("verified")
} catch {
    print("voice-notes: \(error)")
    exit(1)
}
