internal import Cryptography
internal import Dispatch
internal import Parallel
internal import SQLiteDatabase
internal import Synchronization

/// One verification of a log: parts of it that are checked in parallel, and the findings.
///
/// Events are immutable up to the head that was read first, so each thread can read in a snapshot of its own.
final class LogInspection: Sendable {
    /// A part that one thread checks.
    enum Part: Sendable {
        /// Whole tiles of events; only the last part may end within one.
        case events(ClosedRange<Int64>)
        case transactions(ClosedRange<Int64>)
        /// The index of streams compared with the events; always all of it.
        case streams
        /// The pages of the events, whose inner ones are read only by who looks for one event.
        case pages
    }

    /// The findings of all parts together.
    struct Findings {
        /// The fault at the lowest position; of two at one position, that of the earlier part, whichever thread is
        /// faster.
        var fault: LogFault?
        fileprivate var faultyPart = 0
        /// The error that kept a part from being checked.
        var obstacle: (any Error)?
        /// The roots of the full tiles of each part of events, by its first position, and the leaves behind them.
        var tiles: [Int64: EventRangeCheck.Tiles] = [:]
        /// The sums over the places of all events, by the events and by their index.
        var sums = (events: StreamPlaceSum(), index: StreamPlaceSum())
        var rotations = 0
        /// What SQLite finds wrong with the pages of the events; it names no position.
        var faultOfPages: String?
    }

    /// The parts that cannot be divided, which another thread begins with: during them nothing can be reported.
    private let wholes: [Part]
    private let pieces: [Part]
    private let head: LogHead
    private let ledger: LedgerID
    private let isWhole: Bool
    private let nextWhole = Atomic<Int>(0)
    private let nextPiece = Atomic<Int>(0)
    private let done = Atomic<Int64>(0)
    private let isCancelled = Atomic<Bool>(false)
    private let shared = Mutex(Findings())
    /// Those of the other threads' connections.
    private let interrupters = Mutex<[Interrupter]>([])

    /// The number of events in one part: enough to be worth a statement, few enough to share them evenly.
    static let eventsInPart = 16 * TileID.width
    private static let transactionsInPart: Int64 = 4096

    /// Covers the events from `first` on, which begins a tile, and all transactions that contain them.
    init(of ledger: LedgerID, head: LogHead, from first: Int64, transaction: Int64) {
        self.ledger = ledger
        self.head = head
        isWhole = first <= 1
        wholes = isWhole ? [.streams, .pages] : []
        var parts: [Part] = []
        for start in stride(from: transaction, through: head.transaction, by: Int(Self.transactionsInPart)) {
            parts.append(.transactions(start...min(start + Self.transactionsInPart - 1, head.transaction)))
        }
        for start in stride(from: first, through: head.position.rawValue, by: Int(Self.eventsInPart)) {
            parts.append(.events(start...min(start + Self.eventsInPart - 1, head.position.rawValue)))
        }
        pieces = parts
    }

    /// Checks all parts: on this thread, and on as many others as there are connections for.
    ///
    /// - Parameter open: Opens a connection for another thread.
    func run(
        on connection: Connection, others: Int, open: @escaping @Sendable () throws -> Connection,
        progress: (Position) -> Bool
    ) throws -> Findings {
        let end = DispatchSemaphore(value: 0)
        var helpers = 0
        for _ in 0..<others {
            let isStarted = BlockingThread.start {
                do {
                    let connection = try open()
                    self.interrupters.withLock { $0.append(connection.interrupter) }
                    try connection.transaction(.deferred) {
                        try self.work(on: connection, beginsWithWholes: true) { _ in true }
                    }
                } catch {
                    self.shared.withLock { $0.obstacle = $0.obstacle ?? error }
                }
                end.signal()
            }
            if isStarted { helpers += 1 }
        }
        do {
            try work(on: connection, beginsWithWholes: false, progress: progress)
        } catch {
            shared.withLock { $0.obstacle = $0.obstacle ?? error }
            if case EventLogError.cancelled = error {
                isCancelled.store(true, ordering: .relaxed)
                // The others may be within a part that takes minutes.
                interrupters.withLock { for interrupter in $0 { interrupter.interrupt() } }
            }
        }
        for _ in 0..<helpers { end.wait() }
        interrupters.withLock { $0 = [] }
        return shared.withLock { $0 }
    }

