import Content
import Cryptography
import EventLog
import Fleet
import FleetSupport
import LibPQ
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// What a superuser of the server does to the contents of a ledger in SQL, column by column: `verify --content` names it.
@Suite(.serialized, .enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
struct ContentTamperTests {
    private let directory: TemporaryDirectory
    private let database: FleetDatabase
    private let ledger: Ledger
    private let small: SHA256Digest
    private let large: SHA256Digest

    init() throws {
        directory = try TemporaryDirectory()
        database = try FleetDatabase(on: PostgresServer.shared.get())
        try database.run(
            """
            ALTER TABLE mailledger.content DROP CONSTRAINT content_pkey, DROP CONSTRAINT content_digest_check,
                ALTER digest DROP NOT NULL, ALTER size DROP NOT NULL, ALTER stored_size DROP NOT NULL,
                ALTER number DROP NOT NULL;
            ALTER TABLE mailledger.content_piece DROP CONSTRAINT content_piece_pkey;
            ALTER TABLE mailledger.content DISABLE TRIGGER ALL;
            ALTER TABLE mailledger.content_piece DISABLE TRIGGER ALL;
            """)
        let url = try #require(LedgerURL(database.freshURL(user: database.nodeRole())))
        try PostgresPlace.create(at: url, origin: "tests", environment: .system)
        let variables = ["XDG_CACHE_HOME": directory.path("cache"), "XDG_DATA_HOME": directory.path("data")]
        ledger = try PostgresPlace(at: url, variables: variables).open(.readWrite)
        _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: "ada@example.org")))
        let account = try ledger.read { try $0.account("ada@example.org").id }
        var random = SeededGenerator(for: "contents that a superuser changes")
        let noise = (0..<(3 << 20)).map { _ in UInt8.random(in: 0x21...0x7e, using: &random) }
        // One in a row, one in pieces, and some more.
        let mail =
            ["small", "other", "third"].map { Array("Subject: \($0)\r\n\r\n\($0)\r\n".utf8) }
            + [Array("Subject: large\r\n\r\n".utf8) + noise]
        try ledger.mail.save(
            mail.map { IncomingMessage(account: account, bytes: $0) }, context: ledger.context(command: "message save"))
        (small, large) = (SHA256Hasher.digest(of: mail[0]), SHA256Hasher.digest(of: mail[3]))
    }

    /// What `verify --content` reads, and what it then says.
    private func findings() throws -> [String] {
        var findings: [String] = []
        do {
            try ledger.maintenance.verifyContent { finding in
                switch finding {
                case .sound, .leftover, .dictionary, .index: break
                case .corrupt(let digest, _): findings.append("damaged \(digest)")
                case .missing(let digest): findings.append("missing \(digest)")
                }
                return true
            }
        } catch let error as ContentError where error.isDamage {
            findings.append("damage: \(error)")
        }
        return try findings + ledger.maintenance.missingContent().map { "missing \($0)" }
    }

    private enum Told: Sendable { case small, large, damage, nothing }

    @Test func `each column that is changed is noticed, and the content named`() throws {
        #expect(try findings() == [])
        let attacks: [(script: String, told: Told)] = [
            ("UPDATE content SET ledger = gen_random_uuid() WHERE digest = SMALL", .small),
            ("UPDATE content SET ledger = gen_random_uuid() WHERE digest = LARGE", .large),
            ("UPDATE content SET digest = sha256('x') WHERE digest = SMALL", .small),
            ("UPDATE content SET digest = sha256('x') WHERE digest = LARGE", .large),
            ("UPDATE content SET digest = 'short' WHERE digest = SMALL", .damage),
            ("UPDATE content SET size = size + 1 WHERE digest = SMALL", .small),
            ("UPDATE content SET size = size - 1 WHERE digest = SMALL", .small),
            ("UPDATE content SET size = -1 WHERE digest = SMALL", .small),
            ("UPDATE content SET size = 1 << 62 WHERE digest = SMALL", .small),
            ("UPDATE content SET size = size + 1 WHERE digest = LARGE", .large),
            ("UPDATE content SET size = size - 1 WHERE digest = LARGE", .large),
            ("UPDATE content SET size = 10 WHERE digest = LARGE", .large),
            ("UPDATE content SET stored_size = stored_size + 1 WHERE digest = SMALL", .small),
            ("UPDATE content SET stored_size = 0 WHERE digest = SMALL", .small),
            ("UPDATE content SET stored_size = stored_size - 1 WHERE digest = LARGE", .large),
            ("UPDATE content SET stored_size = stored_size + 1 WHERE digest = LARGE", .large),
            ("UPDATE content SET data = data || 'x' WHERE digest = SMALL", .small),
            ("UPDATE content SET data = set_byte(data, 9, 255 - get_byte(data, 9)) WHERE digest = SMALL", .small),
            ("UPDATE content SET data = '' WHERE digest = SMALL", .small),
            ("UPDATE content SET data = NULL WHERE digest = SMALL", .small),
            ("UPDATE content SET data = 'x' WHERE digest = LARGE", .large),
            (
                """
                UPDATE content SET (data, size, stored_size) = (SELECT data, size, stored_size FROM content
                    WHERE digest <> SMALL AND data IS NOT NULL LIMIT 1) WHERE digest = SMALL
                """, .small
            ),
            ("DELETE FROM content WHERE digest = SMALL", .small),
            ("DELETE FROM content WHERE digest = LARGE", .large),
            ("UPDATE content_piece SET ledger = gen_random_uuid() WHERE digest = LARGE AND piece = 1", .large),
            ("UPDATE content_piece SET digest = SMALL WHERE digest = LARGE AND piece = 1", .large),
            ("UPDATE content_piece SET digest = SMALL WHERE digest = LARGE", .large),
            ("UPDATE content_piece SET piece = 7 WHERE digest = LARGE AND piece = 0", .large),
            ("UPDATE content_piece SET piece = -1 WHERE digest = LARGE AND piece = 0", .large),
            ("UPDATE content_piece SET piece = piece + 1 WHERE digest = LARGE", .large),
            ("UPDATE content_piece SET piece = 1 - piece WHERE digest = LARGE AND piece < 2", .large),
            ("UPDATE content_piece SET data = data || 'x' WHERE digest = LARGE AND piece = 2", .large),
            (
                """
                UPDATE content_piece SET data = set_byte(data, 99, 255 - get_byte(data, 99))
                WHERE digest = LARGE AND piece = 1
                """, .large
            ),
            ("UPDATE content_piece SET data = '' WHERE digest = LARGE AND piece = 2", .large),
            ("DELETE FROM content_piece WHERE digest = LARGE AND piece = 2", .large),
            ("INSERT INTO content_piece SELECT ledger, digest, 9, 'x' FROM content WHERE digest = LARGE", .large),
            // A walk in the order of arrival misses none, whatever its number is; and what it says is not believed.
            (
                "UPDATE content SET number = -5, data = set_byte(data, 9, 255 - get_byte(data, 9)) WHERE digest = SMALL",
                .small
            ),
            ("UPDATE content SET number = NULL WHERE digest = SMALL", .damage),
            // The order of a walk is no fact about mail.
            ("UPDATE content SET number = -5 WHERE digest = SMALL", .nothing),
            ("UPDATE content SET number = 1000 WHERE digest = SMALL", .nothing),
        ]
        try database.run(
            """
            CREATE SCHEMA before;
            CREATE TABLE before.content AS TABLE mailledger.content;
            CREATE TABLE before.content_piece AS TABLE mailledger.content_piece;
            """)
        let superuser = try database.connect()
        try superuser.runScript("SET search_path = mailledger; SET synchronous_commit = off")
        for (script, told) in attacks {
            let statement = script.replacing("SMALL", with: "'\\x\(small.hex)'::bytea")
                .replacing("LARGE", with: "'\\x\(large.hex)'::bytea")
            try superuser.runScript(statement)
            let found = try findings()
            switch told {
            case .small: #expect(found.contains { $0.contains(small.hex) }, "\(script): \(found)")
            case .large: #expect(found.contains { $0.contains(large.hex) }, "\(script): \(found)")
            case .damage: #expect(!found.isEmpty, "\(script)")
            case .nothing: #expect(found.isEmpty, "\(script): \(found)")
            }
            try superuser.runScript(
                """
                DELETE FROM content; INSERT INTO content TABLE before.content;
                DELETE FROM content_piece; INSERT INTO content_piece TABLE before.content_piece;
                """)
        }
        #expect(try findings() == [])
    }
}
