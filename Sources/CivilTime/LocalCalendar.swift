/// Days and clock times of one time zone.
package struct LocalCalendar: Sendable {
    /// Returns by how many seconds local time is ahead of UTC at a Unix time in seconds.
    let offset: @Sendable (Int64) -> Int64

    package init(offset: @escaping @Sendable (Int64) -> Int64) {
        self.offset = offset
    }

    /// The moment, in seconds since 1970, at which clocks show a time of a day.
    ///
    /// Where clocks show it twice it is the first time, and where they leap over it, as long after the leap.
    package func moment(of day: CivilDate, second: Int64 = 0) -> Int64 {
        let shown = day.daysSince1970 * CivilDate.secondsPerDay + second
        let before = offset(shown - CivilDate.secondsPerDay)
        let after = offset(shown + CivilDate.secondsPerDay)
        if offset(shown - before) == before { return shown - before }
        if offset(shown - after) == after { return shown - after }
        return shown - before
    }

    /// The day that clocks show at a moment.
    package func day(at seconds: Int64) -> CivilDate {
        CivilDate(daysSince1970: (seconds + offset(seconds)).floored(by: CivilDate.secondsPerDay))
    }
}
