internal import CivilTime

/// A moment as the Date field writes it (RFC 5322 section 3.3), in UTC.
struct InternetDate {
    let text: String

    /// - Parameter isDamaged: Whether the year is counted from 1900, as some programs did.
    init(_ seconds: Int, isDamaged: Bool) {
        let time = CivilDateTime(microseconds: Int64(seconds) * 1_000_000)
        let date = time.date
        let year = isDamaged ? date.year - 1_900 : date.year
        text = "\(date.shortWeekdayName), \(date.day) \(date.shortMonthName) \(year) \(time.clock) +0000"
    }
}
