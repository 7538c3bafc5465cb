/// A day of the proleptic Gregorian calendar.
struct CivilDay: Hashable, Comparable {
    var year: Int64
    var month: Int64
    var day: Int64

    /// The years that a query can name.
    static let years: ClosedRange<Int64> = 1...9999

    static func < (left: CivilDay, right: CivilDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    static func daysInMonth(_ month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    init(year: Int64, month: Int64 = 1, day: Int64 = 1) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Counts from 1970-01-01, by 400-year eras whose years begin in March
    /// (<https://howardhinnant.github.io/date_algorithms.html#civil_from_days>).
    init(daysSince1970 days: Int64) {
        let shifted = days + 719_468
        let era = shifted.floored(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSince1970: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.floored(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    func adding(days: Int64) -> CivilDay {
        CivilDay(daysSince1970: daysSince1970 + days)
    }

    /// The same day of another month, or its last day where it has no such day.
    func adding(months: Int64) -> CivilDay {
        let count = year * 12 + month - 1 + months
        let year = count.floored(by: 12)
        let month = count - year * 12 + 1
        return CivilDay(year: year, month: month, day: min(day, Self.daysInMonth(month, of: year)))
    }
}

/// Days and clock times of one time zone.
struct LocalCalendar {
    let offset: @Sendable (Int64) -> Int64

    static let secondsPerDay: Int64 = 86_400

    /// The moment, in seconds since 1970, at which clocks show a time of a day.
    ///
    /// Where clocks show it twice it is the first time, and where they leap over it, as long after the leap.
    func moment(of day: CivilDay, second: Int64 = 0) -> Int64 {
        let shown = day.daysSince1970 * Self.secondsPerDay + second
        let before = offset(shown - Self.secondsPerDay)
        let after = offset(shown + Self.secondsPerDay)
        if offset(shown - before) == before { return shown - before }
        if offset(shown - after) == after { return shown - after }
        return shown - before
    }

    /// The day that clocks show at a moment.
    func day(at seconds: Int64) -> CivilDay {
        CivilDay(daysSince1970: (seconds + offset(seconds)).floored(by: Self.secondsPerDay))
    }
}

extension Int64 {
    /// Divides towards minus infinity.
    func floored(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
