internal import Domain

/// The fault of a value, before its place in the query is known.
package struct QueryFault: Error {
    package let message: String
    let hint: String?
    /// The next question to the ledger, as a fact.
    let advice: Hint?
    /// The faulty part, as offsets into the value's Unicode scalars; nil for all of it.
    let part: Range<Int>?

    init(_ message: String, hint: String? = nil, advice: Hint? = nil, part: Range<Int>? = nil) {
        self.message = message
        self.hint = hint
        self.advice = advice
        self.part = part
    }

    /// A part of the query in quotes, shortened if it is long.
    package static func shown(_ text: some StringProtocol) -> String {
        text.count > 40 ? "\"\(text.prefix(40))…\"" : "\"\(text)\""
    }
}

/// The forms that a range of anything is written in: `a`, `a..b`, `a..`, `..b`, `>a`, `>=a`, `<a`, `<=a`.
enum RangeForm {
    /// One value alone.
    case single(Part)
    case between(Part, Part)
    case atLeast(Part)
    case atMost(Part)
    case above(Part)
    case below(Part)

    struct Part {
        let text: String
        let range: Range<Int>
    }

    init(_ text: String) throws(QueryFault) {
        let scalars = Array(text.unicodeScalars)
        func part(_ range: Range<Int>) throws(QueryFault) -> Part {
            guard !range.isEmpty else { throw QueryFault("a range without a value", hint: "write a..b, a.. or ..b") }
            return Part(text: String(String.UnicodeScalarView(scalars[range])), range: range)
        }
        let count = scalars.count
        switch (scalars.first, scalars.dropFirst().first) {
        case (">", "="): self = .atLeast(try part(2..<count))
        case (">", _): self = .above(try part(1..<count))
        case ("<", "="): self = .atMost(try part(2..<count))
        case ("<", _): self = .below(try part(1..<count))
        default:
            guard let dots = scalars.indices.dropLast().first(where: { scalars[$0] == "." && scalars[$0 + 1] == "." })
            else {
                self = .single(try part(0..<count))
                return
            }
            switch (dots > 0, dots + 2 < count) {
            case (true, true): self = .between(try part(0..<dots), try part(dots + 2..<count))
            case (true, false): self = .atLeast(try part(0..<dots))
            default: self = .atMost(try part(dots + 2..<count))
            }
        }
    }
}
