import EventLog
import FoundationEssentials
import Mail
import MailLedger
import Projections
import Synchronization
import Testing

@testable import LedgerKernel

/// How long other writers wait for a command that is behind the log.
struct WriterLockTests {
    private static let account = "ada@example.org"

    /// What a command was seen to do, and what another process does meanwhile.
    private final class Witness: Sendable {
        private let phases = Mutex<[Phase.Name]>([])
        private let others: Mutex<[@Sendable () throws -> Void]>

        init(_ others: [@Sendable () throws -> Void]) {
            self.others = Mutex(others)
        }

        /// Lets the next of the others act before the lock is asked for, when the read models were brought up.
        func see(_ phase: Phase) {
            let isBeforeLock = phases.withLock { phases in
                phases.append(phase.name)
                return phases.suffix(2) == [.views, .views]
            }
            guard isBeforeLock, let act = others.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
            do { try act() } catch { Issue.record(error) }
        }

        var seen: [Phase.Name] { phases.withLock { $0 } }
    }

    /// Runs a command on a ledger to which another process appends in turn, each time before the lock is asked for.
    private func seen(
        adding counts: [Int], bound: Int64, _ body: (SampleLedger) throws -> Void
    ) throws -> (phases: [Phase.Name], ledger: SampleLedger) {
        let sample = try SampleLedger(.disk)
        try sample.addAccount(Self.account)
        let location = try #require(sample.location)
        let witness = Witness(
            counts.enumerated().map { round, count in
                {
                    // To the log alone, as a process does that is killed before its views follow.
                    let other = try LogFile(location.logPath).open(.readWrite, environment: .system).store
                    let event = ProposedEvent(
                        LogSalvaged(events: nil, fault: "round \(round)"), target: .noStream, account: .none)
                    let context = try #require(try other.transaction(1)?.openedHeader()).context
                    _ = try other.append(ProposedTransaction(Array(repeating: event, count: count), context: context))
                }
            })
        var environment = LedgerEnvironment.current()
        environment.observer = { witness.see($0) }
        try sample.reopen(.readWrite, environment: environment)
        sample.ledger.eventsUnderLock = bound
        try body(sample)
        return (witness.seen, sample)
    }

    private func addFolder(_ sample: SampleLedger) throws {
        _ = try sample.ledger.perform(AddFolderRequest(account: Self.account, path: "mine"))
    }

    @Test func `what came in meanwhile is taken in under the lock, as far as the bound`() throws {
        let (phases, sample) = try seen(adding: [3], bound: 3, addFolder)
        #expect(phases.filter { $0 == .lock }.count == 1)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
        #expect(try sample.ledger.read { try $0.folders().contains { $0.path == "mine" } })
    }

    @Test func `beyond the bound the lock is let go, and all of it begins again`() throws {
        let (phases, sample) = try seen(adding: [4, 5, 1], bound: 3, addFolder)
        #expect(phases.filter { $0 == .lock }.count == 3)
        // Under the first two locks nothing was taken in and nothing decided.
        let firstLock = try #require(phases.firstIndex(of: .lock))
        #expect(phases[firstLock + 1] == .views)
        #expect(phases.filter { $0 == .decide }.count == 1 && phases.filter { $0 == .append }.count == 1)
        #expect(try sample.ledger.read { try $0.folders().contains { $0.path == "mine" } })
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test func `who is always behind is told so, and nothing is recorded`() throws {
        let (_, sample) = try seen(adding: Array(repeating: 2, count: 25), bound: 1) { sample in
            let head = try sample.ledger.store.head()
            #expect(throws: EventLogError.busy(holder: nil)) { try addFolder(sample) }
            #expect(try sample.ledger.store.head().position > head.position)
        }
        #expect(try sample.ledger.read { try $0.folders().allSatisfy { $0.path != "mine" } })
    }

    @Test func `a unit of work that is thrown out of leaves the log untouched, in every byte`() throws {
        struct Refusal: Error {}
        let sample = try SampleLedger(.disk)
        try sample.addAccount(Self.account)
        let path = try #require(sample.location).logPath
        try sample.reopen()
        let before = try (bytes(path), bytes(path + "-wal"), sample.ledger.store.head())
        #expect(throws: Refusal.self) {
            try sample.ledger.transaction(sample.ledger.context(command: "try")) { _ in
                try addFolder(sample)
                throw Refusal()
            }
        }
        let after = try (bytes(path), bytes(path + "-wal"), sample.ledger.store.head())
        #expect(before == after)
    }

    private func bytes(_ path: String) -> [UInt8] {
        Array(FileManager.default.contents(atPath: path) ?? Data())
    }
}

extension TransactionHeader {
    /// The same hand once more, in an operation of its own.
    fileprivate var context: OperationContext {
        OperationContext(
            operation: OperationID(.random { count in (0..<count).map { _ in .random(in: 0...255) } }),
            command: command, actor: actor, osUser: osUser, host: host, program: program)
    }
}
