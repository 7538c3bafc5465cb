/// A date and a time of day, as a clock shows them.
package struct CivilDateTime: Hashable, Sendable {
    /// The day.
    package let date: CivilDate
    /// 0…23.
    package let hour: Int64
    /// 0…59.
    package let minute: Int64
    /// 0…59.
    package let second: Int64
    /// 0…999,999.
    package let microsecond: Int64

    /// Makes the time that is `microseconds` after 1970 began in UTC, on a clock `offset` seconds ahead of UTC.
    package init(microseconds: Int64, offset: Int64 = 0) {
        let (seconds, fraction) = microseconds.quotientAndRemainder(flooringBy: Timestamp.microsecondsPerSecond)
        let (days, secondOfDay) = (seconds + offset).quotientAndRemainder(flooringBy: CivilDate.secondsPerDay)
        date = CivilDate(daysSince1970: days)
        hour = secondOfDay / 3_600
        minute = secondOfDay / 60 % 60
        second = secondOfDay % 60
        microsecond = fraction
    }

    /// Hours, minutes and seconds of two digits each: `03:04:05`.
    package var clock: String {
        [hour, minute, second].map(\.twoDigits).joined(separator: ":")
    }
}
