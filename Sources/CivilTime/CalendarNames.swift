/// The English names of months and weekdays; dates of mail have the first three letters (RFC 5322 section 3.3).
package enum CalendarNames {
    /// January to December.
    package static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    /// Monday to Sunday, the order of `CivilDate.weekday`.
    package static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    /// Jan to Dec.
    package static let shortMonths = months.map { String($0.prefix(3)) }
    /// Mon to Sun.
    package static let shortWeekdays = weekdays.map { String($0.prefix(3)) }

    /// Returns 1…12 for a month's name, whole or short, in lower case.
    package static func month(lowercased name: String) -> Int64? {
        monthNumbers[name]
    }

    // May is its own short name.
    private static let monthNumbers = Dictionary(
        [months, shortMonths].flatMap { names in zip(names.map { $0.lowercased() }, Int64(1)...) },
        uniquingKeysWith: { first, _ in first })
}

extension CivilDate {
    /// January to December.
    package var monthName: String { CalendarNames.months[Int(month) - 1] }
    /// Jan to Dec.
    package var shortMonthName: String { CalendarNames.shortMonths[Int(month) - 1] }
    /// Mon to Sun.
    package var shortWeekdayName: String { CalendarNames.shortWeekdays[weekday] }
}
