package import CivilTime

/// Writes times for people and for programs.
package struct TimeFormat: Sendable {
    /// The present time for "today" and "this year", in microseconds since 1970 in UTC.
    package var now: Int64
    /// The place whose clock is shown.
    package var zone: Zone
    /// How lists show the dates of mail.
    package var dates: DateStyle

    /// Makes a format for a reader at a time and a place.
    package init(now: Int64, zone: Zone, dates: DateStyle = .standard) {
        self.now = now
        self.zone = zone
        self.dates = dates
    }

    /// Returns what a list shows of the date of mail, in the style that was chosen.
    package func listed(_ microseconds: Int64) -> String {
        switch dates {
        case .relative: day(microseconds)
        case .short: short(microseconds)
        case .iso: minute(microseconds)
        }
    }

    /// Returns the day as people name it: `Today 14:05`, `Yest. 14:05`, `Mon. 14:05` within a week, `March 03` within
    /// half a year, else `2019-03-03`, as notmuch-search(1) does.
    package func day(_ microseconds: Int64) -> String {
        let time = local(microseconds)
        let date = time.date
        let days = local(now).date.daysSince1970 - date.daysSince1970
        let clock = Self.digits(time.hour, 2) + ":" + Self.digits(time.minute, 2)
        return switch days {
        case 0: "Today " + clock
        case 1: "Yest. " + clock
        case 2...6: date.shortWeekdayName + ". " + clock
        case 7...180: date.monthName + " " + Self.digits(date.day, 2)
        default: Self.text(date)
        }
    }

    /// Returns RFC 3339 in UTC with six digits of a second, as JSON has it: `2026-01-02T03:04:05.678901Z`.
    package static func iso8601(_ microseconds: Int64) -> String {
        Timestamp(microseconds: microseconds).iso8601
    }

    /// Returns what a list has room for: `14:05` today, `Mar 03` this year, else `2019-03-03`.
    package func short(_ microseconds: Int64) -> String {
        let time = local(microseconds)
        let (date, today) = (time.date, local(now).date)
        guard date.year == today.year else { return Self.text(date) }
        if date == today {
            return Self.digits(time.hour, 2) + ":" + Self.digits(time.minute, 2)
        }
        return date.shortMonthName + " " + Self.digits(date.day, 2)
    }

    /// Returns the day and the minute, for lists in which the year and the hour count: `2026-01-02 03:04`.
    package func minute(_ microseconds: Int64) -> String {
        let time = local(microseconds)
        return "\(Self.text(time.date)) \(Self.digits(time.hour, 2)):\(Self.digits(time.minute, 2))"
    }

    /// Returns the day for a sentence: `16 Feb 2026`.
    package func date(_ microseconds: Int64) -> String {
        let date = local(microseconds).date
        return "\(date.day) \(date.shortMonthName) \(date.year)"
    }

    /// Returns the clock for what happened today, `08:03`; else with its day, `2026-01-02 03:04`.
    package func moment(_ microseconds: Int64) -> String {
        local(microseconds).date == local(now).date ? short(microseconds) : minute(microseconds)
    }

    /// Returns all of a time but the fraction: `Fri 2026-01-02 03:04:05 +0100`.
    package func full(_ microseconds: Int64) -> String {
        let offset = zone.offset(at: microseconds)
        let time = CivilDateTime(microseconds: microseconds, offset: Int64(offset))
        let minutes = Int64(offset.magnitude / 60)
        let sign = offset < 0 ? "-" : "+"
        return time.date.shortWeekdayName + " \(Self.text(time.date)) \(time.clock) "
            + sign + Self.digits(minutes / 60, 2) + Self.digits(minutes % 60, 2)
    }

    /// The same for a reader whose clock is ahead of UTC by this many seconds.
    package func at(offset: Int64) -> TimeFormat {
        var there = self
        there.zone = .fixed(seconds: Int(offset))
        return there
    }

    /// Returns the time on the sender's clock, with that of the reader where they differ: `Fri 2026-01-02 03:04:05 +0100 (21:04 here)`.
    ///
    /// - Parameter offset: By how many seconds the sender's clock was ahead of UTC; nil where nobody knows.
    package func sent(_ microseconds: Int64, offset: Int64?) -> String {
        guard let offset, offset != Int64(zone.offset(at: microseconds)) else { return full(microseconds) }
        let there = at(offset: offset)
        let isSameDay = there.local(microseconds).date == local(microseconds).date
        let time = local(microseconds)
        let clock = Self.digits(time.hour, 2) + ":" + Self.digits(time.minute, 2)
        return "\(there.full(microseconds)) (\(isSameDay ? clock : minute(microseconds)) here)"
    }

    /// Returns how long ago a time was: `just now`, `5 minutes ago`, `in 2 days`; beyond four weeks, the date.
    package func relative(_ microseconds: Int64) -> String {
        let (difference, overflow) = now.subtractingReportingOverflow(microseconds)
        let seconds = overflow ? UInt64.max : difference.magnitude / 1_000_000
        let (count, unit): (UInt64, String)
        switch seconds {
        case ..<60: return "just now"
        case ..<3600: (count, unit) = (seconds / 60, "minute")
        case ..<86_400: (count, unit) = (seconds / 3600, "hour")
        case ..<(28 * 86_400): (count, unit) = (seconds / 86_400, "day")
        default: return Self.text(local(microseconds).date)
        }
        let span = "\(count) \(unit)\(count == 1 ? "" : "s")"
        return difference < 0 ? "in " + span : span + " ago"
    }

    private func local(_ microseconds: Int64) -> CivilDateTime {
        CivilDateTime(microseconds: microseconds, offset: Int64(zone.offset(at: microseconds)))
    }

    private static func text(_ date: CivilDate) -> String {
        let year = (date.year < 0 ? "-" : "") + digits(abs(date.year), 4)
        return "\(year)-\(digits(date.month, 2))-\(digits(date.day, 2))"
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}
