import CivilTime
import EventLog
import JSONCoding
import Mail
import MailLedger
import Notes
import Projections
import TestSupport
import Testing
import WireModels

/// Rows of actions go out as forms, and forms come back as commands.
@Suite struct `Actions at the boundary` {
    private let world: NoteWorld
    private let note: NoteID
    private var ledger: Ledger { world.ledger }
    private let start = WireTime(Timestamp(microseconds: 1_774_778_400_000_000))
    private let end = WireTime(Timestamp(microseconds: 1_774_782_000_000_000))

    init() throws {
        world = try NoteWorld()
        note = try world.add("Tides")
    }

    private func row(_ response: ActionResponse) throws -> ActionRow { try world.action(ActionID(response.id)) }

    @Test(.requirement(166, 168)) func `each kind comes in by its form and goes out with all of it`() throws {
        let calendar = try ledger.made(
            CalendarActionCreateRequest(
                noteId: note.uniqueID, title: "Outing", description: "First", priority: .high, scheduledDate: start,
                scheduledEndDate: end, location: "Pier 4", attendees: ["tomas@example.net"]))
        let email = try ledger.made(
            EmailActionCreateRequest(
                noteId: note.uniqueID, title: "Ask", emailTo: "tomas@example.net", emailSubject: "Oars",
                emailBody: "Where?"))
        let reminder = try ledger.made(
            ReminderActionCreateRequest(noteId: note.uniqueID, title: "Think", scheduledDate: start))
        let step = try ledger.made(
            NextStepCreateRequest(noteId: note.uniqueID, title: "Look", priority: .low))
        #expect([calendar, email, reminder, step].map(\.actionType) == [.calendar, .email, .reminder, .nextStep])
        #expect(calendar.priority == .high && calendar.description == "First" && calendar.location == "Pier 4")
        #expect(
            calendar.scheduledDate == start && calendar.scheduledEndDate == end
                && calendar.attendees == ["tomas@example.net"])
        #expect(email.emailTo == "tomas@example.net" && email.emailSubject == "Oars" && email.emailBody == "Where?")
        for action in [calendar, email, reminder, step] {
            #expect(
                action.noteId == note.uniqueID && action.status == .pending && action.isPending
                    && action.executedAt == nil)
            #expect(try ActionResponse(row(action)) == action && action.createdAt == WireTime(row(action).created))
            let json = try JSONBytesEncoder().encode(action)
            #expect(try JSONBytesDecoder().decode(ActionResponse.self, from: json) == action)
        }
        let shown = try ledger.answer(GetNote(id: note.uniqueID))
        #expect(Set(shown.actions.map(\.id)) == Set([calendar, email, reminder, step].map(\.id)))
        // The base form has no place for what a kind needs.
        let bare = ActionCreateRequest(noteId: note.uniqueID, actionType: .reminder, title: "Think")
        #expect(throws: DomainError.self) { try ledger.made(bare) }
        let stray = NextStepCreateRequest(noteId: world.first.id.uniqueID, title: "Look")
        #expect(throws: DomainError.self) { try ledger.made(stray) }
    }

    @Test(.requirement(166)) func `an action of a message is in no form of notes`() throws {
        let id = try world.act(on: .message(world.first.id))
        #expect(try ActionResponse(world.action(id)) == nil)
        #expect(throws: DomainError.self) { try ledger.answer(GetAction(id: id.uniqueID)) }
    }

    @Test(.requirement(169)) func `an update says what changes, and leads to a status in the same transaction`() throws
    {
        let id = try world.act(.calendar, "Outing", on: .note(note)) { $0.scheduledDate = start.timestamp }
        let before = try world.sample.ledger.store.head().transaction
        let accepted = try ledger.made(
            UpdateAction(
                id: id.uniqueID,
                changes: ActionUpdateRequest(
                    title: "Second outing", status: .created, scheduledEndDate: end, location: "Pier 5")))
        #expect(accepted.title == "Second outing" && accepted.status == .created && accepted.scheduledDate == start)
        #expect(accepted.scheduledEndDate == end && accepted.location == "Pier 5")
        #expect(try world.sample.ledger.store.head().transaction == before + 1)
        let same = try ledger.made(UpdateAction(id: id.uniqueID, changes: ActionUpdateRequest(status: .created)))
        #expect(try same == accepted && world.sample.ledger.store.head().transaction == before + 1)
        for status in [ActionStatus.pending, .executed] {
            #expect(throws: DomainError.self) {
                try ledger.made(UpdateAction(id: id.uniqueID, changes: ActionUpdateRequest(title: "X", status: status)))
            }
        }
        let failed = try ledger.made(UpdateAction(id: id.uniqueID, changes: ActionUpdateRequest(status: .failed)))
        #expect(failed.status == .failed && failed.isFailed && failed.title == "Second outing")
        let cancelled = try ledger.made(UpdateAction(id: id.uniqueID, changes: ActionUpdateRequest(status: .cancelled)))
        #expect(cancelled.status == .cancelled)
        try world.expectSoundViews()
    }

    @Test(.requirement(170, 172)) func `an action is executed as a program asks`() throws {
        let id = try world.act(.email, "Ask", on: .note(note)) {
            ($0.emailTo, $0.emailSubject, $0.emailBody) = ("tomas@example.net", "Oars", "Where?")
            ($0.externalID, $0.externalService, $0.externalURL) = ("7", "mailer", "https://mailer.example.org/7")
        }
        let answer = try ledger.made(PerformAction(id: id.uniqueID, request: ActionExecuteRequest(service: "mailer")))
        #expect(answer.success && answer.actionId == id.uniqueID && answer.externalId == "7")
        #expect(answer.externalService == "mailer" && answer.externalUrl == "https://mailer.example.org/7")
        let row = try world.action(id)
        #expect(row.progress.execution?.draft != nil && row.progress.execution?.service == "mailer")
        let shown = try ledger.answer(GetAction(id: id.uniqueID))
        #expect(shown.isCompleted && shown.executedAt == row.executed.map(WireTime.init(_:)) && shown.hasExternalLink)
        let error = #expect(throws: DomainError.self) {
            try ledger.made(PerformAction(id: id.uniqueID, request: ActionExecuteRequest()))
        }
        #expect(error.map { APIErrorResponse(describing: $0).knownCode } == .conflict)
    }
}
