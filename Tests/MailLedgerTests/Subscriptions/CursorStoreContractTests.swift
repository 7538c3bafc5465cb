import Cryptography
import EventLog
import Fleet
import FleetSupport
import MailLedger
import TestSupport
import Testing

/// What every store of cursors does.
struct CursorStoreContractTests {
    /// A factory of empty stores; each entry of ``all`` is tested.
    struct Engine: Sendable, CustomTestStringConvertible {
        /// A store, and a second handle on the same cursors.
        struct Fixture {
            let store: any CursorStore
            let other: any CursorStore
            let directory: TemporaryDirectory?
            /// The ledger that the cursors are of.
            var ledger = CursorStoreContractTests.ledger
        }

        let testDescription: String
        let make: @Sendable () throws -> Fixture

        static let all =
            local + (FleetDatabase.isPossible ? [server] : []) + (FleetDatabase.canBePooled ? [pooled] : [])

        private static let server = Engine(testDescription: "PostgreSQL") {
            try makeServer(in: FleetDatabase.shared.get(), through: nil)
        }

        private static let pooled = Engine(testDescription: "PostgreSQL behind pgbouncer") {
            try makeServer(in: FleetDatabase.pooled.get(), through: Pooler.shared.get())
        }

        private static func makeServer(in database: FleetDatabase, through pooler: Pooler?) throws -> Fixture {
            let log = try PostgresLog(database.freshAddress(user: database.nodeRole(), through: pooler))
            try log.create(origin: "tests", environment: .system)
            return Fixture(
                store: PostgresCursors(of: log, on: SharedConnection(to: log)),
                other: PostgresCursors(of: log, on: SharedConnection(to: log)), directory: nil,
                ledger: try log.openCopy(.readOnly).identity.id)
        }

        private static let local = [
            Engine(testDescription: "folder") {
                let directory = try TemporaryDirectory()
                let (path, files) = (directory.path("cursors"), LedgerLocation(directory.path).files)
                return Fixture(
                    store: FolderCursors(path: path, on: files),
                    other: FolderCursors(path: path, on: files), directory: directory)
            },
            Engine(testDescription: "memory") {
                let store = MemoryCursors()
                return Fixture(store: store, other: store, directory: nil)
            },
        ]
    }

    fileprivate static let ledger = LedgerID(UniqueID.random { [UInt8](repeating: 7, count: $0) })

    private func cursor(_ position: Int64, in fixture: Engine.Fixture) -> StoredCursor {
        StoredCursor(
            ledger: fixture.ledger, position: Position(position),
            leaf: SHA256Hasher.digest(of: Array("\(position)".utf8)))
    }

    @Test(arguments: Engine.all) func `holds what a dictionary would`(engine: Engine) throws {
        var generator = SeededGenerator()
        let fixture = try engine.make()
        defer { withExtendedLifetime(fixture) {} }
        var model: [String: StoredCursor] = [:]
        let names = ["a", "b-1", "C.x", "d_", "0"]
        for step in 1...200 {
            let name = try #require(names.randomElement(using: &generator))
            let store = Bool.random(using: &generator) ? fixture.store : fixture.other
            if Int.random(in: 0..<4, using: &generator) == 0 {
                #expect(try store.claim(name).remove() == (model.removeValue(forKey: name) != nil))
            } else {
                model[name] = cursor(Int64(step), in: fixture)
                try store.claim(name).store(cursor(Int64(step), in: fixture))
            }
            #expect(fixture.other.names() == model.keys.sorted())
            for name in names { #expect(try fixture.store.cursor(name) == model[name]) }
        }
    }

    @Test(arguments: Engine.all) func `a cursor is claimed by one, until the claim ends`(engine: Engine) throws {
        let fixture = try engine.make()
        defer { withExtendedLifetime(fixture) {} }
        var claim: (any CursorClaim)? = try fixture.store.claim("a")
        try claim?.store(cursor(1, in: fixture))
        #expect(throws: CursorError.inUse(name: "a")) { try fixture.other.claim("a") }
        #expect(throws: CursorError.inUse(name: "a")) { try fixture.store.claim("a") }
        // Another one is free, and who only looks waits for nobody.
        try fixture.other.claim("b").store(cursor(2, in: fixture))
        #expect(try fixture.other.cursor("a") == cursor(1, in: fixture))
        claim = nil
        try fixture.other.claim("a").store(cursor(3, in: fixture))
        #expect(try fixture.store.cursor("a") == cursor(3, in: fixture))
    }

    @Test(arguments: Engine.all) func `a claim alone makes no cursor`(engine: Engine) throws {
        let fixture = try engine.make()
        defer { withExtendedLifetime(fixture) {} }
        let claim = try fixture.store.claim("a")
        #expect(try fixture.store.cursor("a") == nil)
        #expect(fixture.store.names() == [])
        #expect(try !claim.remove())
    }

    @Test(arguments: Engine.all) func `of many threads that claim one cursor one has it`(engine: Engine) async throws {
        let fixture = try engine.make()
        defer { withExtendedLifetime(fixture) {} }
        let store = fixture.store
        let claims = await withTaskGroup(of: (any CursorClaim)?.self) { group in
            for _ in 0..<16 { group.addTask { try? store.claim("a") } }
            var claims: [any CursorClaim] = []
            for await claim in group { if let claim { claims.append(claim) } }
            return claims
        }
        #expect(claims.count == 1)
    }

    @Test(.enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
    func `the contract runs over PostgreSQL, too`() {
        #expect(Engine.all.contains { $0.testDescription == "PostgreSQL" })
    }

    @Test(.enabled(if: FleetDatabase.canBePooled, "pgbouncer is not installed"))
    func `and behind a pooler that changes sessions between transactions`() {
        #expect(Engine.all.contains { $0.testDescription == "PostgreSQL behind pgbouncer" })
    }
}
