import CivilTime

/// The days that a word names, such as `yesterday`, `monday` or `last week`.
struct NamedDays {
    let first: CivilDate
    /// The day after the last one.
    let end: CivilDate

    /// Every word that it knows, in the spelling of the documentation.
    static let names =
        ["today", "yesterday", "tomorrow"] + weekdays
        + ["this_week", "last_week", "this_month", "last_month", "this_year", "last_year"]

    private static let weekdays = CalendarNames.weekdays.map { $0.lowercased() }

    /// Takes a text in lower case with single spaces; nil when it names no days.
    ///
    /// A weekday is the latest one, today included; `last monday` is the latest before today. A week begins on Monday (ISO 8601).
    init?(_ text: String, today: CivilDate) {
        let words = text.split(separator: " ")
        if let weekday = words.last.flatMap(Self.weekday), words.count == 1 || words.count == 2 && words[0] == "last" {
            let since = Int64(today.weekday - weekday + 7) % 7
            self.init(today.adding(days: since == 0 && words.count == 2 ? -7 : -since), days: 1)
            return
        }
        let monday = today.adding(days: -Int64(today.weekday))
        let month = CivilDate(year: today.year, month: today.month)
        let year = CivilDate(year: today.year)
        switch text {
        case "today": self.init(today, days: 1)
        case "yesterday": self.init(today.adding(days: -1), days: 1)
        case "tomorrow": self.init(today.adding(days: 1), days: 1)
        case "this week": self.init(monday, days: 7)
        case "last week": self.init(monday.adding(days: -7), days: 7)
        case "this month": self.init(month, months: 1)
        case "last month": self.init(month.adding(months: -1), months: 1)
        case "this year": self.init(year, months: 12)
        case "last year": self.init(year.adding(months: -12), months: 12)
        default: return nil
        }
    }

    private init(_ first: CivilDate, days: Int64 = 0, months: Int64 = 0) {
        self.first = first
        end = first.adding(months: months).adding(days: days)
    }

    /// Counts from Monday; a name may be cut to three letters.
    private static func weekday(_ name: Substring) -> Int? {
        weekdays.firstIndex { $0 == name || $0.prefix(3) == name }
    }
}
