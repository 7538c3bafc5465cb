import Glibc

/// The processor time of the calling thread: what work takes, however busy the machine is.
package enum ThreadClock {
    /// Returns how many seconds of the processor a closure takes on this thread.
    package static func seconds(of body: () throws -> Void) rethrows -> Double {
        let start = now
        try body()
        return now - start
    }

    private static var now: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}
