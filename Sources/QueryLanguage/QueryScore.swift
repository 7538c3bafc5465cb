import Projections

/// Reads opportunity scores and ranges of them: whole numbers from 0 to 100.
enum QueryScore {
    /// Reads a range; a score alone means exactly that.
    static func bounds(_ text: String) throws(QueryFault) -> Bounds {
        let bounds: Bounds
        switch try RangeForm(text) {
        case .single(let part):
            let score = try score(part)
            bounds = Bounds(from: score, to: score + 1)
        case .between(let first, let last): bounds = Bounds(from: try score(first), to: try score(last) + 1)
        case .atLeast(let part): bounds = Bounds(from: try score(part))
        case .atMost(let part): bounds = Bounds(to: try score(part) + 1)
        case .above(let part): bounds = Bounds(from: try score(part) + 1)
        case .below(let part): bounds = Bounds(to: try score(part))
        }
        if let lower = bounds.lower, let upper = bounds.upper, lower >= upper {
            throw QueryFault("the range ends before it begins", hint: "write the lower score first")
        }
        return bounds
    }

    private static func score(_ part: RangeForm.Part) throws(QueryFault) -> Int64 {
        var reader = DigitReader(part.text[...])
        guard let score = reader.number(digits: 1...3), reader.isAtEnd, score <= 100 else {
            throw QueryFault(
                "\(QueryFault.shown(part.text)) is no score", hint: "a score is a whole number from 0 to 100",
                part: part.range)
        }
        return score
    }
}
