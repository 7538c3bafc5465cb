/// A moment as the Date field writes it (RFC 5322 section 3.3), in UTC.
struct InternetDate {
    let text: String

    /// - Parameter isDamaged: Whether the year is counted from 1900, as some programs did.
    init(_ seconds: Int, isDamaged: Bool) {
        let days = seconds / 86_400
        let (year, month, day) = Self.civil(fromDays: days)
        let second = seconds % 86_400
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][days % 7]
        let monthName = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][month - 1]
        let time = [second / 3_600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        text = "\(weekday), \(day) \(monthName) \(isDamaged ? year - 1_900 : year) \(time.joined(separator: ":")) +0000"
    }

    // <https://howardhinnant.github.io/date_algorithms.html#civil_from_days>, for days after 1970.
    private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
