import CivilTime
import EventLog
import JSONCoding
import Mail
import MailLedger
import Notes
import Projections
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

    @Test func `R166 R168 each kind comes in by its form and goes out with all of it`() throws {
        let context = world.context("create")
        let calendar = try ledger.createAction(
            CalendarActionCreateRequest(
                noteId: note.uniqueID, title: "Outing", description: "First", priority: .high, scheduledDate: start,
                scheduledEndDate: end, location: "Pier 4", attendees: ["tomas@example.net"]), context: context)
        let email = try ledger.createAction(
            EmailActionCreateRequest(
                noteId: note.uniqueID, title: "Ask", emailTo: "tomas@example.net", emailSubject: "Oars",
                emailBody: "Where?"),
            context: context)
        let reminder = try ledger.createAction(
            ReminderActionCreateRequest(noteId: note.uniqueID, title: "Think", scheduledDate: start), context: context)
        let step = try ledger.createAction(
            NextStepCreateRequest(noteId: note.uniqueID, title: "Look", priority: .low), context: context)
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
        let shown = try ledger.read { try $0.noteResponse(note) }
        #expect(Set(shown.actions.map(\.id)) == Set([calendar, email, reminder, step].map(\.id)))
        // The base form has no place for what a kind needs.
        let bare = ActionCreateRequest(noteId: note.uniqueID, actionType: .reminder, title: "Think")
        #expect(throws: DomainError.self) { try ledger.createAction(bare, context: context) }
        let stray = NextStepCreateRequest(noteId: world.first.id.uniqueID, title: "Look")
        #expect(throws: DomainError.self) { try ledger.createAction(stray, context: context) }
    }

    @Test func `R166 an action of a message is in no form of notes`() throws {
        let id = try world.act(on: .message(world.first.id))
        #expect(try ActionResponse(world.action(id)) == nil)
        #expect(throws: DomainError.self) { try ledger.read { try $0.actionResponse(id) } }
    }

    @Test func `R169 an update says what changes, and leads to a status in the same transaction`() throws {
        let context = world.context("update")
        let id = try world.act(.calendar, "Outing", on: .note(note)) { $0.scheduledDate = start.timestamp }
        let before = try world.sample.ledger.store.head().transaction
        let accepted = try ledger.updateAction(
            id,
            ActionUpdateRequest(title: "Second outing", status: .created, scheduledEndDate: end, location: "Pier 5"),
            context: context)
        #expect(accepted.title == "Second outing" && accepted.status == .created && accepted.scheduledDate == start)
        #expect(accepted.scheduledEndDate == end && accepted.location == "Pier 5")
        #expect(try world.sample.ledger.store.head().transaction == before + 1)
        let same = try ledger.updateAction(id, ActionUpdateRequest(status: .created), context: context)
        #expect(try same == accepted && world.sample.ledger.store.head().transaction == before + 1)
        for status in [ActionStatus.pending, .executed] {
            #expect(throws: DomainError.self) {
                try ledger.updateAction(id, ActionUpdateRequest(title: "X", status: status), context: context)
            }
        }
        let failed = try ledger.updateAction(id, ActionUpdateRequest(status: .failed), context: context)
        #expect(failed.status == .failed && failed.isFailed && failed.title == "Second outing")
        let cancelled = try ledger.updateAction(id, ActionUpdateRequest(status: .cancelled), context: context)
        #expect(cancelled.status == .cancelled)
        try world.expectSoundViews()
    }

    @Test func `R170 R172 an action is executed as a program asks`() throws {
        let id = try world.act(.email, "Ask", on: .note(note)) {
            ($0.emailTo, $0.emailSubject, $0.emailBody) = ("tomas@example.net", "Oars", "Where?")
            ($0.externalID, $0.externalService, $0.externalURL) = ("7", "mailer", "https://mailer.example.org/7")
        }
        let answer = try ledger.executeAction(
            id, ActionExecuteRequest(service: "mailer"), context: world.context("execute"))
        #expect(answer.success && answer.actionId == id.uniqueID && answer.externalId == "7")
        #expect(answer.externalService == "mailer" && answer.externalUrl == "https://mailer.example.org/7")
        let row = try world.action(id)
        #expect(row.progress.execution?.draft != nil && row.progress.execution?.service == "mailer")
        let shown = try ledger.read { try $0.actionResponse(id) }
        #expect(shown.isCompleted && shown.executedAt == row.executed.map(WireTime.init(_:)) && shown.hasExternalLink)
        let error = #expect(throws: DomainError.self) {
            try ledger.executeAction(id, ActionExecuteRequest(), context: world.context("execute"))
        }
        #expect(error.map { APIErrorResponse(describing: $0).knownCode } == .conflict)
    }
}
