/// How long mail is kept: a number of days, weeks, months or years, or for ever.
///
/// ```swift
/// RetentionPeriod(typed: "7y")?.text  // "P7Y"
/// ```
///
/// It is stored as a duration of ISO 8601 with one designator, or as `forever`. Months and years are those of the
/// calendar, so seven years are seven years, whichever of them are leap years.
public enum RetentionPeriod: Hashable, Sendable {
    case forever
    case last(Int, Unit)

    public enum Unit: Character, CaseIterable, Sendable {
        case day = "D"
        case week = "W"
        case month = "M"
        case year = "Y"

        fileprivate var word: String {
            switch self {
            case .day: "day"
            case .week: "week"
            case .month: "month"
            case .year: "year"
            }
        }
    }

    /// The possible numbers of units; more reach beyond any calendar.
    public static let counts = 1...9_999

    /// Reads the stored form only.
    public init?(text: String) {
        if text == Self.foreverText {
            self = .forever
            return
        }
        guard text.first == "P", let unit = text.last.flatMap(Unit.init(rawValue:)) else { return nil }
        let digits = text.dropFirst().dropLast()
        // Each number has only one form.
        guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), digits.first != "0",
            let count = Int(digits), Self.counts.contains(count)
        else { return nil }
        self = .last(count, unit)
    }

    /// Reads a form that a person types: `90d`, `2w`, `18m`, `7y`, or the stored form, in any case.
    public init?(typed text: String) {
        let text = text.lowercased()
        if text == Self.foreverText {
            self = .forever
        } else {
            self.init(text: (text.hasPrefix("p") ? text : "p" + text).uppercased())
        }
    }

    /// The stored form.
    public var text: String {
        switch self {
        case .forever: Self.foreverText
        case .last(let count, let unit): "P\(count)\(unit.rawValue)"
        }
    }

    private static let foreverText = "forever"
}

extension RetentionPeriod: CustomStringConvertible {
    /// In words, as in "7 years".
    public var description: String {
        switch self {
        case .forever: "for ever"
        case .last(let count, let unit): "\(count) \(unit.word)\(count == 1 ? "" : "s")"
        }
    }
}

extension RetentionPeriod: Codable {
    /// Reads a string, and refuses one of another form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let period = RetentionPeriod(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a period is written P90D, P18M, P7Y or forever")
        }
        self = period
    }

    /// Writes `text`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
