import CivilTime
import Cryptography
import EventLog
import Notes

/// The events of notes and actions.
extension SampleEvents {
    private static let note = NoteID(.number(6))
    private static let action = ActionID(.number(7))
    private static let audio = NoteAudio(
        content: .of("audio"), mediaType: "audio/mp4", size: 1 << 40, fileName: "tides.m4a")
    private static let execution = ActionExecution(
        service: "calendar", draft: MessageID(.number(8)), calendar: .of("calendar"))
    private static let actionFields = ActionFields(
        title: "Oars", priority: .high, description: "two", scheduledDate: Timestamp(microseconds: 1),
        scheduledEndDate: Timestamp(microseconds: 2), location: "Pier 4", attendees: ["ada@example.org"],
        emailTo: "ada@example.org", emailSubject: "Oars", emailBody: "Where?", externalID: "17a",
        externalService: "calendar", externalURL: "https://calendar.example.org/17a")

    static func notes() throws -> [any Event & Hashable] {
        let fields = NoteFields(
            title: "Tides", transcript: "High water\nat six", summary: "wet", duration: 20,
            folder: FolderID(.number(2)),
            tags: [try NoteTag("rowing"), try NoteTag("a b")], isPinned: true, isArchived: true, isAIProcessed: true,
            audio: audio)
        let events: [(any Event & Hashable)?] = [
            NoteAdded(id: note, fields: fields),
            NoteChanged(note: note, from: NoteFields(title: "Tide", tags: [try NoteTag("ebb")]), to: fields),
            NoteLinked(note: note, link: NoteLink(message: message, scope: .thread)),
            NoteUnlinked(note: note, link: NoteLink(message: message)), NoteDeleted(note: note),
            NoteRestored(note: note), NoteErased(note: note, events: 2),
            ActionAdded(id: action, note: note, message: message, kind: .calendar, fields: actionFields),
            ActionChanged(action: action, from: ActionFields(title: "Oar", priority: .low), to: actionFields),
            ActionStatusChanged(
                action: action, from: ActionProgress(stage: .failed, error: "no wind"),
                to: ActionProgress(stage: .executed, execution: execution)),
            ActionDeleted(action: action), ActionRestored(action: action), ActionErased(action: action, events: 3),
        ]
        return events.compactMap(\.self)
    }

    static func bareNotes() -> [any Event & Hashable] {
        let tides = String(repeating: "Ebbe und Flut, ", count: 300)
        let (fields, bare) = (NoteFields(title: "Tides"), ActionFields(title: "Oars"))
        let spoken = NoteFields(
            title: "Tides", audio: NoteAudio(content: .of(""), mediaType: "audio/wav", size: 0, fileName: nil))
        let events: [(any Event & Hashable)?] = [
            NoteAdded(id: note, fields: fields), NoteAdded(id: note, fields: spoken),
            NoteLinked(note: note, link: NoteLink(message: message)),
            NoteChanged(note: note, from: fields, to: NoteFields(title: "Tide")),
            NoteChanged(
                note: note, from: NoteFields(title: "Tide", transcript: tides + "low" + tides),
                to: NoteFields(title: "Tide", transcript: tides + "high" + tides), afterParts: 2),
            NoteChanged(note: note, from: fields, to: NoteFields(title: "Tides", isPinned: true)),
            ActionAdded(id: action, on: .message(message), kind: .nextStep, fields: bare),
            ActionAdded(id: action, on: .note(note), kind: .nextStep, fields: bare),
            ActionChanged(action: action, from: bare, to: ActionFields(title: "b")),
            ActionChanged(action: action, from: bare, to: ActionFields(title: "Oars", priority: .high)),
            ActionStatusChanged(
                action: action, from: ActionProgress(),
                to: ActionProgress(stage: .executed, execution: ActionExecution())),
            ActionStatusChanged(
                action: action, from: ActionProgress(stage: .failed, error: "a"),
                to: ActionProgress(stage: .failed, error: "b")),
        ]
        return events.compactMap(\.self)
    }
}
