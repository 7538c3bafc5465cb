/// A day of the proleptic Gregorian calendar.
///
/// ```swift
/// CivilDate(year: 2024, month: 1, day: 31).adding(months: 1)  // 2024-02-29
/// ```
///
/// Days are counted by eras of 400 years that begin in March, so that the leap day ends its year:
/// <https://howardhinnant.github.io/date_algorithms.html>
package struct CivilDate: Hashable, Sendable {
    /// The year; 0 is the year before 1.
    package let year: Int64
    /// 1…12.
    package let month: Int64
    /// 1…31.
    package let day: Int64

    package static let secondsPerDay: Int64 = 86_400

    /// Takes a year, month and day unchecked; `exists` is false if there is no such day.
    package init(year: Int64, month: Int64 = 1, day: Int64 = 1) {
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Counts from 1970-01-01 (`civil_from_days`).
    package init(daysSince1970 days: Int64) {
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(flooringBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The number of days since 1970-01-01 (`days_from_civil`).
    package var daysSince1970: Int64 {
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year).quotientAndRemainder(flooringBy: 400)
        let shiftedMonth = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Whether the calendar has such a day.
    package var exists: Bool {
        (1...12).contains(month) && day >= 1 && day <= Self.daysInMonth(month, of: year)
    }

    /// The length of a month, 1…12.
    package static func daysInMonth(_ month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since Monday, 0…6: a week begins on Monday (ISO 8601).
    package var weekday: Int {
        // 1970-01-01 was a Thursday.
        Int((daysSince1970 + 3).quotientAndRemainder(flooringBy: 7).remainder)
    }

    package func adding(days: Int64) -> CivilDate {
        CivilDate(daysSince1970: daysSince1970 + days)
    }

    /// The same day of another month, or its last day if it has no such day.
    package func adding(months: Int64) -> CivilDate {
        let (year, month) = (year * 12 + month - 1 + months).quotientAndRemainder(flooringBy: 12)
        return CivilDate(year: year, month: month + 1, day: min(day, Self.daysInMonth(month + 1, of: year)))
    }
}

extension CivilDate: Comparable {
    package static func < (left: CivilDate, right: CivilDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}
