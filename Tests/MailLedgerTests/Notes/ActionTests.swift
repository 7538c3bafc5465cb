import CivilTime
import Content
import EventLog
import FoundationEssentials
import Mail
import MailLedger
import Notes
import Projections
import TestSupport
import Testing

@Suite struct `An action in a ledger` {
    private static let begin = Timestamp(iso8601: "2026-03-29T09:00:00Z")

    private func execute(_ world: NoteWorld, _ action: ActionID, account: String? = nil) throws -> ExecutedAction {
        try world.ledger.notes.executeAction(
            action.description, account: account, CommandCall(world.context("action execute")))
    }

    @Test("says what was said of it, and is listed by its time", .requirement(166))
    func fields() throws {
        let world = try NoteWorld()
        let note = try world.add("Tides")
        let full = ActionFields(
            title: "Outing", priority: .high, description: "first", scheduledDate: Self.begin,
            scheduledEndDate: Self.begin, location: "Pier 4", attendees: ["ada@example.org", "Linus"],
            emailTo: "ada@example.org", emailSubject: "s", emailBody: "b", externalID: "17a",
            externalService: "calendar", externalURL: "https://calendar.example.org/17a")
        let outing = try world.act(.calendar, on: .note(note)) { $0 = full }
        let next = try world.act(on: .message(world.other.id))
        let row = try world.action(outing)
        #expect(row.fields == full && row.holder == .note(note) && row.progress == ActionProgress())
        #expect(row.executed == nil && row.kind == .calendar)
        #expect(try world.ledger.read { try $0.actions().map(\.id) } == [outing, next])
        #expect(try world.ledger.read { try $0.actions(on: world.other.id).map(\.id) } == [next])
        var filter = ActionFilter()
        (filter.kind, filter.priority, filter.until) = (.calendar, .high, Self.begin)
        #expect(try world.ledger.read { try $0.countActions(matching: filter) } == 0)
        filter.until = nil
        filter.since = Self.begin
        #expect(try world.ledger.read { try $0.actions(matching: filter).map(\.id) } == [outing])
        #expect(try world.note(note).actions == [.calendar: 1] && world.note(note).pendingActions == 1)
        try world.expectSoundViews()
    }

