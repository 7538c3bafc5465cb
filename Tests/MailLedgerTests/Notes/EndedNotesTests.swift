import EventLog
import MailLedger
import Notes
import Projections
import Testing

@Suite struct `Notes and actions that ended` {
    private let world: NoteWorld

    init() throws {
        world = try NoteWorld()
    }

    @Test func `R173 why tells of deleted actions, and what looks for a live one says where the others are told`()
        throws
    {
        let note = try world.add("Tides")
        let id = try world.act(.nextStep, "Oars", on: .note(note))
        let before = try world.sample.head()
        try world.ledger.deleteAction("Oars", context: world.context("action delete"))
        #expect(try world.ledger.why(action: "Oars", field: "title").count == 1)
        for name in ["Oars", String(id.description.prefix(8))] {
            let error = #expect(throws: DomainError.self) { try world.ledger.read { try $0.action(name) } }
            #expect(error?.description.contains("'mailledger history \(id.description.prefix(8))' tells") == true)
        }
        #expect(try world.ledger.history(of: String(id.description.prefix(8))).count == 2)
        try world.sample.stand(at: Moment(.position(before)))
        #expect(try world.ledger.read { try $0.action("Oars") }.id == id)
        try world.sample.stand(at: nil)
        // Another one of the same title is meant first.
        let second = try world.act(.nextStep, "Oars", on: .note(note))
        #expect(try world.action(second).id == second && world.ledger.read { try $0.action("Oars") }.id == second)
        #expect(try world.ledger.why(action: "Oars", field: "title").count == 1)
        try world.ledger.deleteNote("Tides", context: world.context("note delete"))
        let error = #expect(throws: DomainError.self) { try world.ledger.read { try $0.note("Tides") } }
        #expect(error?.description.contains("'mailledger history \(note.description.prefix(8))' tells") == true)
        #expect(throws: DomainError.notFound(kind: "note", name: "Ebb")) {
            try world.ledger.read { try $0.note("Ebb") }
        }
    }
}
