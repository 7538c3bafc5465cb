internal import EventLog

extension Timestamp {
    /// The date as a header has it (RFC 5322, 3.3), in UTC: `Sun, 22 Nov 2026 11:24:34 +0000`.
    ///
    /// It has four digits for the year, so that times before the year 0 and behind 9999 are the first and the last that it has.
    var headerDate: String {
        let first = Timestamp(microseconds: -62_167_219_200_000_000)
        let last = Timestamp(microseconds: 253_402_300_799_999_999)
        let time = min(max(self, first), last)
        // `2026-11-22T11:24:34.…`: the calendar is counted in one place.
        let parts = time.iso8601.split { "-T.".contains($0) }
        let day = (time.microseconds - first.microseconds) / 86_400_000_000
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        // The first day of the year 0 was a Saturday.
        let weekday = ["Sat", "Sun", "Mon", "Tue", "Wed", "Thu", "Fri"][Int(day % 7)]
        let month = Int(parts[1]).map { months[$0 - 1] } ?? ""
        return "\(weekday), \(parts[2]) \(month) \(parts[0]) \(parts[3]) +0000"
    }
}