    @Test("an executed e-mail is a draft message in the ledger, which an undo takes away", .requirement(170))
    func email() throws {
        let world = try NoteWorld()
        let note = try world.add("Tides")
        let action = try world.act(.email, on: .note(note)) {
            ($0.emailTo, $0.emailSubject) = ("Grace <grace@example.org>, linus@example.org", "Größe der Ruder")
            $0.emailBody = "Wie groß?\nAda"
        }
        let done = try execute(world, action)
        let id = try #require(done.action.progress.execution?.draft)
        let draft = try #require(try world.ledger.read { try $0.message(withID: id) })
        #expect(draft.isDraft && draft.folders == ["Drafts"] && draft.subject == "Größe der Ruder")
        #expect(draft.to.map(\.address) == ["grace@example.org", "linus@example.org"])
        #expect(draft.from?.address == "ada@example.org")
        #expect(try world.ledger.text(of: draft).map { $0.split(separator: "\n") } == ["Wie groß?", "Ada"])
        #expect(done.receipt?.eventCount == 2)
        let head = try world.sample.head()
        #expect(throws: DomainError.conflict("the action Oars is executed and cannot become executed")) {
            try execute(world, action)
        }
        #expect(try world.sample.head() == head)
        _ = try world.ledger.undo(.latest)
        #expect(try world.ledger.read { try $0.message(withID: id) } == nil)
        #expect(try world.action(action).progress == ActionProgress())
        try world.expectSoundViews()
    }

    @Test("an e-mail is written by the account that it is about", .requirement(170))
    func author() throws {
        let world = try NoteWorld()
        try world.sample.addAccount("grace@example.org")
        func act(on holder: ActionHolder) throws -> ActionID {
            try world.act(.email, on: holder) {
                ($0.emailTo, $0.emailSubject, $0.emailBody) = ("linus@example.org", "s", "b")
            }
        }
        func author(_ action: ActionID, account: String? = nil) throws -> String? {
            let draft = try execute(world, action, account: account).action.progress.execution?.draft
            return try draft.flatMap { id in try world.ledger.read { try $0.message(withID: id) } }?.accountAddress
        }
        let alone = ActionHolder.note(try world.add("alone"))
        #expect(throws: DomainError.conflict("name the account whose draft it is to be")) {
            try execute(world, act(on: alone))
        }
        #expect(try author(act(on: alone), account: "grace@example.org") == "grace@example.org")
        #expect(try author(act(on: .message(world.other.id))) == "ada@example.org")
        let linked = try world.add("linked", on: [NoteLink(message: world.first.id)])
        #expect(try author(act(on: .note(linked))) == "ada@example.org")
        #expect(throws: DomainError.self) {
            try world.act(.email, on: alone) { ($0.emailTo, $0.emailSubject, $0.emailBody) = ("nobody", "s", "b") }
        }
    }

    @Test("an executed calendar action is a calendar file, stamped with the time of its transaction", .requirement(170))
    func calendar() throws {
        let world = try NoteWorld(.disk)
        let action = try world.act(.calendar, "Outing", on: .message(world.other.id)) {
            $0.scheduledDate = Self.begin
        }
        let done = try execute(world, action)
        #expect(done.action.progress.execution?.calendar != nil)
        let path = world.sample.scratch.path + "/outing.ics"
        let saved = try world.ledger.notes.saveCalendar(of: action.description, to: path, overwriting: false)
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        #expect(saved.size == Int64(text.utf8.count) && text.contains("\r\nSUMMARY:Outing\r\n"))
        let time = try #require(done.action.executed).iso8601.prefix(16).filter { $0 != "-" && $0 != ":" }
        #expect(text.contains("\r\nDTSTAMP:\(time)"))
        #expect(throws: DomainError.self) {
            try world.ledger.notes.saveCalendar(of: action.description, to: path, overwriting: false)
        }
        _ = try world.ledger.undo(.latest)
        #expect(throws: DomainError.self) {
            try world.ledger.notes.saveCalendar(of: action.description, to: path, overwriting: true)
        }
        #expect(try world.ledger.maintenance.collectContent().contents == 0)
        try world.expectSoundViews()
    }

    @Test(
        "a reminder or a next step is marked, and knows when", .requirement(170, 172),
        arguments: [ActionKind.reminder, .nextStep])
    func marked(kind: ActionKind) throws {
        let world = try NoteWorld()
        let action = try world.act(kind, on: .note(try world.add("Tides"))) { $0.scheduledDate = Self.begin }
        let planned = try world.ledger.notes.executeAction(
            action.description, CommandCall(world.context("action execute"), isDryRun: true))
        #expect(planned.receipt == nil && planned.action.executed == nil)
        #expect(planned.changes.contains { $0.field == "status" })
        let done = try execute(world, action)
        let transaction = try #require(done.receipt?.transaction)
        #expect(try done.action.executed == world.ledger.store.transaction(transaction)?.recordedAt)
        try world.ledger.changeAction(
            action.description,
            {
                var change = RequestedAction(); change.externalID = "17a"; return change
            }(),
            context: world.context("action edit"))
        #expect(try world.action(action).executed == done.action.executed)
    }

    @Test("what failed is tried again; what was given up is not", .requirement(171))
    func again() throws {
        let world = try NoteWorld()
        let action = try world.act(on: .note(try world.add("Tides")))
        let name = action.description
        try world.ledger.acceptAction(name, context: world.context("action accept"))
        try world.ledger.failAction(name, "no wind", context: world.context("action fail"))
        #expect(try world.action(action).progress == ActionProgress(stage: .failed, error: "no wind"))
        let head = try world.sample.head()
        try world.ledger.failAction(name, "no wind", context: world.context("action fail"))
        #expect(try world.sample.head() == head)
        #expect(try execute(world, action).action.progress.error == nil)
        _ = try world.ledger.undo(.latest)
        #expect(try world.action(action).progress.error == "no wind")
        try world.ledger.cancelAction(name, context: world.context("action cancel"))
        #expect(throws: DomainError.self) { try execute(world, action) }
    }
}
