import Chat
import EventLog
import Foundation
import JSONCoding
import Mail
import MailLedger
import Notes
import Projections
import TestSupport
import Testing

@Suite struct `What events announce` {
    /// How many times as many histories are tried in `make soak`.
    private static var factor: Int {
        ProcessInfo.processInfo.environment["MAILLEDGER_SOAK_SECONDS"].flatMap { Int($0) } ?? 1
    }

    private static func check(_ faults: [String], _ label: String) {
        let kinds = Dictionary(grouping: faults) { fault in
            fault.split(separator: " ").dropFirst().filter { !$0.contains { $0.isNumber } }.joined(separator: " ")
        }
        #expect(
            faults.isEmpty,
            """
            \(faults.count) in \(label), as:
            \(kinds.sorted { $0.value.count > $1.value.count }.prefix(30)
                .map { "\($0.value.count) × \($0.value[0])" }.joined(separator: "\n"))
            """)
    }

    @Test func `is what shows something else, after random commands in all contexts`() throws {
        var generator = SeededGenerator(for: "announced changes")
        for round in 0..<4 * Self.factor {
            let label = "seed \(generator.seed) round \(round)"
            var commands = try RandomCommands(.memory, seed: generator.next())
            var check = try AnnouncementCheck(commands.sample.ledger)
            try commands.run(steps: 30, label: label) { _ in try check.advance() }
            Self.check(check.faults, label)
        }
    }

    @Test func `is what shows something else, after random ends and returns`() throws {
        var generator = SeededGenerator(for: "announced ends")
        var announced: [String: Int] = [:]
        let things = Set(AllProjections.things.map(\.name))
        // A few histories may leave a thing out: the rounds go on until each was announced.
        for round in 0..<40 * Self.factor where round < 6 * Self.factor || Set(announced.keys) != things {
            let label = "seed \(generator.seed) round \(round)"
            var commands = try CascadeCommands(seed: generator.next())
            var check = try AnnouncementCheck(commands.sample.ledger)
            for lot in CascadeCommands.something.map(Optional.some) + [Int?](repeating: nil, count: 50) {
                try commands.step(lot)
                try check.advance()
            }
            Self.check(check.faults, label)
            announced.merge(check.announced) { $0 + $1 }
            #expect(try commands.sample.ledger.maintenance.checkViews() == nil, "\(label)")
        }
        #expect(Set(announced.keys) == things)
    }

    @Test func `is where the reasons of a note's notebook and links lead`() throws {
        var generator = SeededGenerator(for: "reasons of notes")
        var ends = 0
        // Few histories end a thing that a note names: the rounds go on until one does.
        for round in 0..<40 * Self.factor where round < 4 * Self.factor || ends == 0 {
            let label = "seed \(generator.seed) round \(round)"
            var commands = try CascadeCommands(seed: generator.next(), keepsPast: true)
            let ledger = commands.sample.ledger
            var check = try AnnouncementCheck(ledger)
            for _ in 0..<60 {
                try commands.step()
                try check.advance()
            }
            for note in try ledger.read({ try $0.notes() }) {
                let reasons = try ledger.why(note: note.id.description)
                let folder = try #require(reasons.first { $0.field == "folder" })
                #expect(folder.value == note.fields.folder.map { .string($0.description) } ?? .null, "\(label)")
                let links = try #require(reasons.first { $0.field == "links" })
                let shown = note.links.map { link in
                    ["message": .string(link.message.description), "scope": .string(link.scope.rawValue)] as JSONValue
                }
                #expect(links.value == .array(shown), "\(label)")
                let history = try ledger.history(of: note.id.description)
                // While a note is deleted nothing of it is shown.
                guard !history.contains(where: { $0.type.name.hasSuffix("-deleted") }) else { continue }
                let positions = check.positions[.init(entity: "note", id: note.id.description)]?["note_links"] ?? []
                let told = links.changes.map(\.event.position).reversed().filter { $0 != history[0].position }
                #expect(told == positions.filter { $0 != history[0].position }, "\(label)")
                for change in folder.changes + links.changes where change.event.id != note.id.description {
                    ends += 1
                    #expect(positions.contains(change.event.position) || change.old != change.new, "\(label)")
                }
            }
        }
        #expect(ends > 0)
    }
}
