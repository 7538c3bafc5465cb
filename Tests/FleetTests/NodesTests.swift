import Content
import EventLog
import Fleet
import FleetSupport
import Foundation
import LibPQ
import MailLedger
import Synchronization
import TestSupport
import Testing

/// Nodes that use one server at once: each a process, or a connection of its own.
@Suite(.enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
struct `Nodes at once` {
    private let directory: TemporaryDirectory
    private let nodes: [FleetNode]
    private let database: FleetDatabase

    init() throws {
        let directory = try TemporaryDirectory()
        self.directory = directory
        nodes = ["one", "two"].map { FleetNode($0, in: directory) }
        database = try FleetDatabase.shared.get()
    }

    private func makeLedger() throws -> String {
        let url = database.freshURL()
        try PostgresPlace.create(
            at: #require(LedgerURL(url)), origin: "tests/\(UUID().uuidString)", environment: .system)
        return url
    }

    /// Lets some writers, dealt out to nodes, add notes at once, each by a process of its own.
    private func record(_ each: Int, by writers: Int, of nodes: [FleetNode], on url: String) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<writers {
                group.addTask {
                    for number in 1...each {
                        let reason = "writer \(writer) change \(number)"
                        _ = try await onThread {
                            try nodes[writer % nodes.count].run("note add '\(reason)' --reason '\(reason)'", on: url)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `four processes of two nodes on one ledger record each of their commands once`() async throws {
        let url = try makeLedger()
        let each = Soak.size(500, inSuite: 20)
        try await record(each, by: 4, of: nodes, on: url)
        for node in nodes {
            let ledger = try node.open(url)
            let reasons = try ledger.recordedReasons()
            #expect(reasons.count == 4 * each && reasons.values.allSatisfy { $0 == 1 })
            #expect(try ledger.maintenance.verifyLog().transactions == 4 * each)
            #expect(try ledger.answer(CountNotes()).count == 4 * each)
            #expect(try ledger.maintenance.checkViews() == nil)
        }
    }

    // One that updates the read models has a session before it locks them: a writer that waits for that lock has the head,
    // and a third process may wait for the head in the last session.
    @Test(.enabled(if: FleetDatabase.canBePooled, "pgbouncer is not installed"))
    func `eight processes that share two sessions wait for each other, and for nothing else`() async throws {
        let database = try FleetDatabase(on: .shared.get())
        let address = try database.freshAddress(user: database.nodeRole(), through: Pooler.shared.get())
        try PostgresPlace.create(
            at: #require(LedgerURL(address.description)), origin: "tests/pooled", environment: .system)
        let each = Soak.size(50, inSuite: 5)
        try await record(each, by: 8, of: [nodes[0]], on: address.description)
        let reasons = try nodes[0].open(address.description).recordedReasons()
        #expect(reasons.count == 8 * each && reasons.values.allSatisfy { $0 == 1 })
    }

    @Test func `sixteen ledgers grow at once, each by what is its own`() async throws {
        let urls = try (0..<16).map { _ in try makeLedger() }
        let each = Soak.size(200, inSuite: 10)
        let nodes = nodes
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, url) in urls.enumerated() {
                let container = try nodes[number % 2].openContainer(url)
                group.addTask {
                    for change in 1...each {
                        let reason = "ledger \(number) change \(change)"
                        _ = try await container.perform(AddNoteRequest(title: reason), Call(reason: reason))
                    }
                }
            }
            try await group.waitForAll()
        }
        for (number, url) in urls.enumerated() {
            // Read by the node that did not write it.
            let ledger = try nodes[1 - number % 2].open(url)
            #expect(
                try ledger.recordedReasons()
                    == Dictionary(uniqueKeysWithValues: (1...each).map { ("ledger \(number) change \($0)", 1) }))
            #expect(try ledger.maintenance.verifyLog().transactions == each)
        }
    }

    @Test func `a process that is frozen while it holds the head loses it, and is refused when it wakes`()
        async throws
    {
        let url = try makeLedger()
        let address = try #require(PostgresAddress(url))
        let proxy = try CuttingProxy(before: database.folder)
        let process = Process()
        process.executableURL = URL(filePath: try #require(mailledgerProgram()).path)
        process.arguments = ["note", "add", "frozen", "--reason", "frozen"]
        process.environment = nodes[0].variables.merging([
            "MAILLEDGER": database.address(of: address, on: proxy.folder).description
        ]) { $1 }
        let output = Pipe()
        process.standardError = output
        process.standardOutput = output
        // The server has given it the lock, and it does not know yet.
        let id = Atomic<pid_t>(0)
        let frozen = Flag()
        proxy.whenLocked {
            while id.load(ordering: .sequentiallyConsistent) == 0 { usleep(1_000) }
            kill(id.load(ordering: .sequentiallyConsistent), SIGSTOP)
            frozen.set()
        }
        try process.run()
        id.store(process.processIdentifier, ordering: .sequentiallyConsistent)
        while !frozen.isSet, process.isRunning {
            try await Task.sleep(for: .milliseconds(10))
        }
        try #require(frozen.isSet)
        let ledger = try nodes[1].open(url)
        let start = ContinuousClock.now
        while true {
            do {
                _ = try ledger.perform(AddNoteRequest(title: "awake"), Call(reason: "awake"))
                break
            } catch EventLogError.busy where start.duration(to: .now) < .seconds(30) {}
        }
        // 15 seconds are what the server lets a transaction be idle.
        #expect(start.duration(to: .now) < .seconds(20))
        kill(process.processIdentifier, SIGCONT)
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect([4, 69].contains(process.terminationStatus), "\(process.terminationStatus): \(text)")
        #expect(try ledger.recordedReasons() == ["awake": 1])
        _ = try ledger.maintenance.verifyLog()
        #expect(try ledger.answer(CountNotes()).count == 1)
    }

    @Test func `a collector takes nothing from an import of another process`() async throws {
        let url = try makeLedger()
        let (importer, collector) = (nodes[0], nodes[1])
        try importer.run("account add mara@harbour.example.com", on: url)
        // What a killed import has left: contents that no event names, which the next import finds and the collector
        // wants to remove.
        let contents = ContentStore(at: .server(PostgresLog(try #require(PostgresAddress(url)))))
        let (rounds, each) = (Soak.size(20, inSuite: 2), 25)
        var generator = SeededGenerator()
        for round in 1...rounds {
            let folder = directory.path("mail \(round)")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for number in 1...each {
                let id = round * each + number
                // Every tenth is kept in pieces.
                let body =
                    number.isMultiple(of: 10)
                    ? Data(generator.bytes(1_200_000)).base64EncodedString(options: .lineLength76Characters)
                    : "Body \(id)"
                let mail =
                    "From: p@example.org\r\nTo: mara@harbour.example.com\r\nSubject: Subject \(id)\r\n"
                    + "Message-ID: <\(id)@example.org>\r\nDate: Fri, 01 Mar 2024 10:00:00 +0000\r\n\r\n\(body)\r\n"
                try Data(mail.utf8).write(to: URL(filePath: "\(folder)/\(number).eml"))
                _ = try contents.batch { try $0.put(bytes: Array(mail.utf8)) }
            }
        }
        let hasImported = Flag()
        let directory = directory
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { hasImported.set() }
                for round in 1...rounds {
                    let folder = directory.path("mail \(round)")
                    _ = try await onThread {
                        try importer.run("import '\(folder)' --account mara@harbour.example.com", on: url)
                    }
                }
            }
            group.addTask {
                while !hasImported.isSet {
                    do {
                        _ = try await onThread { try collector.run("collect", on: url) }
                    } catch let failure as ToolFailure where failure.status == 75 {}
                }
            }
            try await group.waitForAll()
        }
        for node in nodes {
            let counted = try node.run("count", on: url)
            // Before it is the note that there is no standby.
            #expect(counted.hasSuffix("\n\(rounds * each)\n"))
        }
        try collector.run("verify --content", on: url)
    }
}

/// Something that one task tells others.
private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)
    func set() { value.store(true, ordering: .sequentiallyConsistent) }
    var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }
}
