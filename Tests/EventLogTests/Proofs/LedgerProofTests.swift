import Cryptography
import EventLog
import Foundation
import JSONCoding
import SQLiteDatabase
import TestSupport
import Testing

/// Proof files: what they show, what they refuse, and what Go says of them.
struct LedgerProofTests {
    /// A log of a random length with a key.
    private struct World {
        let folder: LogFolder
        let store: SQLiteLogStore
        let signer: NoteSigner

        init(_ transactions: Int, from generator: inout SeededGenerator) throws {
            folder = try LogFolder()
            store = try folder.create()
            signer = try #require(NoteSigner(name: store.identity.origin, seed: [UInt8](repeating: 3, count: 32)))
            try store.setFirstVerifier(signer.verifier)
            try store.recordAtRandom(transactions, from: &generator, largest: 40)
        }

        func checkpoint(at position: Position? = nil) throws -> SignedCheckpoint {
            SignedCheckpoint(try store.checkpoint(at: position ?? store.head().position), by: signer)
        }

        func proof(
            of positions: [Position], since older: SignedCheckpoint? = nil, leavingOut omissions: ProofOmissions = []
        ) throws -> LedgerProof {
            try store.proof(
                of: positions, in: checkpoint(), since: older, leavingOut: omissions)
        }
    }

    /// What a note that was added may say one day.
    private struct NoteAddedLater: Event {
        static let type = EventType("test.note-added", schema: 2)
        let words: String
    }

    @Test func `a proof is of the bytes, and says what they are read as by a later program`() throws {
        let folder = try LogFolder()
        let store = try folder.create()
        let signer = try #require(NoteSigner(name: store.identity.origin, seed: [UInt8](repeating: 3, count: 32)))
        try store.setFirstVerifier(signer.verifier)
        try store.record([.added("a"), .edited(.started(0), "b")])
        let later = EventCatalogue(
            [NoteAddedLater.self],
            upcasters: [
                Upcaster(from: NoteAdded.type) { old in
                    guard case .object(let fields) = old, let text = fields["text"] else { return [] }
                    return [.init(NoteAddedLater.type, ["words": text])]
                }
            ])
        let checkpoint = SignedCheckpoint(try store.checkpoint(at: store.head().position), by: signer)
        let text = try store.proof(of: [Position(1), Position(2)], in: checkpoint, since: nil, leavingOut: []).text()
        let events = try LedgerProof(parsing: text).verify(trusting: signer.verifier).events
        #expect(events[0].entry.type == "test.note-added/1" && events[0].payload == #"{"text":"a"}"#)
        #expect(events[0].reading(by: later)?.map(\.type) == [NoteAddedLater.type])
        #expect(events[0].reading(by: later)?.map(\.payload) == [["words": "a"]])
        #expect(events[0].reading(by: .sample)?.map(\.type) == [NoteAdded.type])
        #expect(events[1].reading(by: later) == nil, "a shape that the later program does not know")
        let withheld = try store.proof(of: [Position(1)], in: checkpoint, since: nil, leavingOut: [.payload]).text()
        let hidden = try LedgerProof(parsing: withheld).verify(trusting: signer.verifier).events
        #expect(hidden[0].reading(by: .sample) == nil)
    }

    @Test func `events anywhere in logs of any length are proven, and Go agrees`() throws {
        var generator = SeededGenerator()
        var files: [(key: String, path: String)] = []
        var worlds: [World] = []
        for transactions in [1, 2, 7, 30, 90] {
            let world = try World(transactions, from: &generator)
            worlds.append(world)
            let head = try world.store.head().position
            let chosen = (0..<5).map { _ in Position(Int64.random(in: 1...head.rawValue, using: &generator)) }
            let older = try world.checkpoint(at: Position(Int64.random(in: 1...head.rawValue, using: &generator)))
            let text = try world.proof(of: [Position(1), head] + chosen, since: older).text()
            let findings = try LedgerProof(parsing: text).verify(trusting: world.signer.verifier)
            #expect(findings.events.map(\.entry.position) == [Position(1), head] + chosen)
            #expect(findings.endorsementsFollowed == 0)
            #expect(findings.since == older.checkpoint)
            for event in findings.events {
                let stored = try #require(
                    try world.store.events(
                        EventSelection(after: event.entry.position.advanced(by: -1), through: event.entry.position)
                    ).first)
                #expect(event.payload.map { Array($0.utf8) } == stored.payload)
                #expect(event.header?.number == stored.transaction)
                #expect(try world.store.leaf(at: event.entry.position) == event.leaf)
            }
            let path = world.folder.path + "/proof"
            try Data(text.utf8).write(to: URL(filePath: path))
            files.append((world.signer.verifier.description, path))
        }
        guard GoOracle.isPresent else { return }
        for (key, path) in files { #expect(try GoOracle.run(["proof", key, path]) == "holds\n") }
    }

