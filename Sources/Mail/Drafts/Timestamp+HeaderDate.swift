internal import CivilTime

extension Timestamp {
    /// The date as a header has it (RFC 5322, 3.3), in UTC: `Sun, 22 Nov 2026 11:24:34 +0000`.
    ///
    /// It has four digits for the year, so that times before the year 0 and behind 9999 are the first and the last that it has.
    var headerDate: String {
        let first = Timestamp(microseconds: -62_167_219_200_000_000)
        let last = Timestamp(microseconds: 253_402_300_799_999_999)
        let time = CivilDateTime(microseconds: min(max(self, first), last).microseconds)
        let date = time.date
        let year = String(repeating: "0", count: max(0, 4 - String(date.year).utf8.count)) + String(date.year)
        return "\(date.shortWeekdayName), \(date.day.twoDigits) \(date.shortMonthName) \(year) \(time.clock) +0000"
    }
}
