internal import Glibc

extension Timestamp {
    /// The system's clock, which people and time servers may step back (clock_gettime(2), CLOCK_REALTIME).
    public static var now: Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }
}
