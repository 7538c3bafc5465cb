import Foundation
import Glibc
import JSONCoding
import TestSupport
import Testing

/// Restores that are killed at any moment, of a ledger that has erased a message since.
@Suite struct `Restores that are killed` {
    private let ledger: ToolLedger
    private let (old, new): (String, String)
    private let erased = "label:taxes"

    init() throws {
        ledger = try DemoLedger.make()
        (old, new) = (ledger.directory.path("old"), ledger.directory.path("new"))
        try ledger.succeed("backup", old, "--with-keys")
        let answer = try ledger.json("erase", "query", erased, "--reason", "letter", "--yes")
        try #require(answer["messages"]?.integer ?? 0 > 0, "\(answer)")
        try ledger.succeed("backup", new, "--with-keys")
    }

    /// Kills a command at random calls of the system, and lends what each of these left.
    private func killed(
        _ arguments: (_ target: String) -> [String], times: Int, _ body: (_ target: String, _ round: Int) throws -> Void
    ) throws {
        var generator = SeededGenerator(for: "killed restores")
        let calls = try ledger.leavingNoTrace { try ledger.calls(by: arguments(ledger.directory.path("counted"))) }
        var kills = 0
        for round in 0..<times {
            let target = ledger.directory.path("copy\(round)")
            let fault = Faults.Fault(kind: .any, number: Int.random(in: 1...calls, using: &generator), manner: .kill)
            let result = try ledger.run(
                arguments(target), adding: Faults.variables(below: ledger.directory.path, at: fault))
            #expect([0, -SIGKILL].contains(result.exitCode), "\(fault): \(result.errorText)")
            if result.exitCode == -SIGKILL { kills += 1 }
            try body(target, round)
        }
        #expect(kills >= times / 2, "\(kills) of \(times) were killed")
    }

    @Test func `leave nothing of another backup to the restore that follows`() throws {
        var restored = 0
        try killed({ ["restore", old, $0] }, times: 12) { target, round in
            // Behind its last step it is a ledger, and stays one.
            guard !FileManager.default.fileExists(atPath: target + "/log.sqlite") else { return }
            let answer = try ledger.json("restore", new, target, "--verify")
            let manifest = try JSONBytesDecoder().decode(JSONValue.self, from: readFile(new + "/backup.json"))
            #expect(answer["contents"]?.integer == manifest["contents"]?.integer, "round \(round)")
            let unnamed = try ledger.json("collect", "--dry-run", "--ledger", target)
            #expect(unnamed["contents"]?.integer == 0, "round \(round): \(unnamed)")
            let names = try FileManager.default.contentsOfDirectory(atPath: target)
            #expect(!names.contains { $0.hasPrefix("log.sqlite-new") }, "round \(round): \(names)")
            restored += 1
        }
        #expect(restored > 0)
    }

    @Test func `and had to erase again show nothing before that is done`() throws {
        var refused = 0
        try killed({ ["restore", old, $0, "--erased-in", new] }, times: 16) { target, round in
            let found = try ledger.run("count", erased, "--ledger", target)
            if found.exitCode == 0 {
                #expect(found.text == "0\n", "round \(round)")
            } else if found.errorText.contains("was stopped before it had erased again") {
                refused += 1
                // Nor does a restore finish it that would erase nothing.
                #expect(try ledger.run("restore", old, target).exitCode == 4)
            }
            guard try found.exitCode != 0 || ledger.run("verify", "--ledger", target).exitCode != 0 else { return }
            try ledger.succeed("restore", old, target, "--erased-in", new)
            #expect(try ledger.succeed("count", erased, "--ledger", target).text == "0\n", "round \(round)")
            try ledger.succeed("verify", "--content", "--views", "--ledger", target)
        }
        print("\(refused) of 16 restores were killed behind their copy and before the erasure")
    }
}
