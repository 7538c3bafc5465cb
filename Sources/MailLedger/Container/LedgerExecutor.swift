internal import Parallel
internal import Synchronization

/// Runs the work of one actor in turn on a ``BlockingThread``: two ledgers that wait ten seconds for a lock would stop a
/// program on two cores.
///
/// A thread is made when there is work and ends with it.
final class LedgerExecutor: SerialExecutor {
    private struct Queue {
        var jobs: [UnownedJob] = []
        /// Whether a thread is at work, or about to be.
        var isDraining = false
    }

    private let queue = Mutex(Queue())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = queue.withLock { queue in
            queue.jobs.append(job)
            defer { queue.isDraining = true }
            return !queue.isDraining
        }
        if isFirst { startThread() }
    }

    private func startThread() {
        // If no thread is available, the calling thread does the work.
        if !BlockingThread.start({ self.drain() }) { drain() }
    }

    private func drain() {
        while let jobs = takeAll() {
            for job in jobs { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }

    /// The waiting jobs; nil if there are none, and then the next job starts a thread again.
    private func takeAll() -> [UnownedJob]? {
        queue.withLock { queue in
            guard !queue.jobs.isEmpty else {
                queue.isDraining = false
                return nil
            }
            defer { queue.jobs = [] }
            return queue.jobs
        }
    }
}
