import Glibc

extension TimeFormat {
    /// How far a clock is ahead of UTC.
    package enum TimeZone: Equatable, Sendable {
        /// Not at all.
        case utc
        /// By so many seconds, always.
        case fixed(seconds: Int)
        /// As the system says (`TZ`, else /etc/localtime), summer time included.
        case local

        /// Returns the seconds ahead of UTC at a time in microseconds since 1970.
        package func offset(at microseconds: Int64) -> Int {
            switch self {
            case .utc: return 0
            case .fixed(let seconds): return seconds
            case .local:
                // localtime_r(3) fails only where the year does not fit.
                var seconds = time_t(microseconds / 1_000_000) - (microseconds % 1_000_000 < 0 ? 1 : 0)
                var time = unsafe tm()
                guard unsafe localtime_r(&seconds, &time) != nil else { return 0 }
                return unsafe time.tm_gmtoff
            }
        }
    }
}
