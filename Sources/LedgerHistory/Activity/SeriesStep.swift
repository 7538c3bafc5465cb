internal import CivilTime

/// How long the steps of a series are; weeks begin on Mondays, and all of it is in UTC.
public enum SeriesStep: String, Codable, Hashable, Sendable, CaseIterable {
    case day, week, month, year

    /// The number of the step that holds a day, both counted from 1970.
    func index(ofDay day: Int64) -> Int64 {
        switch self {
        case .day: return day
        // 1970-01-01 was a Thursday.
        case .week: return (day + 3).floored(by: 7)
        case .month:
            let date = CivilDate(daysSince1970: day)
            return date.year * 12 + date.month - 1 - 1970 * 12
        case .year: return CivilDate(daysSince1970: day).year - 1970
        }
    }

    /// The first day of a step.
    func firstDay(of index: Int64) -> Int64 {
        switch self {
        case .day: return index
        case .week: return index * 7 - 3
        case .month:
            let (year, month) = index.quotientAndRemainder(flooringBy: 12)
            return CivilDate(year: 1970 + year, month: month + 1).daysSince1970
        case .year: return CivilDate(year: 1970 + index).daysSince1970
        }
    }
}
