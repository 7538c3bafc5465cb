/// Signs and words that mean something to notmuch, mu, Xapian, web mail or a shell, and nothing to this language.
///
/// Read as words they would find something else than was meant, without a word about it. In quotes they are words.
enum ForeignSyntax {
    private static let asIs = "quote it to search for it as it is"

    /// Returns the fault of a bare value of any field: it is a regular expression.
    static func fault(ofName text: String) -> QueryFault? {
        let count = text.unicodeScalars.count
        guard count > 2, text.hasPrefix("/"), text.hasSuffix("/") else { return nil }
        return QueryFault(
            "a regular expression, which a query cannot have",
            hint: "word* finds words that begin so; \(asIs)")
    }

    /// Returns the fault of a bare word in a text.
    ///
    /// - Parameter isListed: Whether the word follows a field, where no other can begin.
    static func fault(of text: String, isListed: Bool) -> QueryFault? {
        let scalars = Array(text.unicodeScalars)
        // A word of signs alone gets another error: it has nothing to search for.
        guard scalars.contains(where: isLetter), let first = scalars.first, let last = scalars.last else { return nil }
        if let fault = fault(ofName: text) ?? operatorFault(text) { return fault }
        switch first {
        case "+": return QueryFault("a \"+\" before a word", hint: "every word must match without it; \(asIs)")
        case "~": return QueryFault("a \"~\" before a word", hint: "no other words are searched with it; \(asIs)")
        case "^":
            return QueryFault("a \"^\" before a word", hint: "no field is searched from its beginning; \(asIs)")
        case "!": return QueryFault("a \"!\" before a word", hint: "write not, or - right before the word; \(asIs)")
        case "{": return QueryFault("a brace", hint: "write (a or b); \(asIs)")
        default: break
        }
        if last == "}" { return QueryFault("a brace", hint: "write (a or b); \(asIs)") }
        if let sign = weight(scalars) {
            return QueryFault("a \"\(sign)\" behind a word", hint: "words have no weight and no neighbours; \(asIs)")
        }
        if scalars.contains("|") { return QueryFault("a \"|\" in a word", hint: "write a or b; \(asIs)") }
        if scalars.contains("\\") {
            return QueryFault("a \"\\\" in a word", hint: "a quote in a phrase is doubled; \(asIs)")
        }
        for index in scalars.indices.dropFirst().dropLast()
        where scalars[index] == "?" && isLetter(scalars[index - 1]) && isLetter(scalars[index + 1]) {
            return QueryFault("a \"?\" in a word", hint: "word* finds words that begin so; \(asIs)")
        }
        return isListed ? nil : comparison(text) ?? bareRange(text)
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// Capital words only: in small letters they are words of people.
    private static func operatorFault(_ text: String) -> QueryFault? {
        let name = text.prefix { $0 != "/" }
        let distance = text.dropFirst(name.count)
        guard distance.isEmpty || distance.dropFirst().allSatisfy(\.isNumber) else { return nil }
        switch name {
        case "NEAR", "ADJ", "AROUND", "ONEAR":
            return QueryFault(
                "\(QueryFault.shown(text)) joins no words",
                hint: "a phrase in quotes has words next to each other; in small letters it is a word")
        case "XOR" where distance.isEmpty:
            return QueryFault(
                "\"XOR\" joins no words", hint: "write (a or b) and not (a and b); in small letters it is a word")
        default: return nil
        }
    }

    /// A `~`, `~2` or `^2` at the end.
    private static func weight(_ scalars: [Unicode.Scalar]) -> Unicode.Scalar? {
        guard let sign = scalars.last(where: { !("0"..."9").contains($0) }), sign == "~" || sign == "^",
            scalars.first != sign, sign == "~" || scalars.last != "^"
        else { return nil }
        return sign
    }

    /// `size>1M` and `from=ada` for `size:>1M` and `from:ada`.
    private static func comparison(_ text: String) -> QueryFault? {
        guard let sign = text.firstIndex(where: { "=<>".contains($0) }),
            let field = QueryField(named: String(text[..<sign]))
        else { return nil }
        let value = text[sign...].drop { $0 == "=" }
        return QueryFault("a field without its \":\"", hint: "write \(field.name):\(value); \(asIs)")
    }

    /// `2024-01..2024-03`, which notmuch and Xapian take for a date.
    private static func bareRange(_ text: String) -> QueryFault? {
        guard text.contains(".."), text.contains(where: \.isNumber),
            text.allSatisfy({ $0.isNumber || "-./:@TZ".contains($0) })
        else { return nil }
        return QueryFault("a range without a field", hint: "write date:\(text) or size:\(text); \(asIs)")
    }
}
