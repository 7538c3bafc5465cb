import CivilTime
import Projections

/// Reads dates and ranges of dates.
package struct QueryDate {
    package let context: QueryContext

    package init(context: QueryContext) {
        self.context = context
    }

    /// The years that a query can name.
    static let years: ClosedRange<Int64> = 1...9999

    private static let forms =
        "write 2024, 2024-03, 2024-03-05, 2024-03-05T10:15Z, 5_mar, today, monday, mon_10:15, last_week, 3d, 2w, 3m or 1y"

    /// Reads a range, whose ends hold all of the year, month or day that they name; an age in hours or minutes is an
    /// instant there.
    func bounds(_ text: String) throws(QueryFault) -> Bounds {
        let bounds: Bounds
        switch try RangeForm(text) {
        case .single(let part):
            let span = try span(part)
            bounds = Bounds(from: span.lowerBound, to: span.upperBound)
        case .between(let first, let last):
            bounds = Bounds(from: try end(first).lowerBound, to: try end(last).upperBound)
        case .atLeast(let part): bounds = Bounds(from: try end(part).lowerBound)
        case .atMost(let part): bounds = Bounds(to: try end(part).upperBound)
        case .above(let part): bounds = Bounds(from: try end(part).upperBound)
        case .below(let part): bounds = Bounds(to: try end(part).lowerBound)
        }
        if let lower = bounds.lower, let upper = bounds.upper, lower >= upper {
            throw QueryFault("the range ends before it begins", hint: "write the earlier date first")
        }
        return bounds
    }

    /// Reads one date at which a range begins or ends, and returns all of the time that it names there, in µs.
    func end(of text: String) throws(QueryFault) -> Range<Int64> {
        guard case .single(let part) = try RangeForm(text) else {
            throw QueryFault("\(QueryFault.shown(text)) is a range", hint: "write one date")
        }
        return try end(part)
    }

    /// The time that one date names at an end of a range, in µs.
    private func end(_ part: RangeForm.Part) throws(QueryFault) -> Range<Int64> { try span(part, isEnd: true) }

    /// The time that one date names, in µs.
    private func span(_ part: RangeForm.Part, isEnd: Bool = false) throws(QueryFault) -> Range<Int64> {
        do {
            return try span(Self.words(part.text), isEnd: isEnd)
        } catch {
            throw QueryFault(error.message, hint: error.hint, part: part.range)
        }
    }

    // notmuch writes last_week and 2_weeks_ago, and "last week" in quotes.
    private static func words(_ text: String) -> String {
        text.lowercased().split { $0 == "_" || $0 == "," || $0.isWhitespace }.joined(separator: " ")
    }

    private func span(_ text: String, isEnd: Bool = false) throws(QueryFault) -> Range<Int64> {
        if let named = NamedDays(text, today: today) { return try days(named.first, named.end) }
        if text == "now" { return context.now..<context.now + 1 }
        if text.hasPrefix("@") { return try unixTime(text) }
        if let spoken = try SpokenDate(text, today: today) { return try span(spoken) }
        if let ago = try Ago(text) { return try span(ago, isEnd: isEnd) }
        return try calendarDate(text)
    }

    /// The days that somebody names, or the minute of a day; the latest that has begun.
    private func span(_ spoken: SpokenDate) throws(QueryFault) -> Range<Int64> {
        guard let minute = spoken.minute else { return try days(spoken.first, spoken.end) }
        func start(_ day: CivilDate) throws(QueryFault) -> Int64 {
            guard Self.years.contains(day.year) else { throw QueryFault("a date beyond the years 1 to 9999") }
            return context.calendar.moment(of: day, second: minute * 60) * 1_000_000
        }
        var begin = try start(spoken.first)
        // At nine, "14:05" is yesterday's, and on a Monday morning "Mon 14:05" was a week ago.
        if begin > context.now, let earlier = spoken.earlier { begin = try start(earlier) }
        return begin..<begin + 60_000_000
    }

    /// The instant that a date names for who asks how things stood then, in µs: the end of the day or minute, but not beyond
    /// now. What is so long ago counts back from now, to the same time of day.
    package func instant(_ text: String) throws(QueryFault) -> Int64 {
        let text = Self.words(text)
        // "4 feb" begins as "4 days" does.
        if try SpokenDate(text, today: today) == nil, let ago = try Ago(text) {
            guard let day = day(ago) else { return try span(ago).lowerBound }
            let (seconds, rest) = (
                context.now.floored(by: 1_000_000), context.now - context.now.floored(by: 1_000_000) * 1_000_000
            )
            let shown = seconds + context.offset(seconds)
            let second = shown - shown.floored(by: CivilDate.secondsPerDay) * CivilDate.secondsPerDay
            return context.calendar.moment(of: day, second: second) * 1_000_000 + rest
        }
        let span = try span(text)
        return span.contains(context.now) ? context.now : span.upperBound - 1
    }

    private var today: CivilDate { context.calendar.day(at: context.now.floored(by: 1_000_000)) }

    private func days(_ first: CivilDate, _ end: CivilDate) throws(QueryFault) -> Range<Int64> {
        guard Self.years.contains(first.year) else { throw QueryFault("a date beyond the years 1 to 9999") }
        let calendar = context.calendar
        return calendar.moment(of: first) * 1_000_000..<calendar.moment(of: end) * 1_000_000
    }

    /// Seconds since 1970, with a fraction or not.
    private func unixTime(_ text: String) throws(QueryFault) -> Range<Int64> {
        var reader = DigitReader(text.dropFirst())
        let isNegative = reader.take("-")
        guard let seconds = reader.number(digits: 1...13), let fraction = reader.fraction(), reader.isAtEnd else {
            throw QueryFault("\(QueryFault.shown(text)) is no Unix time", hint: "write @ and seconds since 1970")
        }
        let (micros, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, sumOverflow) = micros.addingReportingOverflow(fraction.value)
        guard !overflow, !sumOverflow, sum < Int64.max - 1_000_000 else {
            throw QueryFault("a Unix time that is too large")
        }
        let start = isNegative ? -sum : sum
        return start..<start + fraction.unit
    }

    /// The day so long ago; of hours and minutes the one that began so long ago, and at an end of a range that instant.
    private func span(_ ago: Ago, isEnd: Bool = false) throws(QueryFault) -> Range<Int64> {
        guard let day = day(ago) else {
            let unit: Int64 = ago.unit == .hour ? 3_600_000_000 : 60_000_000
            let start = context.now - ago.count * unit
            return start..<start + (isEnd ? 1 : unit)
        }
        return try days(day, day.adding(days: 1))
    }

    /// Nil for what is shorter than a day.
    private func day(_ ago: Ago) -> CivilDate? {
        switch ago.unit {
        case .minute, .hour: nil
        case .day: today.adding(days: -ago.count)
        case .week: today.adding(days: -7 * ago.count)
        case .month: today.adding(months: -ago.count)
        case .year: today.adding(months: -12 * ago.count)
        }
    }

    /// Sets the dashes into `202403` and `20240305`, ISO 8601's basic format, which mu writes.
    private static func dashed(_ text: String) -> String {
        guard text.utf8.count == 6 || text.utf8.count == 8, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return text
        }
        let month = text.prefix(4) + "-" + text.dropFirst(4).prefix(2)
        return text.utf8.count == 6 ? String(month) : month + "-" + text.dropFirst(6)
    }

    /// A year, month or day, or a moment in the forms of ISO 8601 and RFC 3339.
    private func calendarDate(_ text: String) throws(QueryFault) -> Range<Int64> {
        let text = Self.dashed(text)
        var reader = DigitReader(text[...])
        guard let year = reader.number(digits: 4...4) else {
            let hint = Spelling.nearest(to: text, among: NamedDays.names).map { "did you mean \"\($0)\"?" }
            throw QueryFault("\(QueryFault.shown(text)) is not a date", hint: hint ?? Self.forms)
        }
        guard Self.years.contains(year) else { throw QueryFault("a date beyond the years 1 to 9999") }
        if reader.isAtEnd { return try days(CivilDate(year: year), CivilDate(year: year + 1)) }

        guard reader.take("-"), let month = reader.number(digits: 2...2) else {
            throw QueryFault("\(QueryFault.shown(text)) is not a date", hint: Self.forms)
        }
        guard (1...12).contains(month) else { throw QueryFault("there is no month \(month)") }
        let start = CivilDate(year: year, month: month)
        if reader.isAtEnd { return try days(start, start.adding(months: 1)) }

        guard reader.take("-"), let number = reader.number(digits: 2...2) else {
            throw QueryFault("\(QueryFault.shown(text)) is not a date", hint: Self.forms)
        }
        guard (1...CivilDate.daysInMonth(month, of: year)).contains(number) else {
            throw QueryFault("there is no day \(number) in that month")
        }
        let day = CivilDate(year: year, month: month, day: number)
        if reader.isAtEnd { return try days(day, day.adding(days: 1)) }
        return try moment(on: day, text, &reader)
    }

    private func moment(on day: CivilDate, _ text: String, _ reader: inout DigitReader) throws(QueryFault) -> Range<
        Int64
    > {
        let fault = QueryFault(
            "\(QueryFault.shown(text)) is not a time",
            hint: "write 2024-03-05T10:15, with :30 and Z or +01:00 if you like"
        )
        guard reader.take("t") || reader.take(" "), let hour = reader.number(digits: 2...2), hour < 24 else {
            throw fault
        }
        var minute: Int64 = 0
        var second: Int64 = 0
        var fraction: (value: Int64, unit: Int64) = (0, 3_600_000_000)
        if reader.take(":") {
            guard let number = reader.number(digits: 2...2), number < 60 else { throw fault }
            (minute, fraction.unit) = (number, 60_000_000)
            if reader.take(":") {
                guard let number = reader.number(digits: 2...2), number < 60, let part = reader.fraction() else {
                    throw fault
                }
                (second, fraction) = (number, part)
            }
        }
        let secondOfDay = hour * 3_600 + minute * 60 + second
        guard let zone = reader.zone(), reader.isAtEnd else { throw fault }
        let seconds =
            switch zone {
            case .local: context.calendar.moment(of: day, second: secondOfDay)
            case .offset(let offset): day.daysSince1970 * CivilDate.secondsPerDay + secondOfDay - offset
            }
        let start = seconds * 1_000_000 + fraction.value
        return start..<start + fraction.unit
    }
}

/// `3d`, `3 days ago` and their like.
private struct Ago {
    enum Unit { case minute, hour, day, week, month, year }

    let count: Int64
    let unit: Unit

    /// Takes a text in lower case with single spaces; nil when it is of another form.
    init?(_ text: String) throws(QueryFault) {
        let text = text.hasSuffix(" ago") ? text.dropLast(4) : text[...]
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let word = text.dropFirst(digits.count).drop { $0 == " " }
        guard !digits.isEmpty, let first = word.first, first.isLetter, first != "t" else { return nil }
        guard digits.count <= 6, let count = Int64(digits) else {
            throw QueryFault("a date beyond the years 1 to 9999")
        }
        self.count = count
        switch word {
        case "min", "mins", "minute", "minutes": unit = .minute
        case "h", "hour", "hours": unit = .hour
        case "d", "day", "days": unit = .day
        case "w", "week", "weeks": unit = .week
        case "m", "month", "months": unit = .month
        case "y", "year", "years": unit = .year
        default: throw QueryFault("unknown unit \(QueryFault.shown(word))", hint: "write h, d, w, m or y, as in 3d")
        }
    }
}
