import CivilTime

/// A date as people say it and as lists show it: `4 Feb`, `February 04`, `4 Feb 2025`, `Feb 2025`, `Mon 14:05`, `yest. 14:05`.
///
/// Without a year it is the latest that has begun; a month alone is all of it.
struct SpokenDate {
    let first: CivilDate
    /// The day after the last one.
    let end: CivilDate
    /// The minute of the day, where a time is named.
    var minute: Int64?
    /// The day that is meant where the time of the first one is still to come; nil where only that one can be.
    var earlier: CivilDate?

    /// Takes a text in lower case with single spaces; nil when it is of another form.
    init?(_ text: String, today: CivilDate) throws(QueryFault) {
        var words = text.split(separator: " ")
        var minute: Int64?
        if let last = words.last, let read = Self.minute(last) {
            minute = read
            words.removeLast()
        }
        guard let minute else {
            guard let days = try Self.days(words, today) else { return nil }
            (first, end) = days
            return
        }
        self.minute = minute
        if words.isEmpty {
            (first, end, earlier) = (today, today.adding(days: 1), today.adding(days: -1))
            return
        }
        let name = words.map(Self.withoutPoint).joined(separator: " ")
        if let named = NamedDays(name == "yest" ? "yesterday" : name, today: today) {
            guard named.first.adding(days: 1) == named.end else { return nil }
            (first, end) = (named.first, named.end)
            if first == today, name != "today" { earlier = first.adding(days: -7) }
        } else if let days = try Self.days(words, today), days.first.adding(days: 1) == days.end {
            (first, end) = days
        } else {
            return nil
        }
    }

    /// A day, a month, or nothing: `4 feb`, `feb 4`, `4 feb 2025`, `feb 2025`, `feb`.
    private static func days(
        _ words: [Substring], _ today: CivilDate
    ) throws(QueryFault) -> (first: CivilDate, end: CivilDate)? {
        guard (1...3).contains(words.count) else { return nil }
        if words.count == 1, withoutPoint(words[0]) == "yest" { return (today.adding(days: -1), today) }
        let names = words.map(withoutPoint)
        guard let place = names.firstIndex(where: { CalendarNames.month(lowercased: $0) != nil }),
            let month = CalendarNames.month(lowercased: names[place])
        else { return nil }
        var numbers = names
        numbers.remove(at: place)
        let isYear: (String) -> Bool = { $0.utf8.count == 4 }
        let day = numbers.first { !isYear($0) }
        let year = numbers.first(where: isYear)
        guard numbers.count == (day == nil ? 0 : 1) + (year == nil ? 0 : 1), place < 2 else { return nil }
        guard let number = day.map({ Self.number($0.trimming("st", "nd", "rd", "th"), upTo: 2) }) ?? .some(1),
            let chosen = year.map({ Self.number($0, upTo: 4) }) ?? .some(0)
        else { return nil }
        // The latest that has begun; 29 February goes back to a year that has one.
        let candidates = chosen == 0 ? Array((today.year - 8...today.year).reversed()) : [chosen]
        let found = candidates.lazy.map { CivilDate(year: $0, month: month, day: number) }
            .first { $0.exists && (chosen != 0 || $0 <= today) }
        guard let first = found else { throw QueryFault("there is no day \(number) in that month") }
        return (first, day == nil ? first.adding(months: 1) : first.adding(days: 1))
    }

    /// `14:05` as a minute of the day.
    private static func minute(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 2, let hour = number(String(parts[0]), upTo: 2),
            let minute = number(String(parts[1]), upTo: 2), hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }

    private static func number(_ text: String, upTo digits: Int) -> Int64? {
        var reader = DigitReader(text[...])
        guard let number = reader.number(digits: 1...digits), reader.isAtEnd else { return nil }
        return number
    }

    private static func withoutPoint(_ word: Substring) -> String {
        String(word.hasSuffix(".") ? word.dropLast() : word)
    }
}

extension String {
    /// The same without the first of some endings that it has.
    fileprivate func trimming(_ endings: String...) -> String {
        endings.first(where: hasSuffix).map { String(dropLast($0.count)) } ?? self
    }
}
