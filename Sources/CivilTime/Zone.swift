internal import Glibc

/// The offset of a clock from UTC.
package enum Zone: Hashable, Sendable {
    /// Not at all.
    case utc
    /// By that many seconds, always.
    case fixed(seconds: Int)
    /// The system's zone (`TZ`, else /etc/localtime), with summer time.
    case local

    /// Returns the seconds ahead of UTC at a time in microseconds since 1970.
    package func offset(at microseconds: Int64) -> Int {
        Int(offset(atSecond: microseconds.floored(by: Timestamp.microsecondsPerSecond)))
    }

    /// Returns the seconds ahead of UTC at a time in seconds since 1970.
    package func offset(atSecond seconds: Int64) -> Int64 {
        switch self {
        case .utc: return 0
        case .fixed(let seconds): return Int64(seconds)
        case .local:
            var seconds = time_t(seconds)
            var local = unsafe tm()
            // localtime_r fails only where the year does not fit an int (localtime(3)).
            guard unsafe localtime_r(&seconds, &local) != nil else { return 0 }
            return unsafe Int64(local.tm_gmtoff)
        }
    }
}
