extension Lexer {
    private static let months = [
        "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
    ]

    /// A day of SEARCH, in quotes or without.
    mutating func searchDay() throws(Stop) -> SearchDay {
        let isQuoted = take("\"")
        let digits = run(\.isDigit)
        guard (1...2).contains(digits.count) else { throw .bad("Expected a date") }
        let day = try restOfDay(Self.value(of: digits))
        if isQuoted { try expect("\"") }
        return day
    }

    /// The date and time of APPEND, as microseconds since 1970 and minutes east of UTC.
    mutating func dateTime() throws(Stop) -> (microseconds: Int64, zone: Int) {
        try expect("\"")
        let day = try restOfDay(take(" ") ? digits(1) : digits(2))
        try expect(" ")
        let hour = try digits(2)
        try expect(":")
        let minute = try digits(2)
        try expect(":")
        let second = try digits(2)
        try expect(" ")
        let isWest = take("-")
        if !isWest { try expect("+") }
        let (zoneHours, zoneMinutes) = try digits(4).quotientAndRemainder(dividingBy: 100)
        try expect("\"")
        // 60 is a leap second.
        guard hour <= 23, minute <= 59, second <= 60, zoneHours <= 23, zoneMinutes <= 59 else {
            throw .bad("No such time")
        }
        let zone = (zoneHours * 60 + zoneMinutes) * (isWest ? -1 : 1)
        let days = CivilDay.number(year: day.year, month: day.month, day: day.day)
        let seconds = days * 86_400 + Int64(hour * 3_600 + minute * 60 + second - zone * 60)
        return (seconds * 1_000_000, zone)
    }

    private mutating func restOfDay(_ day: Int) throws(Stop) -> SearchDay {
        try expect("-")
        guard let month = Self.months.firstIndex(of: letters()) else { throw .bad("Unknown month") }
        try expect("-")
        let year = try digits(4)
        guard year > 0, (1...CivilDay.daysInMonth(month + 1, of: year)).contains(day) else {
            throw .bad("No such day")
        }
        return SearchDay(year: year, month: month + 1, day: day)
    }

    private mutating func letters() -> String {
        String(decoding: run { $0.isLetterOrDigit && !$0.isDigit }.map(\.upperCased), as: UTF8.self)
    }

    private mutating func digits(_ count: Int) throws(Stop) -> Int {
        let digits = run(\.isDigit)
        guard digits.count == count else { throw .bad("Expected a date") }
        return Self.value(of: digits)
    }

    /// The value of four digits at most.
    private static func value(of digits: ArraySlice<UInt8>) -> Int {
        digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}
