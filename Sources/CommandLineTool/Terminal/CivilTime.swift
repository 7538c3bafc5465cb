/// A date and a time of day in the proleptic Gregorian calendar, made by arithmetic alone.
package struct CivilTime: Equatable, Sendable {
    /// The year; 0 is the year before 1.
    package var year: Int
    /// 1…12.
    package var month: Int
    /// 1…31.
    package var day: Int
    /// 0…23.
    package var hour: Int
    /// 0…59.
    package var minute: Int
    /// 0…59.
    package var second: Int
    /// 0…999,999.
    package var microsecond: Int
    /// 0 is Sunday.
    package var weekday: Int

    /// Makes the time that is `microseconds` after 1970 began in UTC, on a clock `offset` seconds ahead of UTC.
    ///
    /// The days are counted as in Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
    package init(microseconds: Int64, offset: Int = 0) {
        let (wholeSeconds, fraction) = Self.floorDivide(Int(microseconds), 1_000_000)
        let (days, secondOfDay) = Self.floorDivide(wholeSeconds + offset, 86_400)
        // Years begin in March here, so that the leap day is the last; an era is 400 years.
        let (era, dayOfEra) = Self.floorDivide(days + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = secondOfDay / 3600
        minute = secondOfDay % 3600 / 60
        second = secondOfDay % 60
        microsecond = fraction
        // 1970 began on a Thursday.
        weekday = Self.floorDivide(days + 4, 7).remainder
    }

    private static func floorDivide(_ number: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
