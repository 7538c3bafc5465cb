import EventLog
import JSONCoding
import Testing

/// The one decode path, its upcasters, and how it fails closed.
struct CatalogueTests {
    /// Today's shape of what began as `test.person-named/1`.
    private struct PersonNamed: Event, Hashable {
        static let type = EventType("test.person-named", schema: 3)
        let given: String
        let family: String
    }

    private static let upcasters = [
        // 1: {"name": "Ada Lovelace"} → 2: {"names": ["Ada", "Lovelace"]} → 3: {"given": …, "family": …}
        Upcaster(from: EventType("test.person-named", schema: 1)) { old in
            guard case .object(let fields) = old, case .string(let name)? = fields["name"] else { throw Malformed() }
            let names = name.split(separator: " ").map { JSONValue.string(String($0)) }
            return [.init(EventType("test.person-named", schema: 2), ["names": .array(names)])]
        },
        Upcaster(from: EventType("test.person-named", schema: 2)) { old in
            guard case .object(let fields) = old, case .array(let names)? = fields["names"], names.count == 2 else {
                throw Malformed()
            }
            return [.init(PersonNamed.type, ["given": names[0], "family": names[1]])]
        },
        // Two notes in one, of which each became an event of its own.
        Upcaster(from: EventType("test.notes-added", schema: 1)) { old in
            guard case .object(let fields) = old, case .array(let texts)? = fields["texts"] else { throw Malformed() }
            return texts.map { .init(NoteAdded.type, ["text": $0]) }
        },
        Upcaster(from: EventType("test.screen-opened", schema: 1)) { _ in [] },
        Upcaster(from: EventType("test.lost", schema: 1)) { _ in
            [.init(EventType("test.lost", schema: 2), [:])]
        },
    ]

    private struct Malformed: Error {}

    private static let catalogue = EventCatalogue(
        [NoteAdded.self, PersonNamed.self], upcasters: upcasters)

    private func decode(_ json: String, _ name: String, _ schema: Int) throws -> [any Event] {
        try Self.catalogue.decode(Array(json.utf8), type: EventType(name, schema: schema), at: Position(7))
    }

    @Test func `today's shape is read as it is`() throws {
        let events = try decode(#"{"given":"Ada","family":"Lovelace"}"#, "test.person-named", 3)
        #expect(events as? [PersonNamed] == [PersonNamed(given: "Ada", family: "Lovelace")])
    }

    @Test(arguments: [(1, #"{"name":"Ada Lovelace"}"#), (2, #"{"names":["Ada","Lovelace"]}"#)])
    func `old shapes go through every step to today's`(schema: Int, json: String) throws {
        let events = try decode(json, "test.person-named", schema)
        #expect(events as? [PersonNamed] == [PersonNamed(given: "Ada", family: "Lovelace")])
    }

    @Test(arguments: [(#"["a","b","c"]"#, ["a", "b", "c"]), (#"["a"]"#, ["a"]), ("[]", [])])
    func `one stored event can be several of today's`(texts: String, expected: [String]) throws {
        let events = try decode(#"{"texts":\#(texts)}"#, "test.notes-added", 1)
        #expect(events as? [NoteAdded] == expected.map(NoteAdded.init))
    }

    @Test func `one stored event can be none of today's`() throws {
        #expect(try decode("{}", "test.screen-opened", 1).isEmpty)
    }

    @Test(arguments: [
        ("test.unheard-of", 1), ("test.person-named", 4), ("test.person-named", 0), ("test.note-added", 2),
        ("Test.note-added", 1), ("", 1),
    ])
    func `an unknown type and a newer version are refused with their name and place`(name: String, schema: Int) throws {
        let type = EventType(name, schema: schema)
        let error = #expect(throws: EventLogError.self) { try decode("{}", name, schema) }
        #expect(error == .unknownType(type, at: Position(7)))
        #expect(error?.description.contains("\(name)/\(schema)") == true)
        #expect(error?.description.contains("event 7") == true)
    }

    @Test func `a step to a shape that is unknown is refused with the name of that shape`() throws {
        let error = #expect(throws: EventLogError.self) { try decode("{}", "test.lost", 1) }
        #expect(error == .unknownType(EventType("test.lost", schema: 2), at: Position(7)))
    }

    @Test(arguments: [
        ("test.person-named", 3, "{}"), ("test.person-named", 3, #"{"given":1,"family":"x"}"#),
        ("test.person-named", 3, ""), ("test.person-named", 3, #"{"given":"Ada","#), ("test.person-named", 3, "null"),
        ("test.person-named", 2, #"{"names":[]}"#), ("test.person-named", 2, "not json"),
        ("test.person-named", 1, #"{"name":"Ada"}"#),
    ])
    func `a payload that has not the form of its type is refused`(name: String, schema: Int, json: String) throws {
        let error = #expect(throws: EventLogError.self) { try decode(json, name, schema) }
        guard case .undecodable(let type, let position, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(type.name == name)
        #expect(position == Position(7))
        #expect(!reason.isEmpty)
    }

    @Test func `upcasters that lead in a circle are refused`() throws {
        let (first, second) = (EventType("test.egg", schema: 1), EventType("test.hen", schema: 1))
        let catalogue = EventCatalogue(
            [NoteAdded.self],
            upcasters: [
                Upcaster(from: first) { [.init(second, $0)] }, Upcaster(from: second) { [.init(first, $0)] },
            ])
        let error = #expect(throws: EventLogError.self) {
            try catalogue.decode(Array("{}".utf8), type: first, at: Position(7))
        }
        #expect(error?.description.contains("circle") == true)
    }

    @Test func `a version from which no way leads to today's is a gap`() {
        #expect(Self.catalogue.gaps.isEmpty)
        #expect(Self.catalogue.olderTypes.map(\.description).first == "test.lost/1")
        let broken = EventCatalogue([PersonNamed.self], upcasters: [Self.upcasters[1]])
        #expect(broken.gaps == [EventType("test.person-named", schema: 1)])
    }

    @Test func `what an older shape is read as can be shown in its stored form`() throws {
        let forms = try Self.catalogue.formsOfToday(
            Array(#"{"name":"Ada Lovelace"}"#.utf8), type: EventType("test.person-named", schema: 1), at: Position(7))
        #expect(forms.map(\.type) == [PersonNamed.type])
        #expect(forms.map(\.payload) == [["given": "Ada", "family": "Lovelace"]])
    }

    @Test func `reading a log fails at an unknown event and lends those before it`() throws {
        let store = try SQLiteLogStore.inMemory()
        try store.record([.added("a"), .edited(.started(0), "b"), .added("c")])
        var seen: [Position] = []
        let onlyNotes = EventCatalogue([NoteAdded.self])
        let error = #expect(throws: EventLogError.self) {
            try store.forEach(EventSelection(), decodedBy: onlyNotes) { event in
                seen.append(event.position)
                return true
            }
        }
        #expect(error == .unknownType(NoteEdited.type, at: Position(2)))
        #expect(seen == [Position(1)])
    }
}
