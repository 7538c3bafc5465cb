/// Reads `Date` fields (RFC 5322 sections 3.3 and 4.3), with the deviations of old mail that Python's `email` takes too.
package enum DateField {
    /// Returns microseconds since 1970-01-01 UTC; `nil` for what is no date.
    ///
    /// A zone that is unknown or `-0000` counts as UTC. A year below 50 counts from 2000, one of three digits (the year-2000
    /// fault's `102`) or from 50 on counts from 1900 (section 4.3).
    package static func parse(_ value: [UInt8]) -> Int64? {
        guard value.count < 1_000 else { return nil }
        var words = String(decoding: value, as: UTF8.self).split { $0.isWhitespace }.map(String.init)
        guard let first = words.first else { return nil }
        if first.hasSuffix(",") || dayNames.contains(first.lowercased()) {
            words.removeFirst()
        } else if let comma = first.lastIndex(of: ",") {
            words[0] = String(first[first.index(after: comma)...])
        }
        if words.count == 3 {
            // RFC 850: 06-Nov-94.
            let pieces = words[0].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            if pieces.count == 3 { words.replaceSubrange(0..<1, with: pieces) }
        }
        if words.count == 4 {
            let time = words[3]
            if let sign = time.firstIndex(of: "+") ?? time.firstIndex(of: "-"), sign > time.startIndex {
                words.replaceSubrange(3..<4, with: [String(time[..<sign]), String(time[sign...])])
            } else {
                words.append("")
            }
        }
        guard words.count >= 5 else { return nil }
        var (day, month, year, time, zone) = (words[0], words[1].lowercased(), words[2], words[3], words[4])
        guard !day.isEmpty, !month.isEmpty, !year.isEmpty else { return nil }
        if monthNumber(month) == nil { (day, month) = (month, day.lowercased()) }
        guard let monthNumber = monthNumber(month) else { return nil }
        if day.hasSuffix(",") { day.removeLast() }
        if let colon = year.firstIndex(of: ":"), colon > year.startIndex { swap(&year, &time) }
        if year.hasSuffix(",") { year.removeLast() }
        guard let digit = year.first else { return nil }
        if !digit.isNumber { swap(&year, &zone) }
        if time.hasSuffix(",") { time.removeLast() }
        guard let clock = clock(time), var yearNumber = Int(year), let dayNumber = Int(day) else { return nil }
        if yearNumber < 1000 { yearNumber += yearNumber < 50 ? 2000 : 1900 }
        guard let days = daysSince1970(year: yearNumber, month: monthNumber, day: dayNumber),
            let offset = zoneOffset(zone.uppercased())
        else { return nil }
        return Int64(days * 86_400 + clock - offset) * 1_000_000
    }

    /// Returns the seconds of `hh:mm[:ss]`, or of the same with dots.
    private static func clock(_ text: String) -> Int? {
        var pieces = text.split(separator: ":", omittingEmptySubsequences: false)
        if pieces.count == 1 { pieces = text.split(separator: ".", omittingEmptySubsequences: false) }
        guard (2...3).contains(pieces.count), let hour = Int(pieces[0]), let minute = Int(pieces[1]),
            let second = pieces.count == 3 ? Int(pieces[2]) : 0,
            (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// Returns the seconds east of UTC; `nil` for a day or more.
    private static func zoneOffset(_ zone: String) -> Int? {
        let number = zoneNames[zone] ?? Int(zone) ?? 0
        guard number.magnitude < 1_000_000 else { return nil }
        let seconds = (Int(number.magnitude) / 100 * 3600 + Int(number.magnitude) % 100 * 60) * number.signum()
        return seconds.magnitude < 86_400 ? seconds : nil
    }

    /// Counts days in the Gregorian calendar, which is extended backwards.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int? {
        guard (1...9999).contains(year), (1...31).contains(day) else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        guard day <= length else { return nil }
        // Years from March on, so that the leap day is the last one (Howard Hinnant, "chrono-compatible low-level date algorithms").
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func monthNumber(_ name: String) -> Int? {
        if let index = monthNames.firstIndex(of: name) { return index + 1 }
        return longMonthNames.firstIndex(of: name).map { $0 + 1 }
    }

    private static let dayNames: Set<String> = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let monthNames = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let longMonthNames = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
    /// RFC 5322 section 4.3, and two that are met in old mail.
    private static let zoneNames = [
        "UT": 0, "UTC": 0, "GMT": 0, "Z": 0, "AST": -400, "ADT": -300, "EST": -500, "EDT": -400, "CST": -600,
        "CDT": -500,
        "MST": -700, "MDT": -600, "PST": -800, "PDT": -700,
    ]
}
