import FleetSupport
import Foundation
import TestSupport
import Testing

/// A server without a standby takes a new ledger only if somebody has allowed that.
@Suite(
    .serialized, .enabled(if: FleetDatabase.isPossible && mailledgerProgram() != nil, "PostgreSQL is not installed"))
struct FleetStandbyTests {
    private let folder: TemporaryDirectory
    private let database: FleetDatabase

    init() throws {
        folder = try TemporaryDirectory()
        database = try FleetDatabase(on: PostgresServer.shared.get())
        try database.run("DELETE FROM mailledger.setting WHERE name = 'standby'")
    }

    private func run(_ words: String, in ledger: String) throws -> (status: Int32, text: String) {
        let program = try #require(mailledgerProgram()).path
        let result = try shell(
            "'\(program)' \(words)",
            environment: [
                "MAILLEDGER": ledger, "MAILLEDGER_CONFIG": folder.path("none"), "XDG_CACHE_HOME": folder.path("cache"),
                "XDG_DATA_HOME": folder.path("data"), "COLUMNS": "400",
            ])
        return (result.status, result.text)
    }

    private func ledgers() throws -> String {
        try database.run("SELECT count(*) || ' ' || count(*) FILTER (WHERE needs_standby) FROM mailledger.ledger")
    }

    @Test func `a new ledger is refused, and one that moves stays where it is`() throws {
        let url = database.url(of: "ada")
        let refused = try run("init", in: url)
        #expect(refused.status == 1)
        #expect(refused.text.contains("synchronous_standby_names is empty"), "\(refused.text)")
        #expect(refused.text.contains("mailledger fleet set --standby optional"), "\(refused.text)")
        let here = folder.path("ledger")
        for line in ["init", "account add mara@harbour.example.com"] {
            let made = try run(line, in: here)
            #expect(made.status == 0, "\(line): \(made.text)")
        }
        let stayed = try run("fleet adopt '\(here)' --as ada", in: url)
        #expect(stayed.status == 1 && stayed.text.contains("fleet set --standby optional"), "\(stayed.text)")
        #expect(try ledgers() == "0 0")
        #expect(try run("folder add Work --account mara@harbour.example.com", in: here).status == 0)
    }

    @Test func `the person who moves one, or administers the database, allows it`() throws {
        let (url, here) = (database.url(of: "ada"), folder.path("ledger"))
        #expect(try run("init", in: here).status == 0)
        let moved = try run("fleet adopt '\(here)' --as ada --standby optional", in: url)
        #expect(moved.status == 0, "\(moved.text)")
        #expect(try ledgers() == "1 0")
        // That is of this ledger alone.
        #expect(try run("init", in: database.url(of: "grace")).status == 1)
        let allowed = try run("fleet set --standby optional", in: url)
        #expect(allowed.status == 0 && allowed.text.contains("New ledgers take writes without a standby."))
        let made = try run("init", in: database.url(of: "grace"))
        #expect(made.status == 0, "\(made.text)")
        #expect(try run("account add grace@example.org", in: database.url(of: "grace")).status == 0)
        let status = try run("fleet status", in: url)
        #expect(status.text.matches(of: /writes without a standby/).count == 2, "\(status.text)")
        // Those that are there keep what held when they were made.
        let required = try run("fleet set --standby required", in: url)
        #expect(required.text.contains("New ledgers take writes only if a standby confirms them."))
        #expect(try run("account add ada@example.org", in: url).status == 0)
        #expect(try run("init", in: database.url(of: "edsger")).status == 1)
        let server = url.replacing("&ledger=ada", with: "")
        let applied = try run("fleet schema --apply '\(server)' --standby optional", in: url)
        #expect(applied.status == 0, "\(applied.text)")
        #expect(try run("init", in: database.url(of: "edsger")).status == 0)
        #expect(try ledgers() == "3 0")
    }

    @Test func `a ledger that comes back keeps what it had, and says so if asked for other`() throws {
        let (url, here) = (database.url(of: "ada"), folder.path("ledger"))
        #expect(try run("init", in: here).status == 0)
        #expect(try run("fleet adopt '\(here)' --as ada --standby optional", in: url).status == 0)
        #expect(try run("fleet release ada '\(here)'", in: url).status == 0)
        let refused = try run("fleet adopt '\(here)' --as ada --standby required", in: url)
        #expect(refused.status == 4 && refused.text.contains("fleet set NAME --standby required"), "\(refused.text)")
        #expect(try run("account add a@example.org", in: here).status == 0)
        #expect(try run("fleet adopt '\(here)' --as ada", in: url).status == 0)
        // Under another name it is the same ledger.
        #expect(try run("fleet release ada '\(here)'", in: url).status == 0)
        let named = try run("fleet adopt '\(here)' --as other --standby optional", in: url)
        #expect(named.status == 4 && named.text.contains("ledger=ada is a ledger already"), "\(named.text)")
    }

    @Test func `words that do not go together change nothing`() throws {
        for words in ["fleet set ada --retention 3", "fleet set ada", "fleet set", "fleet schema --standby optional"] {
            let refused = try run(words, in: database.url(of: "ada"))
            #expect(refused.status == 2, "\(words): \(refused.text)")
        }
        #expect(try database.run("SELECT count(*) FROM mailledger.setting") == "0")
    }
}
