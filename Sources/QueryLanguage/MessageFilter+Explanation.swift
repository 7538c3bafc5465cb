internal import CivilTime
public import Projections

extension MessageFilter {
    /// Writes how a query was read: every operator and every parenthesis, with dates in the zone of the context.
    ///
    /// Reading it in the same context gives the ``canonical`` filter again, for every filter that a query can make.
    public func explanation(in context: QueryContext) -> String {
        QueryWriter(context: context).text(canonical)
    }
}

private struct QueryWriter {
    let context: QueryContext

    func text(_ filter: MessageFilter) -> String {
        switch filter {
        case .all: "*"
        case .and(let parts): parts.map(operand).joined(separator: " and ")
        case .or(let parts): parts.map(operand).joined(separator: " or ")
        case .not(let inner): "not " + operand(inner)
        // A word that looks like an id is marked as a word.
        case .text(.any, let match): isLikeID(match) ? "word:" + phrase(match) : phrase(match)
        case .part(let field, let text): "\(field.rawValue):*\(text)*"
        case .text(.attachment, let match) where match.words.count == 1 && IndexMark(rawValue: match.words[0]) != nil:
            "is:" + match.words[0].unicodeScalars.dropFirst().map(String.init).joined()
        case .text(let field, let match): field.rawValue + ":" + phrase(match)
        default: filter.term.map(term) ?? ""
        }
    }

    private func term(_ field: String, _ value: MessageFilter.TermValue) -> String {
        switch value {
        case .word(let word): "\(field):\(word)"
        case .name(let name): "\(field):\(self.value(name))"
        case .dates(let bounds): "\(field):\(dates(bounds))"
        case .sizes(let bounds): "\(field):\(sizes(bounds))"
        case .scores(let bounds): "\(field):\(scores(bounds))"
        case .ofProgram(let comparison, let text?): "[\(field) \(comparison) \(self.value(text))]"
        case .ofProgram(_, nil): "[no \(field)]"
        case .datesOfProgram(let bounds): "[\(field) \(dates(bounds))]"
        }
    }

    private func operand(_ filter: MessageFilter) -> String {
        switch filter {
        case .and, .or: "(" + text(filter) + ")"
        default: text(filter)
        }
    }

    // MARK: Words and names

    private func isLikeID(_ match: TextMatch) -> Bool {
        match.words.count == 1 && !match.isPrefix && match.words.allSatisfy { TypedQuery.isLikeID($0.unicodeScalars) }
    }

    private func phrase(_ match: TextMatch) -> String {
        value(match.words.joined(separator: " ")) + (match.isPrefix ? "*" : "")
    }

    /// Quotes a value that would be read as anything but itself.
    private func value(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let isPlain =
            !scalars.isEmpty && scalars.first != "-" && !["and", "or", "not"].contains(text.lowercased())
            && scalars.allSatisfy { !$0.properties.isWhitespace && !"()\"*:".unicodeScalars.contains($0) }
        if isPlain, ForeignSyntax.fault(of: text, isListed: false) == nil { return text }
        var quoted = "\""
        for scalar in scalars {
            if scalar == "\"" { quoted += "\"" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }

    // MARK: Sizes

    private func sizes(_ bounds: Bounds) -> String {
        switch (bounds.lower, bounds.upper) {
        case (let lower?, let upper?): size(lower) + ".." + size(upper &- 1)
        case (let lower?, nil): ">=" + size(lower)
        case (nil, let upper?): "<" + size(upper)
        case (nil, nil): ">=0"
        }
    }

    private func size(_ bytes: Int64) -> String {
        for (shift, unit) in [(30, "G"), (20, "M"), (10, "k")] as [(Int64, String)]
        where bytes > 0 && bytes % (1 << shift) == 0 {
            return String(bytes >> shift) + unit
        }
        return String(bytes)
    }

    // MARK: Scores

    private func scores(_ bounds: Bounds) -> String {
        switch (bounds.lower, bounds.upper) {
        case (let lower?, let upper?): upper == lower &+ 1 ? "\(lower)" : "\(lower)..\(upper &- 1)"
        // Beyond the ends of the possible scores only > and < are valid.
        case (let lower?, nil): lower > 100 ? ">\(lower &- 1)" : ">=\(lower)"
        case (nil, let upper?): upper > 100 ? "<=\(upper &- 1)" : "<\(upper)"
        case (nil, nil): ">=0"
        }
    }

    // MARK: Dates

    private func dates(_ bounds: Bounds) -> String {
        switch (bounds.lower, bounds.upper) {
        case (let lower?, let upper?): wholeUnit(lower, upper) ?? start(lower) + ".." + end(upper)
        case (let lower?, nil): start(lower) + ".."
        case (nil, let upper?): ".." + end(upper)
        // No query makes it; every time lies after the first that a query can name.
        case (nil, nil): "@-9999999999999.."
        }
    }

    /// A year, month or day that begins and ends so.
    private func wholeUnit(_ lower: Int64, _ upper: Int64) -> String? {
        guard let first = day(startingAt: lower), let end = day(startingAt: upper) else { return nil }
        let text = CivilText(first)
        if end == first.adding(days: 1) { return text.day }
        guard first.day == 1 else { return nil }
        if end == first.adding(months: 1) { return text.month }
        return first.month == 1 && end == first.adding(months: 12) ? text.year : nil
    }

    private func start(_ lower: Int64) -> String {
        day(startingAt: lower).map { CivilText($0).day } ?? moment(lower)
    }

    /// The last day, second or microsecond before a bound.
    private func end(_ upper: Int64) -> String {
        if let next = day(startingAt: upper), next > CivilDate(year: 1) { return CivilText(next.adding(days: -1)).day }
        return upper % 1_000_000 == 0 ? moment(upper - 1_000_000) : moment(upper &- 1, isExact: true)
    }

    /// The local day that begins at exactly this moment.
    private func day(startingAt micros: Int64) -> CivilDate? {
        guard micros % 1_000_000 == 0 else { return nil }
        let seconds = micros / 1_000_000
        let day = context.calendar.day(at: seconds)
        guard (1...10_000).contains(day.year), context.calendar.moment(of: day) == seconds else { return nil }
        return day
    }

    /// A moment in UTC, or as a Unix time when its year has not four digits.
    private func moment(_ micros: Int64, isExact: Bool = false) -> String {
        let time = CivilDateTime(microseconds: micros)
        guard QueryDate.years.contains(time.date.year) else { return unixTime(micros, isExact: isExact) }
        let fraction = isExact || time.microsecond > 0 ? "." + CivilText.padded(time.microsecond, 6) : ""
        return CivilText(time.date).day + "T" + time.clock + fraction + "Z"
    }

    private func unixTime(_ micros: Int64, isExact: Bool) -> String {
        let magnitude = micros.magnitude
        let fraction = Int64(magnitude % 1_000_000)
        return "@" + (micros < 0 ? "-" : "") + String(magnitude / 1_000_000)
            + (isExact || fraction > 0 ? "." + CivilText.padded(fraction, 6) : "")
    }
}

/// A day in the forms of a query.
private struct CivilText {
    let year: String
    let month: String
    let day: String

    init(_ civil: CivilDate) {
        year = Self.padded(civil.year, 4)
        month = year + "-" + Self.padded(civil.month, 2)
        day = month + "-" + Self.padded(civil.day, 2)
    }

    static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
