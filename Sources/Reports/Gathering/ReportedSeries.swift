internal import CivilTime

/// The numbers of the charts.
package struct ReportedSeries {
    /// The number of messages of each month, as `2025-04`, without a gap.
    package let months: [(name: String, count: Int)]
    /// The number of messages older than the months of the chart, and of changes older than its weeks.
    package let olderMail: Int
    package let olderChanges: Int
    /// The number of messages that count a day after they came in, because their own dates are later than that.
    package let laterMail: Int
    /// The weeks by their Mondays, as `2026-02-16`, without a gap; for each the changes of each actor.
    package let weeks: [(monday: String, counts: [Int])]
    /// Whose changes have a row of their own, the busiest first; those of all others are the last row.
    package let actors: [String]

    /// More rows than these are too many to distinguish in a chart.
    private static let actorLimit = 4
    /// More bars than these are no chart; the latest are shown.
    package static let barLimit = 60

    init(_ mail: [ReportedMail.Message], timeline: Timeline) {
        let dates = mail.map(\.date)
        laterMail = mail.count { $0.isDatedLater }
        let names = timeline.actors
        let actors =
            names.count > Self.actorLimit
            ? Array(names.prefix(Self.actorLimit - 1)) + ["\(names.count - 3) others"] : names
        var weeks: [Int64: [Int]] = [:]
        for act in timeline.acts {
            let date = CivilDateTime(microseconds: act.time.microseconds, offset: Int64(act.offset)).date
            let row = names.firstIndex(of: act.actor).map { min($0, actors.count - 1) } ?? 0
            let week = (date.daysSince1970 - Int64(date.weekday)).floored(by: 7)
            weeks[week, default: Array(repeating: 0, count: actors.count)][row] += act.changes.count
        }
        self.actors = actors
        let none = Array(repeating: 0, count: actors.count)
        self.weeks = Self.latest(weeks.keys).map { week in
            // Days are counted from a Thursday, and so weeks from Monday, three days before.
            (Self.text(CivilDate(daysSince1970: week * 7 + 4)), weeks[week] ?? none)
        }
        var months: [Int64: Int] = [:]
        for date in dates {
            let day = CivilDateTime(microseconds: date).date
            months[day.year * 12 + day.month - 1, default: 0] += 1
        }
        self.months = Self.latest(months.keys).map { month in
            let (year, index) = month.quotientAndRemainder(flooringBy: 12)
            return (String(Self.text(CivilDate(year: year, month: index + 1)).dropLast(3)), months[month] ?? 0)
        }
        olderMail = dates.count - self.months.reduce(0) { $0 + $1.count }
        olderChanges = timeline.changeCount - self.weeks.reduce(0) { $0 + $1.counts.reduce(0, +) }
    }

    /// The numbers up to the last one, without a gap.
    private static func latest(_ numbers: some Collection<Int64>) -> ClosedRange<Int64>.SubSequence {
        guard let first = numbers.min(), let last = numbers.max() else { return (0...0).dropFirst() }
        return (max(first, last - Int64(barLimit) + 1)...last)[...]
    }

    private static func text(_ day: CivilDate) -> String {
        "\(day.year)-\(day.month.twoDigits)-\(day.day.twoDigits)"
    }
}
