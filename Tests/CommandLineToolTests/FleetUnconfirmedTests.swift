import FleetSupport
import TestSupport
import Testing

@testable import CommandLineTool

/// What a command says whose commit no standby confirms.
@Suite(.enabled(if: FleetDatabase.isPossible && Soak.seconds != nil, "takes a minute, and PostgreSQL: make soak"))
struct `A failover in which nobody confirms` {
    @Test func `ends a command with 7, and names the operation, which the log has`() throws {
        let directory = try TemporaryDirectory()
        let node = try ToolNode(in: directory.path("node"))
        let database = try FleetDatabase(on: PostgresServer())
        let url = database.url(of: "ada")
        try node.succeed(["init"], on: url)
        try database.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        try database.run("SELECT pg_reload_conf()")
        while try database.run("SHOW synchronous_standby_names") != "nobody" {}
        let answer = try node.run(["note", "add", "lost?"], on: url)
        #expect(answer.code == 7 && answer.text.isEmpty, "\(answer)")
        let operation = try #require(answer.errors.firstMatch(of: /mailledger log (op:[0-9a-f-]+)/)?.1)
        try database.run("ALTER SYSTEM RESET synchronous_standby_names")
        try database.run("SELECT pg_reload_conf()")
        let found = try node.succeed(["log", String(operation)], on: url)
        #expect(found.contains("note add"), "\(found)")
        let unknown = try node.run(["log", "op:00000000-0000-4000-8000-000000000000"], on: url)
        #expect(unknown.code == 3, "\(unknown)")
    }
}
