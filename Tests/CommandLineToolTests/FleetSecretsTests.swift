import FleetSupport
import Foundation
import TestSupport
import Testing

/// Where a server's password may come from, and that nobody else sees it.
@Suite(
    .serialized, .enabled(if: FleetDatabase.isPossible && mailledgerProgram() != nil, "PostgreSQL is not installed"))
struct FleetSecretsTests {
    private static let secret = "s3cr3t-canary"

    /// A server that asks for a password by TCP, with a ledger.
    private struct World {
        let server: PostgresServer
        let port: Int
        let home: TemporaryDirectory
        let program: String

        init() throws {
            home = try TemporaryDirectory()
            program = try #require(mailledgerProgram()).path
            port = Int.random(in: 20_000...32_000)
            let rules = home.path("hba.conf")
            try "local all all trust\nhost all all all scram-sha-256\n".write(
                toFile: rules, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home.path)
            server = try PostgresServer(
                settings: ["listen_addresses=*", "port=\(port)", "hba_file=\(rules)"], inMemory: true)
            let made = try run(
                """
                fleet schema --standby optional --apply \
                'postgresql://postgres@/postgres?host=\(server.folder)&port=\(port)'
                """)
            try #require(made.status == 0, "\(made.text)")
            try server.run(
                "CREATE ROLE keeper LOGIN PASSWORD '\(FleetSecretsTests.secret)' IN ROLE mailledger_node",
                in: "postgres")
        }

        func url(host: String = "127.0.0.1", password: String? = nil) -> String {
            "postgresql://keeper\(password.map { ":\($0)" } ?? "")@\(host):\(port)/postgres?ledger=ada"
        }

        func run(_ words: String, _ variables: [String: String] = [:]) throws -> ProgramOutput {
            try shell(
                "'\(program)' \(words)",
                environment: [
                    "HOME": home.path, "XDG_CACHE_HOME": home.path("cache"), "XDG_DATA_HOME": home.path("data"),
                    "PATH": "\(home.path("bin")):/usr/bin:/bin",
                ].merging(variables) { $1 })
        }
    }

    @Test func `a password comes from where libpq looks for it, and is shown to nobody`() throws {
        let world = try World()
        let ledger = ["MAILLEDGER": world.url()]
        func expectWorks(_ variables: [String: String], _ words: String = "folders --verbose") throws {
            let answer = try world.run(words, variables)
            #expect(answer.status == 0, "\(answer.text)")
            #expect(!answer.text.contains(Self.secret), "\(answer.text)")
        }
        func expectRefused(_ variables: [String: String], _ words: String = "folders", code: Int32) throws {
            let answer = try world.run(words, variables)
            #expect(answer.status == code, "\(answer.text)")
            #expect(!answer.text.contains("cr3t"), "\(answer.text)")
        }
        try expectRefused(ledger, code: 4)
        // The environment.
        let named = ledger.merging(["PGPASSWORD": Self.secret]) { $1 }
        try expectWorks(named, "init")
        try expectWorks(named, "account add ada@example.org")
        try expectWorks(named)
        try expectRefused(ledger.merging(["PGPASSWORD": "wr0ng-s3cr3t"]) { $1 }, code: 4)
        // A URL in the environment, which only the owner's processes see.
        try expectWorks(["MAILLEDGER": world.url(password: Self.secret)])
        try expectRefused(["MAILLEDGER": world.url(password: "wr0ng-s3cr3t")], code: 4)
        // What is typed is seen by everybody.
        try expectRefused([:], "folders --ledger '\(world.url(password: "s3cr3t"))'", code: 2)
        try expectRefused([:], "fleet status --ledger '\(world.url(password: "s3cr3t"))'", code: 2)
        try expectRefused([:], "fleet schema --apply '\(world.url(password: "s3cr3t"))'", code: 2)
        try expectRefused([:], "fleet schema --apply 'postgresql://u:s3cr3t@h/d?ledger=%zz'", code: 2)
        // A service.
        try """
        [mail]
        host=127.0.0.1
        port=\(world.port)
        user=keeper
        password=\(Self.secret)
        """.write(toFile: world.home.path("services"), atomically: true, encoding: .utf8)
        try expectWorks([
            "MAILLEDGER": "postgresql:///postgres?ledger=ada", "PGSERVICEFILE": world.home.path("services"),
            "PGSERVICE": "mail",
        ])
        // The file of passwords.
        let file = world.home.path(".pgpass")
        try "127.0.0.1:\(world.port):*:keeper:\(Self.secret)\n".write(toFile: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        try expectWorks(ledger.merging(["PGPASSFILE": file]) { $1 })
        // No file of the node has it.
        for folder in ["cache", "data"] {
            #expect(files(below: world.home.path(folder), holding: Self.secret) == [])
        }
    }

    @Test func `a program that the tool runs gets no password`() throws {
        let world = try World()
        let other = world.home.path("bin/mailledger-look")
        try FileManager.default.createDirectory(atPath: world.home.path("bin"), withIntermediateDirectories: true)
        try "#!/bin/sh\nenv\n".write(toFile: other, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: other)
        let seen = try world.run(
            "look", ["MAILLEDGER": world.url(password: Self.secret), "PGPASSWORD": Self.secret, "PGUSER": "keeper"])
        #expect(seen.status == 0 && seen.text.contains("PGUSER=keeper"), "\(seen.text)")
        #expect(seen.text.contains("MAILLEDGER=\(world.url())\n"), "\(seen.text)")
        #expect(!seen.text.contains(Self.secret), "\(seen.text)")
        // One that runs beside it: the command that says a passphrase.
        let named = ["MAILLEDGER": world.url(password: Self.secret), "PGPASSWORD": Self.secret]
        let (said, file) = (world.home.path("said"), world.home.path("passphrase"))
        try "open sesame\n".write(toFile: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        let made = try world.run("init --passphrase-file '\(file)'", named)
        #expect(made.status == 0, "\(made.text)")
        let signed = try world.run(
            "checkpoint",
            named.merging(["MAILLEDGER_PASSPHRASE_COMMAND": "env > '\(said)'; echo open sesame"]) { $1 })
        #expect(signed.status == 0, "\(signed.text)")
        let variables = try String(contentsOfFile: said, encoding: .utf8)
        #expect(variables.contains("MAILLEDGER=\(world.url())\n"))
        #expect(!variables.contains(Self.secret))
    }

    @Test func `beyond this machine a connection that proves nothing is warned of`() throws {
        let world = try World()
        let address = try shell("hostname -I | tr ' ' '\\n' | grep -v : | head -n 1", environment: [:]).text
            .trimmingCharacters(in: .whitespacesAndNewlines)
        try #require(!address.isEmpty, "this machine has no address but loopback")
        let here = try world.run("init", ["MAILLEDGER": world.url(), "PGPASSWORD": Self.secret])
        #expect(here.status == 0 && !here.text.contains("sslmode"), "\(here.text)")
        let there = try world.run("status", ["MAILLEDGER": world.url(host: address), "PGPASSWORD": Self.secret])
        #expect(there.status == 0 && there.text.contains("sslmode is prefer"), "\(there.text)")
        let noted = try world.run("folders", ["MAILLEDGER": world.url(host: address), "PGPASSWORD": Self.secret])
        #expect(noted.text.contains("note: sslmode is prefer"), "\(noted.text)")
    }
}
