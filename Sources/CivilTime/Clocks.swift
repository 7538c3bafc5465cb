internal import Glibc

extension Timestamp {
    /// The system's clock, which people and time servers may step back (clock_gettime(2), CLOCK_REALTIME).
    public static var now: Timestamp {
        Timestamp(microseconds: reading(of: CLOCK_REALTIME).microseconds)
    }

    /// The clock that file systems stamp files with: a few milliseconds behind `now`, and never ahead of a later stamp.
    package static var ofFiles: Timestamp {
        Timestamp(microseconds: reading(of: CLOCK_REALTIME_COARSE).microseconds)
    }
}

/// A clock that cannot be set, for measuring durations (clock_gettime(2), CLOCK_MONOTONIC).
package enum MonotonicClock {
    /// Nanoseconds since some moment.
    package static var nanoseconds: UInt64 {
        let time = reading(of: CLOCK_MONOTONIC)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Microseconds since the same moment.
    package static var microseconds: Int64 { reading(of: CLOCK_MONOTONIC).microseconds }
}

/// The processor time of the calling thread, which runs only while it works (clock_gettime(2), CLOCK_THREAD_CPUTIME_ID).
package enum ThreadClock {
    /// Microseconds since the thread began.
    package static var microseconds: Int64 { reading(of: CLOCK_THREAD_CPUTIME_ID).microseconds }
}

private func reading(of clock: clockid_t) -> timespec {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return time
}

extension timespec {
    fileprivate var microseconds: Int64 { Int64(tv_sec) * 1_000_000 + Int64(tv_nsec) / 1_000 }
}