    private func work(
        on connection: Connection, beginsWithWholes: Bool, progress: (Position) -> Bool
    ) throws {
        var events = try EventRangeCheck.make(on: connection, ledger: ledger, checksStreams: !isWhole)
        while let (index, part) = beginsWithWholes ? takeWhole() ?? takePiece() : takePiece() ?? takeWhole() {
            do {
                switch part {
                case .events(let range):
                    let tiles = try events.run(range, endsAtHead: range.upperBound == head.position.rawValue)
                    shared.withLock { $0.tiles[range.lowerBound] = tiles }
                    done.add(Int64(range.count), ordering: .relaxed)
                case .transactions(let range):
                    var check = TransactionRangeCheck(on: connection)
                    try check.run(range)
                case .streams:
                    let sum = try StreamIndexCheck(on: connection).run(through: head.position)
                    shared.withLock { $0.sums.index = sum }
                case .pages:
                    let fault = try Self.faultOfPages(on: connection)
                    shared.withLock { $0.faultOfPages = fault }
                }
            } catch let fault as LogFault {
                report(fault, in: index)
            } catch let error as SQLiteError where error.isCorrupt {
                let reason = "SQLite finds the file damaged: \(error.message)"
                report(LogFault(position: .start, reason: reason), in: index)
            }
            guard case .events = part else { continue }
            guard progress(Position(done.load(ordering: .relaxed))) else { throw EventLogError.cancelled }
        }
        shared.withLock {
            $0.sums.events.add(events.places)
            $0.rotations += events.rotations
        }
    }

    // Not compared with the indexes: those are compared row by row (sqlite.org/pragma.html#pragma_quick_check).
    private static func faultOfPages(on connection: Connection) throws -> String? {
        do {
            return try connection.fault(by: "PRAGMA quick_check(events)")
        } catch let error as SQLiteError where error.isCorrupt {
            return error.message
        }
    }

    /// Returns the next part that cannot be divided, and its number.
    private func takeWhole() -> (index: Int, part: Part)? {
        let index = nextWhole.add(1, ordering: .relaxed).oldValue
        guard index < wholes.count, !isCancelled.load(ordering: .relaxed) else { return nil }
        return (index, wholes[index])
    }

    /// Returns the next piece that could contain a fault before the first one that is known, and its number.
    private func takePiece() -> (index: Int, part: Part)? {
        while true {
            let index = nextPiece.add(1, ordering: .relaxed).oldValue
            guard index < pieces.count, !isCancelled.load(ordering: .relaxed) else { return nil }
            guard case .events(let range) = pieces[index],
                let fault = shared.withLock({ $0.fault }), fault.position.rawValue < range.lowerBound
            else { return (wholes.count + index, pieces[index]) }
        }
    }

    private func report(_ fault: LogFault, in part: Int) {
        shared.withLock { findings in
            if let known = findings.fault, (known.position, findings.faultyPart) <= (fault.position, part) { return }
            (findings.fault, findings.faultyPart) = (fault, part)
        }
    }
}

/// A sum over the places of events in their streams, in any order: equal sums, equal sets.
struct StreamPlaceSum: Equatable {
    private var sum: UInt64 = 0
    private(set) var count = 0

    mutating func add(stream: Int64, version: Int64, position: Int64) {
        // Fibonacci hashing and the finaliser of SplitMix64, so that sums of other places differ.
        var mixed = UInt64(bitPattern: position) &* 0x9e37_79b9_7f4a_7c15
        mixed ^= UInt64(bitPattern: stream) &* 0xbf58_476d_1ce4_e5b9
        mixed ^= UInt64(bitPattern: version) &* 0x94d0_49bb_1331_11eb
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        sum &+= mixed ^ (mixed >> 31)
        count += 1
    }

    mutating func add(_ other: StreamPlaceSum) {
        sum &+= other.sum
        count += other.count
    }
}
