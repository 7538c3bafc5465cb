package import Projections

/// Reads sizes and ranges of sizes.
package enum QuerySize {
    /// Reads a range; a size alone means that size and more.
    package static func bounds(_ text: String) throws(QueryFault) -> Bounds {
        let bounds: Bounds
        switch try RangeForm(text) {
        case .single(let part), .atLeast(let part): bounds = Bounds(from: try bytes(part))
        case .between(let first, let last): bounds = Bounds(from: try bytes(first), to: try bytes(last) + 1)
        case .atMost(let part): bounds = Bounds(to: try bytes(part) + 1)
        case .above(let part): bounds = Bounds(from: try bytes(part) + 1)
        case .below(let part): bounds = Bounds(to: try bytes(part))
        }
        if let lower = bounds.lower, let upper = bounds.upper, lower >= upper {
            throw QueryFault("the range ends before it begins", hint: "write the smaller size first")
        }
        return bounds
    }

    /// Reads one size.
    package static func size(_ text: String) throws(QueryFault) -> Int64 {
        guard case .single(let part) = try RangeForm(text) else {
            throw QueryFault("\(QueryFault.shown(text)) is no single size", hint: "write 500, 10k, 1.5M or 2G")
        }
        return try bytes(part)
    }

    /// Units are powers of 1,024, in any case, with or without a `b` or `ib`.
    private static func bytes(_ part: RangeForm.Part) throws(QueryFault) -> Int64 {
        let text = part.text.lowercased()
        let fault = QueryFault(
            "\(QueryFault.shown(text)) is not a size", hint: "write 500, 10k, 1.5M or 2G", part: part.range)
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit: Int64? =
            switch text.dropFirst(digits.count) {
            case "", "b": 1
            case "k", "kb", "kib": 1 << 10
            case "m", "mb", "mib": 1 << 20
            case "g", "gb", "gib": 1 << 30
            case "t", "tb", "tib": 1 << 40
            default: nil
            }
        var reader = DigitReader(digits)
        guard let unit, let whole = reader.number(digits: 1...18), let fraction = reader.fraction(), reader.isAtEnd
        else {
            throw fault
        }
        let (size, overflow) = whole.multipliedReportingOverflow(by: unit)
        // Below 2^60, so that adding one and the fraction below cannot overflow.
        guard !overflow, size < 1 << 60 else { throw QueryFault("a size that is too large", part: part.range) }
        // Whole units and millionths apart: their product would overflow for terabytes otherwise.
        return size + unit / 1_000_000 * fraction.value + unit % 1_000_000 * fraction.value / 1_000_000
    }
}
