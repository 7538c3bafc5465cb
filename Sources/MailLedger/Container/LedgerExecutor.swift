internal import Glibc
internal import Synchronization

/// Runs the work of one actor in turn on a thread that may block, so that no thread of Swift's pool waits for a disk or a lock.
///
/// The pool has a thread a core: two ledgers that wait ten seconds for a lock would stop a program on two cores.
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
        var thread = pthread_t()
        let argument = unsafe Unmanaged.passRetained(self).toOpaque()
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<LedgerExecutor>.fromOpaque(argument).takeRetainedValue().drain()
                }
                return nil
            }, argument)
        guard code == 0 else {
            // No thread can be had (pthread_create(3), EAGAIN): the work is done where it was asked for.
            unsafe Unmanaged<LedgerExecutor>.fromOpaque(argument).release()
            return drain()
        }
        pthread_detach(thread)
    }

    private func drain() {
        while let jobs = takeAll() {
            for job in jobs { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }

    /// What waits; nil where nothing does, and then the next job makes a thread again.
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
