import CivilTime

/// Reads `Date` fields (RFC 5322 sections 3.3 and 4.3), with the deviations of old mail that Python's `email` takes too.
package enum DateField {
    /// Returns microseconds since 1970-01-01 UTC; `nil` if the text is no date.
    ///
    /// A zone that is unknown or `-0000` counts as UTC. A year below 50 counts from 2000, one of three digits (the year-2000
    /// fault's `102`) or from 50 on counts from 1900 (section 4.3). `AM` and `PM` behind a time count, which that module
    /// takes for an unknown zone. A time beyond the year 9999 in UTC is no date: RFC 3339 cannot write it.
    package static func parse(_ value: [UInt8]) -> Int64? { read(value)?.microseconds }

    /// Returns by how many seconds the clock of the sender was ahead of UTC; `nil` for what is no date, and for a day or
    /// more, which no clock shows.
    static func offset(_ value: [UInt8]) -> Int64? {
        read(value).flatMap { $0.offset.magnitude < 86_400 ? $0.offset : nil }
    }

    private static func read(_ value: [UInt8]) -> (microseconds: Int64, offset: Int64)? {
        guard value.count < 1_000 else { return nil }
        var words = String(decoding: joined(withoutComments(value)), as: UTF8.self).words.map(String.init)
        guard let first = words.first else { return nil }
        if first.hasSuffix(",") || dayNames.contains(first.lowercased()) {
            words.removeFirst()
        } else if let comma = first.lastIndex(of: ",") {
            words[0] = String(first[first.index(after: comma)...])
        }
        let half = takeHalfOfDay(from: &words)
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
        if CalendarNames.month(lowercased: month) == nil { (day, month) = (month, day.lowercased()) }
        guard let monthNumber = CalendarNames.month(lowercased: month) else { return nil }
        if day.hasSuffix(",") { day.removeLast() }
        if let colon = year.firstIndex(of: ":"), colon > year.startIndex { swap(&year, &time) }
        if year.hasSuffix(",") { year.removeLast() }
        guard let digit = year.first else { return nil }
        if !digit.isNumber { swap(&year, &zone) }
        if time.hasSuffix(",") { time.removeLast() }
        guard let clock = clock(time, half), var yearNumber = Int64(year), let dayNumber = Int64(day) else {
            return nil
        }
        if yearNumber < 1000 { yearNumber += yearNumber < 50 ? 2000 : 1900 }
        let date = CivilDate(year: yearNumber, month: monthNumber, day: dayNumber)
        guard (1...9999).contains(yearNumber), date.exists, let offset = zoneOffset(zone.uppercased()) else {
            return nil
        }
        let instant = (date.daysSince1970 * CivilDate.secondsPerDay + clock - offset) * 1_000_000
        return CivilDateTime(microseconds: instant).date.year <= 9999 ? (instant, offset) : nil
    }

    /// The text with a blank for each comment, which may be between any two words (RFC 5322 section 4.3).
    ///
    /// A comment that is not closed is no comment.
    private static func withoutComments(_ value: [UInt8]) -> [UInt8] {
        guard value.contains(UInt8(ascii: "(")) else { return value }
        var text: [UInt8] = []
        var depth = 0
        var index = 0
        while index < value.count {
            let byte = value[index]
            if byte == UInt8(ascii: "(") {
                if depth == 0 { text.append(0x20) }
                depth += 1
            } else if byte == UInt8(ascii: ")"), depth > 0 {
                depth -= 1
            } else if byte == UInt8(ascii: "\\"), depth > 0 {
                index += 1
            } else if depth == 0 {
                text.append(byte)
            }
            index += 1
        }
        return depth == 0 ? text : value
    }

    /// The text without the blanks around a colon and before a comma, which old mail has (RFC 5322 section 4.3).
    private static func joined(_ text: [UInt8]) -> [UInt8] {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        for byte in text {
            let isColon = byte == UInt8(ascii: ":")
            if isColon || byte == UInt8(ascii: ",") {
                while let last = output.last, isBlank(last) { output.removeLast() }
            } else if isBlank(byte), output.last == UInt8(ascii: ":") {
                continue
            }
            output.append(byte)
        }
        return output
    }

    /// The half of a day in which a clock of twelve hours counts.
    private enum HalfOfDay: String {
        case morning = "am"
        case afternoon = "pm"
    }

    /// Removes the `AM` or `PM` behind a time, or the one at its end.
    private static func takeHalfOfDay(from words: inout [String]) -> HalfOfDay? {
        guard let time = words.firstIndex(where: { $0.contains(":") }) else { return nil }
        if time + 1 < words.count, let half = HalfOfDay(rawValue: words[time + 1].lowercased()) {
            words.remove(at: time + 1)
            return half
        }
        guard let half = HalfOfDay(rawValue: words[time].suffix(2).lowercased()) else { return nil }
        words[time].removeLast(2)
        return half
    }

    /// Returns the seconds of `hh:mm[:ss]`, or of the same with dots.
    private static func clock(_ text: String, _ half: HalfOfDay?) -> Int64? {
        var pieces = text.split(separator: ":", omittingEmptySubsequences: false)
        if pieces.count == 1 { pieces = text.split(separator: ".", omittingEmptySubsequences: false) }
        guard (2...3).contains(pieces.count), var hour = Int64(pieces[0]), let minute = Int64(pieces[1]),
            let second = pieces.count == 3 ? Int64(pieces[2]) : 0,
            (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        switch half {
        case .morning where hour == 12: hour = 0
        case .afternoon where hour < 12: hour += 12
        default: break
        }
        return hour * 3600 + minute * 60 + second
    }

    /// Returns the seconds east of UTC; `nil` for more than four digits, which the grammar does not have.
    private static func zoneOffset(_ zone: String) -> Int64? {
        let number = zoneNames[zone] ?? Int64(zone) ?? 0
        guard number.magnitude <= 9_999 else { return nil }
        return (Int64(number.magnitude) / 100 * 3600 + Int64(number.magnitude) % 100 * 60) * number.signum()
    }

    private static let dayNames = Set(CalendarNames.shortWeekdays.map { $0.lowercased() })
    /// RFC 5322 section 4.3, and two that are met in old mail.
    private static let zoneNames: [String: Int64] = [
        "UT": 0, "UTC": 0, "GMT": 0, "Z": 0, "AST": -400, "ADT": -300, "EST": -500, "EDT": -400, "CST": -600,
        "CDT": -500,
        "MST": -700, "MDT": -600, "PST": -800, "PDT": -700,
    ]
}
