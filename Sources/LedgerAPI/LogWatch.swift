internal import CivilTime
internal import Dispatch
internal import EventLog
internal import MailLedger
internal import Parallel
internal import Synchronization

/// Looks at the log 25 times a second for what other processes recorded, and at what takes too long.
///
/// A look is one question for the end of a table. With the wake-up it is some 90 microseconds, which a server pays while nothing happens.
final class LogWatch: Sendable {
    private static let pause = DispatchTimeInterval.milliseconds(40)

    /// How often uploads whose time is over are taken away.
    private static let secondsBetweenSweeps: Int64 = 600

    private let isStopped = Atomic<Bool>(false)
    private let end = DispatchSemaphore(value: 0)

    init(_ handler: APIHandler, opening open: @escaping WorkPool.Opening) {
        _ = BlockingThread.start { [self] in
            var ledger: Ledger?
            var (nextSweep, nextRest): (Int64, Int64) = (0, 0)
            var wasThere = true
            while !isStopped.load(ordering: .relaxed) {
                if ledger == nil { ledger = try? open(nil) }
                if let ledger { look(at: ledger, for: handler) }
                let isThere = handler.folder.isThere
                if wasThere, !isThere { handler.hub.wakeAll() }
                wasThere = isThere
                if isThere, MonotonicClock.microseconds >= nextRest {
                    nextRest = MonotonicClock.microseconds + 1_000_000
                    // The tokens come from read models, which an erasure replaces.
                    try? ledger?.erasure.rest()
                }
                handler.codes.sweep(at: handler.now)
                for pool in [handler.readers, handler.past] {
                    pool.interrupt(olderThan: handler.options.requestSeconds)
                }
                if MonotonicClock.microseconds >= nextSweep {
                    nextSweep = MonotonicClock.microseconds + Self.secondsBetweenSweeps * 1_000_000
                    _ = handler.uploads.submit { _ = try? $0.mail.blobs?.sweep() }
                }
                _ = end.wait(timeout: .now() + Self.pause)
            }
        }
    }

    private func look(at ledger: Ledger, for handler: APIHandler) {
        guard let head = try? ledger.store.head().position else { return }
        // First, so that a stream that is woken is let in, or not, by the tokens of then.
        try? handler.tokens.refresh(from: ledger, upTo: head)
        handler.hub.note(head)
    }

    func stop() {
        isStopped.store(true, ordering: .relaxed)
        end.signal()
    }
}