    /// Every value of the file, changed in turn.
    @Test func `a proof of which anything is another proves nothing`() throws {
        var generator = SeededGenerator()
        let world = try World(20, from: &generator)
        let older = try world.checkpoint(at: Position(5))
        let proof = try world.proof(of: [Position(3), Position(9)], since: older)
        let text = try proof.text()
        _ = try LedgerProof(parsing: text).verify(trusting: world.signer.verifier)
        var refused = 0
        let characters = Array(text.utf8)
        for index in stride(from: 0, to: characters.count, by: 3) where characters[index] != UInt8(ascii: " ") {
            var other = characters
            other[index] ^= 1
            // Without the name of "since" the file claims less, and that holds.
            guard let changed = String(validating: other, as: UTF8.self),
                let parsed = try? LedgerProof(parsing: changed), parsed != proof, parsed.since != nil
            else {
                refused += 1
                continue
            }
            #expect(throws: ProofFault.self, "byte \(index)") {
                try parsed.verify(trusting: world.signer.verifier)
            }
            refused += 1
        }
        #expect(refused > 500)
    }

    @Test func `another key is refused, and without one it stays open whose signature it is`() throws {
        var generator = SeededGenerator()
        let world = try World(3, from: &generator)
        let proof = try world.proof(of: [Position(1)])
        let stranger = try #require(
            NoteSigner(name: world.store.identity.origin, seed: [UInt8](repeating: 4, count: 32)))
        #expect(throws: ProofFault.self) { try proof.verify(trusting: stranger.verifier) }
        #expect(try proof.verify(trusting: nil).endorsementsFollowed == nil)
        let elsewhere = try #require(NoteSigner(name: "elsewhere", seed: [UInt8](repeating: 3, count: 32)))
        #expect(throws: ProofFault.self) { try proof.verify(trusting: elsewhere.verifier) }
    }

    /// A log whose key was replaced after a checkpoint, without the endorsement of the old one.
    private static func replaced(
        from generator: inout SeededGenerator
    ) throws -> (world: World, older: SignedCheckpoint, newer: SignedCheckpoint, key: NoteVerifier) {
        let world = try World(12, from: &generator)
        let older = try world.checkpoint()
        let next = try #require(NoteSigner(name: world.store.identity.origin, seed: [UInt8](repeating: 5, count: 32)))
        let keys = Change(old: world.signer.verifier.description, new: next.verifier.description)
        try world.store.record(
            [ProposedEvent(KeyRotated(verifier: keys, endorsement: nil), target: .noStream, account: .none)])
        let head = try world.store.checkpoint(at: world.store.head().position)
        return (world, older, SignedCheckpoint(head, by: next), next.verifier)
    }

    @Test func `an older checkpoint by an earlier key is known by the rotation in the proof`() throws {
        var generator = SeededGenerator()
        let (world, older, newer, key) = try Self.replaced(from: &generator)
        let rotation = try world.store.head().position
        let text = try world.store.proof(of: [Position(1)], in: newer, since: older, leavingOut: [.payload]).text()
        for trusted in [key, nil] {
            let findings = try LedgerProof(parsing: text).verify(trusting: trusted)
            #expect(findings.since == older.checkpoint && findings.key == key)
            #expect(findings.events.map(\.entry.position) == [Position(1), rotation])
            #expect(findings.events.map(\.payloadIs) == [.withheld, .disclosed])
            #expect(findings.events.map(\.headerIs) == [.disclosed, .withheld])
        }
        // The old key leads nowhere, and its own checkpoints need no rotation.
        #expect(throws: ProofFault.self) {
            try LedgerProof(parsing: text).verify(trusting: world.signer.verifier)
        }
        #expect(try world.store.proof(of: [Position(1)], in: newer, since: newer).events.count == 1)
    }

    @Test func `a rotation that was asked for shows its keys if the check of an older checkpoint reads them`() throws {
        var generator = SeededGenerator()
        let (world, older, newer, key) = try Self.replaced(from: &generator)
        let rotation = try world.store.head().position
        let left: ProofOmissions = [.payload, .header]
        let text = try world.store.proof(of: [rotation], in: newer, since: older, leavingOut: left).text()
        for trusted in [key, nil] {
            let findings = try LedgerProof(parsing: text).verify(trusting: trusted)
            #expect(findings.since == older.checkpoint)
            #expect(findings.events.map(\.entry.position) == [rotation])
            #expect(findings.events.map(\.payloadIs) == [.disclosed] && findings.events.map(\.headerIs) == [.withheld])
        }
        for since in [newer, nil] {
            let withheld = try world.store.proof(of: [rotation], in: newer, since: since, leavingOut: left)
            #expect(try withheld.verify(trusting: key).events.map(\.payloadIs) == [.withheld])
        }
    }

    @Test func `an older checkpoint by a key that no shown rotation names proves nothing`() throws {
        var generator = SeededGenerator()
        let (world, older, newer, key) = try Self.replaced(from: &generator)
        let stranger = try #require(
            NoteSigner(name: world.store.identity.origin, seed: [UInt8](repeating: 4, count: 32)))
        let foreign = try world.store.proof(of: [], in: newer, since: SignedCheckpoint(older.checkpoint, by: stranger))
        #expect(throws: ProofFault.self) { try foreign.verify(trusting: key) }
        // Other programs may leave out what ours does not.
        let rotation = try world.store.head().position
        let text = try world.store.proof(of: [rotation], in: newer, since: older).text()
        let lines = text.replacing(#""payload_is": "disclosed""#, with: #""payload_is": "withheld""#)
            .split(separator: "\n").filter { !$0.contains(#""payload": "#) && !$0.contains(#""payload_salt": "#) }
        let hidden = try LedgerProof(parsing: lines.joined(separator: "\n"))
        let fault = try #require(throws: ProofFault.self) { try hidden.verify(trusting: key) }
        #expect(fault.description.contains("the content of event \(rotation), which changed the key"))
    }

    @Test func `what is left out or erased is proven to be there, and not shown`() throws {
        var generator = SeededGenerator()
        let world = try World(12, from: &generator)
        let withheld = try world.proof(of: [Position(2)], leavingOut: [.payload, .header])
        let found = try #require(try withheld.verify(trusting: world.signer.verifier).events.first)
        #expect(found.payload == nil && found.header == nil)
        #expect(found.payloadIs == .withheld && found.headerIs == .withheld)
        #expect(try !withheld.text().contains("actor"))

        try world.folder.raw().runScript(
            """
            INSERT INTO erasures VALUES ('event', 2);
            UPDATE events SET payload = NULL, salt = NULL WHERE position = 2;
            """)
        let erased = try world.proof(of: [Position(2)])
        let event = try #require(
            try LedgerProof(parsing: erased.text()).verify(trusting: world.signer.verifier).events.first)
        #expect(event.payload == nil && event.payloadIs == .erased)
        #expect(event.header != nil && event.headerIs == .disclosed)
        #expect(event.leaf == found.leaf)
    }

    @Test func `an event that was changed in the file is proven by nobody`() throws {
        var generator = SeededGenerator()
        let world = try World(12, from: &generator)
        try world.folder.rawWithoutTriggers().runScript("UPDATE events SET payload = payload || ' ' WHERE position = 4")
        let proof = try world.proof(of: [Position(4)])
        #expect(throws: ProofFault.self) { try proof.verify(trusting: world.signer.verifier) }
    }

    /// The digest is of the salt and then the text, so a byte on the other side of the border changes no digest.
    @Test func `a text whose beginning or end lies with its salt is proven by nobody`() throws {
        var generator = SeededGenerator()
        let world = try World(12, from: &generator)
        let text = try world.proof(of: [Position(4)]).text()
        func value(_ name: String, in text: String) throws -> String.Index {
            let key = try #require(text.firstRange(of: "\"\(name)\""))
            return text.index(after: try #require(text[key.upperBound...].firstIndex(of: "\"")))
        }
        for name in ["payload", "header"] {
            var other = text
            #expect(other.remove(at: try value(name, in: other)) == "{")
            let salt = try value("\(name)_salt", in: other)
            other.insert(contentsOf: "7b", at: other[salt...].firstIndex(of: "\"") ?? salt)
            let changed = try LedgerProof(parsing: other)
            #expect(throws: ProofFault.self, "\(name)") { try changed.verify(trusting: world.signer.verifier) }
        }
    }

    @Test func `a log that was written anew is no continuation`() throws {
        var generator = SeededGenerator()
        let world = try World(12, from: &generator)
        let other = try World(12, from: &generator)
        let head = try world.store.head().position
        let foreign = SignedCheckpoint(
            LogCheckpoint(
                origin: world.store.identity.origin, size: 3, root: try other.store.root(at: Position(3))),
            by: world.signer)
        #expect(head > Position(3))
        let proof = try world.proof(of: [], since: foreign)
        #expect(throws: ProofFault.self) { try proof.verify(trusting: world.signer.verifier) }
        #expect(throws: ProofFault.self) { try LedgerProof(parsing: "{}") }
        #expect(throws: ProofFault.self) { try LedgerProof(parsing: "") }
    }
}
