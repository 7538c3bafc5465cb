import Chat
import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

/// Whatever way a log is replayed, the read models are the same: held by their digests.
struct ReplayPropertyTests {
    /// How many histories to try: thousands in `make soak`.
    private static var rounds: Int {
        ProcessInfo.processInfo.environment["MAILLEDGER_SOAK_SECONDS"].flatMap { Int($0) }.map { $0 * 10 } ?? 60
    }

    private func views(of log: OpenLog, _ catalogue: EventCatalogue) -> Views {
        Views(
            of: log, directory: nil, projections: AllProjections.types, catalogue: catalogue, canWrite: true,
            prepare: { _ in })
    }

    @Test(.requirement(211, 212))
    func `Any history gives the same read models, however and in whatever shapes it is replayed`() async {
        var generator = SeededGenerator(for: "replays")
        let seed = generator.seed
        let histories = (0..<Self.rounds).map { _ in (seed: generator.next(), shapes: generator.next()) }
        // Several at a time: one after the other they take longer than any other test, and the suite waits for its last.
        let workers = 4
        let rewritten = await withTaskGroup { group in
            for worker in 0..<workers {
                group.addTask {
                    var rewritten: [String: Int] = [:]
                    for round in stride(from: worker, to: histories.count, by: workers) {
                        let history = histories[round]
                        let label = "seed \(seed) round \(round), history \(history.seed)"
                        var shapes = SeededGenerator(seed: history.shapes)
                        do {
                            let counts = try expectSameModels(ofHistory: history.seed, label, using: &shapes)
                            rewritten.merge(counts, uniquingKeysWith: +)
                        } catch {
                            Issue.record("\(error), \(label)")
                        }
                    }
                    return rewritten
                }
            }
            return await group.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        }
        print("events in older shapes: \(rewritten.sorted { $0.key < $1.key })")
        #expect(rewritten.values.reduce(0, +) > 10 * Self.rounds)
        // Notes, readers and conversations change too seldom to be in every run.
        for type in [MessageMarked.type, ChatMessageJoined.type] {
            #expect(rewritten[type.name] != nil, "no \(type.name) in any history")
        }
    }

    /// Replays one history in several ways, also with its events in older shapes; returns how many of each type had one.
    private func expectSameModels(
        ofHistory seed: UInt64, _ label: String, using generator: inout SeededGenerator
    ) throws -> [String: Int] {
        var commands = try RandomCommands(.disk, seed: seed)
        try commands.run(steps: 25, label: label)
        // No undo brings back what these two take.
        try commands.keepTokens()
        if commands.chance(30) { try commands.erase() }
        let ledger = commands.sample.ledger
        let live = try ledger.maintenance.readModelHealth(withDigests: true)
        #expect(live.allSatisfy { $0.behind == 0 || $0.name == "search" }, "\(label)")
        let digests = live.map(\.digest)

        try ledger.maintenance.rebuild()
        #expect(
            try ledger.maintenance.readModelHealth(withDigests: true).map(\.digest) == digests, "rebuilt, \(label)")

        let location = try #require(ledger.location)
        let copy = try TemporaryDirectory()
        try Connection(path: location.logPath, mode: .readOnly).run("VACUUM INTO \(bind: copy.path("log.sqlite"))")
        let rewritten = try OlderShapes.rewrite(
            Connection(path: copy.path("log.sqlite"), mode: .readWrite), using: &generator)
        let log = try LogFile(copy.path("log.sqlite")).open(.readWrite, environment: .system)
        let store = log.store
        let whole = try views(of: log, OlderShapes.catalogue).current().digests()
        let own = live.filter { $0.name != "search" }.map(\.digest)
        #expect(
            AllProjections.types.map { type in whole.first { $0.name == type.name }?.digest } == own, "\(label)")

        // In two halves, of which the second knows nothing but the tables of the first.
        var ends: [Position] = []
        try store.forEachTransaction(from: 1, isBackward: false) { transaction in
            ends.append(transaction.lastPosition)
            return true
        }
        for end in ends.shuffled(using: &generator).prefix(2) {
            let past = PastViews(
                of: store, viewsDirectory: copy.path("views"), projections: AllProjections.types,
                catalogue: OlderShapes.catalogue, canWrite: true)
            let first = try past.open(at: end).projector.digests()
            let today = try ledger.pastDigests(at: end)
            #expect(today == first, "as of \(end), \(label)")
            let replica = try past.makeReplica(at: end)
            try replica.projector.catchUp(with: store)
            #expect(try replica.projector.digests() == whole, "cut at \(end), \(label)")
        }
        return rewritten
    }
}

extension Ledger {
    /// The digests of the read models as of a position, and of what they share.
    fileprivate func pastDigests(at position: Position) throws -> [ReadModelDigest] {
        try PastViews(
            of: store, viewsDirectory: nil, projections: AllProjections.types, catalogue: catalogue, canWrite: false
        ).open(at: position).projector.digests()
    }
}
