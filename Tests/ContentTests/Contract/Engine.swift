import Content
import Cryptography
import DiskFiles
import EventLog
import Fleet
import FleetSupport
import LibPQ
import SQLiteDatabase
import TestSupport
import Testing

/// An engine of ``ContentBackend`` as the contract suite sees it: a factory of empty places.
///
/// A further engine is tested by one more entry in ``all``.
struct Engine: Sendable, CustomTestStringConvertible {
    /// A place with what has to live as long as it does.
    struct Fixture {
        let place: ContentPlace
        let backend: any ContentBackend
        /// Changes a stored frame behind the engine's back; nil takes it away.
        let damage: (SHA256Digest, ([UInt8]) -> [UInt8]?) throws -> Void

        init(_ place: ContentPlace, damage: @escaping (SHA256Digest, ([UInt8]) -> [UInt8]?) throws -> Void) throws {
            self.place = place
            self.damage = damage
            backend = try place.open(.readWrite)
        }

        /// Ends nothing before: a folder is gone with its fixture.
        func keep() {
            withExtendedLifetime(damage) {}
        }

        /// A second handle on the same contents.
        func open(_ access: ContentAccess = .readWrite) throws -> any ContentBackend {
            try place.open(access)
        }
    }

    let testDescription: String
    let make: @Sendable () throws -> Fixture

    /// Engines whose contents several handles share.
    static let shared =
        local + (FleetDatabase.isPossible ? [server] : [])
        + (FleetDatabase.canBePooled ? [pooled] : [])

    /// One whose role may do what a node's may, and no more.
    static let server = Engine(testDescription: "PostgreSQL") {
        try makeServer(in: .shared.get(), through: nil)
    }

    /// The same with two sessions that all connections share, in a database of its own: others would take them.
    static let pooled = Engine(testDescription: "PostgreSQL behind pgbouncer") {
        try makeServer(in: FleetDatabase(on: .shared.get()), through: Pooler.shared.get())
    }

    private static func makeServer(in database: FleetDatabase, through pooler: Pooler?) throws -> Fixture {
        let log = try PostgresLog(database.freshAddress(user: database.nodeRole(), through: pooler))
        try log.create(origin: "tests", environment: .system)
        // All tests share this database, and some change its tables meanwhile, which waits for locks, too.
        return try Fixture(.server(log, timeout: 1_000)) { digest, change in
            try damageServer(database.connect(), log, digest, change)
        }
    }

    private static let local = [
        Engine(testDescription: "folder") {
            let directory = try TemporaryDirectory()
            _ = try ContentStore(directory: directory.path, mode: .create)
            let place = ContentPlace.folder(
                directory.path, mode: .readWrite, timeout: 50, on: KernelFiles.shared)
            return try Fixture(place) { digest, change in
                try damageFolder(directory, digest, change)
            }
        },
        Engine(testDescription: "memory") {
            let memory = ContentMemory(timeout: 50)
            return try Fixture(memory.place) { digest, change in
                let isThere = memory.damage(digest) { pieces in
                    let changed = change(whole(pieces))
                    pieces = changed.map { [$0] } ?? []
                }
                try #require(isThere)
            }
        },
    ]

    static let all =
        shared + [
            Engine(testDescription: ":memory:") {
                try Fixture(.databaseInMemory) { _, _ in Issue.record("nobody else has this database") }
            }
        ]

    func callAsFunction() throws -> Fixture {
        try make()
    }

    // `joined()` goes byte by byte, which takes a debug build seconds.
    private static func whole(_ pieces: [[UInt8]]) -> [UInt8] { pieces.reduce(into: []) { $0 += $1 } }

    private static func damageServer(
        _ connection: PostgresConnection, _ log: PostgresLog, _ digest: SHA256Digest, _ change: ([UInt8]) -> [UInt8]?
    ) throws {
        let id = try log.openCopy(.readOnly).identity.id.uniqueID.bytes
        let those: PostgresStatement = "ledger = \(.uuid(id)) AND digest = \(.bytes(digest.bytes))"
        let frame = try connection.first("SELECT data FROM mailledger.content WHERE \(those)") {
            try $0.next([UInt8]?.self)
        }
        if let frame = try #require(frame) {
            // Past the trigger that refuses it.
            _ = try connection.ask([
                "BEGIN", "SET LOCAL session_replication_role = replica",
                "UPDATE mailledger.content SET data = \(.bytes(change(frame) ?? [])) WHERE \(those)", "COMMIT",
            ])
        } else {
            let pieces = try connection.rows(
                "SELECT data FROM mailledger.content_piece WHERE \(those) ORDER BY piece"
            ) { try $0.next([UInt8].self) }
            _ = try connection.ask("DELETE FROM mailledger.content_piece WHERE \(those)")
            if let changed = change(whole(pieces)) {
                _ = try connection.ask(
                    """
                    INSERT INTO mailledger.content_piece
                    VALUES (\(.uuid(id)), \(.bytes(digest.bytes)), 0, \(.bytes(changed)))
                    """)
            }
        }
    }

    private static func damageFolder(
        _ directory: TemporaryDirectory, _ digest: SHA256Digest, _ change: ([UInt8]) -> [UInt8]?
    ) throws {
        let connection = try Connection(path: directory.path("content.sqlite"), mode: .readWrite)
        let frame = try connection.first("SELECT data FROM content WHERE digest = \(bind: digest.bytes)") {
            try $0.next([UInt8]?.self)
        }
        if let frame = try #require(frame) {
            try connection.run(
                "UPDATE content SET data = \(bind: change(frame) ?? []) WHERE digest = \(bind: digest.bytes)")
        } else {
            let path = directory.path("content/\(digest.hex.prefix(2))/\(digest.hex)")
            if let changed = change(try read(path)) {
                try write(changed, to: path)
            } else {
                try KernelFiles.shared.remove(path)
            }
        }
    }
}

struct EngineListTests {
    @Test(.enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
    func `the contract suites run over PostgreSQL, too`() {
        #expect(Engine.all.contains { $0.testDescription == "PostgreSQL" })
    }

    @Test(.enabled(if: FleetDatabase.canBePooled, "pgbouncer is not installed"))
    func `and behind a pooler that changes sessions between transactions`() {
        #expect(Engine.all.contains { $0.testDescription == "PostgreSQL behind pgbouncer" })
    }
}
