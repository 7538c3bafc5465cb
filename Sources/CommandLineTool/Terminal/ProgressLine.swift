internal import CivilTime
internal import MailLedger

/// The text of a progress line.
package struct ProgressLine: Sendable {
    /// What is being done: "Importing".
    package var label: String
    /// What is counted: "messages".
    package var unit: String
    /// How many are done.
    package var done: Int
    /// How many of these were done before the start.
    package var before: Int
    /// How many there are, where that is known.
    package var total: Int?
    /// The time since the start.
    package var seconds: Double
    /// How much of the work is done, from 0 to 1, where another measure than the count tells it.
    package var share: Double?
    /// That measure, in words: "12.3/40.1 MiB".
    package var detail: String?

    /// Describes a moment of the work.
    package init(
        label: String, unit: String, done: Int, before: Int = 0, total: Int?, seconds: Double, share: Double? = nil,
        detail: String? = nil
    ) {
        self.label = label
        self.unit = unit
        self.done = done
        self.before = before
        self.total = total
        self.seconds = seconds
        self.share = share ?? total.flatMap { $0 > 0 ? Double(done) / Double($0) : nil }
        self.detail = detail
    }

    /// Returns the line in at most `width` columns: `Importing  1,200/4,000 messages  30%  600/s  5s left`.
    package func text(width: Int) -> String {
        var parts = [label]
        parts.append(Self.grouped(done) + (total.map { "/" + Self.grouped($0) } ?? "") + " " + unit)
        if let detail { parts.append(detail) }
        if let share { parts.append("\(min(100, Int(share * 100)))%") }
        if seconds >= 0.1, done > before {
            let rate = Double(done - before) / seconds
            parts.append(rate >= 10 ? Self.grouped(Int(rate)) + "/s" : Self.tenths(rate) + "/s")
            // An estimate from the first moments would jump.
            if let share, share > shareBefore, share < 1, seconds >= 1 {
                parts.append(Self.duration(seconds * (1 - share) / (share - shareBefore)) + " left")
            }
        }
        return TerminalWidth.truncate(parts.joined(separator: "  "), to: width)
    }

    private var shareBefore: Double {
        total.flatMap { $0 > 0 ? Double(before) / Double($0) : nil } ?? 0
    }

    /// Returns `1234567` as `1,234,567`.
    package static func grouped(_ number: Int) -> String { GroupedNumber.text(number) }

    /// Returns seconds as `5s`, `2m 05s` or `1h 03m`.
    package static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds < 360_000 else { return "long" }
        let whole = Int(seconds.rounded(.up))
        if whole < 60 { return "\(whole)s" }
        if whole < 3600 { return "\(whole / 60)m \((whole % 60).twoDigits)s" }
        return "\(whole / 3600)h \((whole % 3600 / 60).twoDigits)m"
    }

    private static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
