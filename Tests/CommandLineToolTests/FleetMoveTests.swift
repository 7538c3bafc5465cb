import Content
import Cryptography
import DiskFiles
import EventLog
import Fleet
import FleetSupport
import Foundation
import MailLedger
import TestSupport
import Testing

@testable import CommandLineTool

/// An event of any kind.
private struct Noted: Event, Hashable {
    static let type = EventType("test.noted", schema: 1)
    let text: String
}

extension ProposedTransaction {
    /// What a writer adds that does not know of a move.
    fileprivate static var late: ProposedTransaction {
        ProposedTransaction(
            [ProposedEvent(Noted(text: "late"), target: .noStream, account: .none)],
            context: OperationContext(
                operation: OperationID(UniqueID.random(from: randomBytes)), command: "note", actor: "ada",
                osUser: "ada", host: "h", program: "tests/1"))
    }
}

/// Ledgers that move from a folder into a database and back.
@Suite(.serialized, .enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
struct `A move between a folder and a server` {
    /// A ledger in a folder, a database, and the machine between them.
    private struct World {
        let directory: TemporaryDirectory
        let node: ToolNode
        let folder: String
        let url: String
        let name: String
        let database: FleetDatabase

        init() throws {
            directory = try TemporaryDirectory()
            node = try ToolNode(in: directory.path("node"))
            folder = directory.path("ledger")
            database = try FleetDatabase.shared.get()
            url = database.freshURL()
            name = try #require(LedgerURL(url)?.ledger)
            let mail = try GeneratedMail.writeMailboxes(1, each: 5, below: directory.path)[0]
            try node.succeed(["init"], on: folder)
            try node.succeed(["account", "add", "ada@example.org"], on: folder)
            try node.succeed(["import", mail], on: folder)
        }

        func adopt(_ other: String? = nil) throws -> ToolNode.Answer {
            try node.run(["fleet", "adopt", other ?? folder, "--as", name], on: url)
        }

        func release(into other: String? = nil) throws -> ToolNode.Answer {
            try node.run(["fleet", "release", name, other ?? folder], on: url)
        }

        func note(_ text: String, in place: String) throws -> ToolNode.Answer {
            try node.run(["note", "add", text], on: place)
        }

        func root(of place: String) throws -> String {
            try #require(try node.succeed(["stats"], on: place).split(separator: "\n").last).description
        }
    }

    @Test func `keeps events, contents, cursors and root, there and back and there again`() throws {
        let world = try World()
        let (node, folder, url) = (world.node, world.folder, world.url)
        try node.succeed(["events", "follow", "--cursor", "crm", "--once", "--run", "true"], on: folder)
        let root = try world.root(of: folder)
        #expect(try world.adopt().code == 0)
        #expect(try world.root(of: url) == root)
        let stale = try node.run(["count"], on: folder)
        #expect(stale.code == 0 && stale.errors.contains("note: the ledger has moved to"), "\(stale)")
        let doctor = try node.run(["doctor"], on: folder)
        #expect(doctor.code == 6 && doctor.text.contains("the ledger lives in"), "\(doctor)")
        try node.succeed(["note", "add", "on the server"], on: url)
        let further = try world.root(of: url)
        #expect(further != root)
        // Back into the folder that it came from, then into a new one.
        let back = try world.release()
        try #require(back.code == 0, "\(back)")
        #expect(try world.root(of: folder) == further && world.root(of: url) == further)
        #expect(try node.succeed(["events", "cursors"], on: folder).contains("crm"))
        let refused = try world.note("late", in: url)
        #expect(refused.code == 4 && refused.errors.contains("it has moved to") && refused.errors.contains(folder))
        #expect(try node.succeed(["count"], on: url) == "5\n", "it is read where it was")
        #expect(try world.note("in the folder", in: folder).code == 0)
        let last = try world.root(of: folder)
        let again = try world.adopt()
        try #require(again.code == 0, "\(again)")
        #expect(try world.root(of: url) == last)
        let other = world.directory.path("other")
        let out = try world.release(into: other)
        try #require(out.code == 0, "\(out)")
        #expect(try world.root(of: other) == last)
        #expect(try node.run(["verify", "--content"], on: other).code == 0)
        #expect(try node.run(["checkpoint"], on: other).code == 0, "its key came along")
        #expect(try world.note("late", in: folder).code == 4, "the folder of before stays sealed")
    }

    @Test func `refuses a folder that is not the ledger's place, and another ledger's`() throws {
        let world = try World()
        #expect(try world.adopt().code == 0)
        let stale = world.directory.path("stale")
        try FileManager.default.copyItem(atPath: world.folder, toPath: stale)
        let other = world.directory.path("other")
        #expect(try world.release(into: other).code == 0)
        // The stale copy is sealed, and what it seals for has moved on.
        let refused = try world.adopt(stale)
        #expect(refused.code == 4 && refused.errors.contains("it has moved to"), "\(refused)")
        let elsewhere = try world.release(into: world.directory.path("third"))
        #expect(elsewhere.code == 4 && elsewhere.errors.contains(other), "\(elsewhere)")
        #expect(try world.release(into: other).code == 0, "the same move again says the same")
        #expect(try world.note("in the folder", in: other).code == 0)
        let foreign = world.directory.path("foreign")
        try world.node.succeed(["init"], on: foreign)
        #expect(try world.adopt(foreign).code == 4)
        #expect(try world.adopt(other).code == 0)
        let taken = try world.release(into: foreign)
        #expect(taken.code == 4, "\(taken)")
        #expect(try world.note("still", in: world.url).code == 0, "a release that was refused leaves the rows open")
    }

    @Test func `takes no URL for a folder`() throws {
        let world = try World()
        let backup = world.directory.path("backup")
        try world.node.succeed(["backup", backup], on: world.folder)
        let there = "postgresql://node:s3cr3t@db1/mail?ledger=d"
        for command in [
            ["restore", backup, there], ["backup", there], ["export", "--as", "maildir", "--to", there],
            ["doctor", "--salvage", there],
        ] {
            let answer = try world.node.run(command, on: world.folder)
            #expect(answer.code == 2 && !answer.errors.contains("s3cr3t"), "\(command): \(answer)")
        }
        #expect(try world.adopt(there).code == 2)
        #expect(try world.adopt().code == 0)
        #expect(try world.release(into: there).code == 2)
        #expect(try world.note("still", in: world.url).code == 0)
        #expect(!FileManager.default.fileExists(atPath: "postgresql:"))
    }

    @Test func `refuses a writer that opened the ledger before`() throws {
        let world = try World()
        let location = LedgerLocation(world.folder)
        let writer = try Ledger.open(at: location, access: .readWrite)
        #expect(try world.adopt().code == 0)
        #expect(throws: EventLogError.movedAway(path: world.folder, to: world.url)) {
            try writer.store.append(.late)
        }
        let place = try PostgresPlace(at: #require(LedgerURL(world.url)), variables: world.node.variables)
        let remote = try place.open(.readWrite)
        #expect(try world.release().code == 0)
        #expect(throws: FleetError.self) { try remote.store.append(.late) }
    }

    @Test func `takes erasures along in both directions`() throws {
        let world = try World()
        #expect(try world.adopt().code == 0)
        try world.node.succeed(["erase", "query", "subject:\"Subject 1\"", "--reason", "law", "--yes"], on: world.url)
        #expect(try world.release().code == 0)
        #expect(try world.node.succeed(["count"], on: world.folder) == "4\n")
        #expect(try world.node.run(["verify", "--content"], on: world.folder).code == 0)
        func holds(_ digestCount: Int, at place: ContentPlace) throws -> Bool {
            var count = 0
            try ContentStore(at: place, access: .readOnly).forEach { _, _ in count += 1 }
            return count == digestCount
        }
        #expect(try holds(4, at: LedgerLocation(world.folder).contents))
        try world.node.succeed(
            ["erase", "query", "subject:\"Subject 0\"", "--reason", "law", "--yes"], on: world.folder)
        let left = try world.node.succeed(["count"], on: world.folder)
        #expect(try world.adopt().code == 0)
        #expect(try world.node.succeed(["count"], on: world.url) == left)
        let verified = try world.node.run(["verify", "--content"], on: world.url)
        #expect(verified.code == 0, "\(verified)")
        let rows = try world.database.run(
            """
            SELECT count(*) FROM mailledger.content JOIN mailledger.ledger USING (ledger)
            WHERE name = '\(world.name)'
            """)
        #expect(rows + "\n" == left)
    }

    @Test func `of events by lines makes the same ledger on a server, and continues it`() throws {
        let world = try World()
        let (node, lines) = (world.node, world.directory.path("events.jsonl"))
        func export() throws {
            try node.succeed(["export", "--events", "--content", "--to", lines, "--force"], on: world.folder)
        }
        try export()
        try node.succeed(["import", "--events", lines, "--dry-run"], on: world.url)
        #expect(try node.run(["count"], on: world.url).code == 1, "a trial makes nothing")
        try node.succeed(["import", "--events", lines], on: world.url)
        #expect(try world.root(of: world.url) == world.root(of: world.folder))
        try node.succeed(["note", "add", "more"], on: world.folder)
        try node.succeed(["erase", "query", "subject:\"Subject 1\"", "--reason", "law", "--yes"], on: world.folder)
        try export()
        try node.succeed(["import", "--events", lines], on: world.url)
        #expect(try world.root(of: world.url) == world.root(of: world.folder))
        #expect(try node.succeed(["count"], on: world.url) == "4\n")
        #expect(try node.run(["verify", "--content"], on: world.url).code == 0)
        let stats = try node.succeed(["stats", "--format", "json"], on: world.url)
        #expect(stats.contains("\"log\"") && !stats.contains("\"log\": 0"), "\(stats)")
    }

    @Test func `of events by lines refuses one that no read model can apply, and the server stays as it was`() throws {
        let world = try World()
        let (node, url) = (world.node, world.url)
        let (good, bad) = (world.directory.path("good.jsonl"), world.directory.path("bad.jsonl"))
        try node.succeed(["export", "--events", "--content", "--to", good], on: world.folder)
        // A message once more, which no command would record.
        let ledger = try Ledger.open(at: LedgerLocation(world.folder), access: .readWrite)
        let stored = try #require(try ledger.store.events(EventSelection(typeName: "mail.message-added")).last)
        let payload = try #require(stored.payload)
        let again = try ledger.catalogue.decode(payload, type: stored.type, at: stored.position).map {
            ProposedEvent($0, target: .noStream, account: .stream(.existing(stored.account)))
        }
        _ = try ledger.store.append(ProposedTransaction(again, context: ledger.context(command: "test")))
        let head = try ledger.store.head().position
        try node.succeed(["export", "--events", "--content", "--to", bad], on: world.folder)
        let index = try readText(bad).split(separator: "\n").firstIndex {
            $0.contains(#""kind":"event","position":\#(head),"#)
        }
        let line = try #require(index) + 1
        func expectRefusal() throws {
            for trial in [["--dry-run"], []] {
                let refused = try node.run(["import", "--events", bad] + trial, on: url)
                #expect(refused.code == 6 && refused.text.isEmpty, "\(trial): \(refused)")
                #expect(refused.errors.contains("\(bad), line \(line): "), "\(trial): \(refused)")
                #expect(refused.errors.contains("failed at event \(head) (mail.message-added"), "\(trial): \(refused)")
            }
        }
        try expectRefusal()
        #expect(try node.run(["count"], on: url).code == 1, "no ledger was made")
        // The name is free for sound events, and the ledger that they make stays as it is.
        try node.succeed(["import", "--events", good], on: url)
        let root = try world.root(of: url)
        try expectRefusal()
        #expect(try world.root(of: url) == root)
        #expect(try node.succeed(["count"], on: url) == "5\n")
        #expect(try world.note("still", in: url).code == 0)
        #expect(try node.run(["verify", "--content"], on: url).code == 0)
    }

    @Test func `lets an administrator drop the rows of a ledger that has moved, as Docs-Fleet says`() throws {
        let world = try World()
        #expect(try world.adopt().code == 0)
        let page = try DocumentationPage("Docs/Fleet.md")
        let script = try #require(page.section("Rows of a ledger that has moved")?.code("sql").first)
            .replacing("'ada'", with: "'\(world.name)'")
        func rows() throws -> String {
            try world.database.run("SELECT count(*) FROM mailledger.ledger WHERE name = '\(world.name)'")
        }
        _ = try world.database.run(script)
        #expect(try rows() == "1", "one that takes writes stays")
        #expect(try world.release().code == 0)
        _ = try world.database.run(script)
        #expect(try rows() == "0")
        let left = try world.database.run(
            "SELECT count(*) FROM mailledger.event LEFT JOIN mailledger.ledger USING (ledger) WHERE name IS NULL")
        #expect(left == "0")
        #expect(try world.adopt().code == 0, "and it comes back as a new one")
    }

    @Test func `opens the rows again if it fails`() throws {
        let world = try World()
        #expect(try world.adopt().code == 0)
        // The disk of the folder is full from some call on.
        let target = world.directory.path("small")
        let tool = try ToolProcess(
            Tool.path(), ["fleet", "release", world.name, target],
            environment: try environment(of: world).merging(
                Faults.variables(below: target, at: .init(kind: .write, number: 2, manner: .on, error: ENOSPC))
            ) { $1 })
        let result = try tool.wait()
        #expect(result.exitCode > 0, "\(result.errorText)")
        #expect(try world.note("still", in: world.url).code == 0)
        #expect(try world.release(into: target).code == 0)
    }

    private func environment(of world: World) -> [String: String] {
        ["MAILLEDGER": world.url, "HOME": world.directory.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"].merging(
            world.node.variables
        ) { $1 }
    }

    @Test func `loses nothing if it is killed anywhere and run again, and never do two places take writes`() throws {
        var generator = SeededGenerator(for: "A move")
        let world = try World()
        let (folder, url) = (world.folder, world.url)
        var notes: [String] = []
        var calls: [Bool: Int] = [:]
        var duration: [Bool: Double] = [:]
        var (number, kills, neither) = (0, 0, 0)
        let end = ContinuousClock.now + .seconds(Soak.seconds ?? 0)
        while (kills < 20 && number < 50) || ContinuousClock.now < end {
            let isRelease = number % 2 == 1
            let move =
                isRelease ? ["fleet", "release", world.name, folder] : ["fleet", "adopt", folder, "--as", world.name]
            let (old, new) = isRelease ? (url, folder) : (folder, url)
            func take(_ text: String, in place: String) throws -> Bool {
                let isTaken = try world.note(text, in: place).code == 0
                if isTaken { notes.append(text) }
                return isTaken
            }
            #expect(try take("before \(number)", in: old))
            // The first move of each direction is measured. Then most die before a call for a file of the folder, the others
            // at some moment.
            let isMeasured = calls[isRelease] == nil
            let atCall = Int.random(in: 0..<3, using: &generator) > 0
            let counts = world.directory.path("counts")
            // A process counts on from what it finds, and would be past its call.
            removeTree(counts)
            let fault = Faults.Fault(
                kind: .any, number: Int.random(in: 1...(calls[isRelease] ?? 1), using: &generator), manner: .kill)
            let variables = try Faults.variables(
                below: folder, at: atCall && !isMeasured ? fault : nil, counts: counts)
            let start = ContinuousClock.now
            let process = try ToolProcess(
                Tool.path(), move, environment: environment(of: world).merging(variables) { $1 })
            let pause = Double.random(in: 0...(duration[isRelease] ?? 0), using: &generator)
            if !atCall, !isMeasured {
                Thread.sleep(forTimeInterval: pause)
                _ = try process.killNow()
            }
            if try process.wait().exitCode == -SIGKILL {
                kills += 1
            } else {
                // It was measured, or had ended before: a later one makes fewer calls than the first.
                calls[isRelease] = try Faults.counts(in: counts)[.any]
                duration[isRelease] =
                    isMeasured ? (ContinuousClock.now - start) / .seconds(1) : min(pause, duration[isRelease] ?? pause)
            }
            let label: Comment = "seed \(generator.seed), move \(number), \(atCall ? fault.description : "by time")"
            let taken = try [old, new].filter { try take("killed \(number) \($0 == folder)", in: $0) }
            #expect(taken.count <= 1, label)
            if taken.isEmpty { neither += 1 }
            let again = try world.node.run(move, on: url)
            try #require(again.code == 0, "\(again) \(label)")
            // A log that was begun has mail that an erasure would miss.
            let remains = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains("-new-") }
            #expect(remains.isEmpty, label)
            #expect(try take("after \(number)", in: new), label)
            #expect(try !take("late \(number)", in: old), label)
            number += 1
        }
        // With no change behind the last move, both have one root.
        if number % 2 == 1 { #expect(try world.release().code == 0) }
        #expect(try world.adopt().code == 0)
        #expect(try world.root(of: folder) == world.root(of: url))
        let found = try world.node.succeed(["notes", "--format", "json"], on: url)
        for note in notes { #expect(found.contains("\"\(note)\""), "seed \(generator.seed): \(note)") }
        #expect(found.split(separator: "\"title\"").count - 1 == notes.count, "seed \(generator.seed)")
        #expect(try world.node.run(["verify", "--content"], on: url).code == 0)
        #expect(try world.node.run(["verify", "--content"], on: folder).code == 0)
        print("\(kills) of \(number) moves were killed; \(neither) left no place that took writes")
        #expect(kills >= 20)
    }
}
