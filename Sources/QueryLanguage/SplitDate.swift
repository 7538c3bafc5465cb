/// A date of two words of which a term has taken only the first: `date:feb 2002`.
package struct SplitDate: Hashable, Sendable {
    /// The term as it was read: `date:feb`.
    package let term: String
    /// The word behind it, which was read as one to be searched for: `2002`.
    package let word: String
    /// The term for the date of both: `date:feb_2002`.
    package var joined: String { "\(term)_\(word)" }
}

extension TypedQuery {
    /// The dates that a space has cut in two.
    ///
    /// - Complexity: O(the length of the text).
    package func splitDates() -> [SplitDate] {
        let words = text.split(whereSeparator: \.isWhitespace)
        return zip(words, words.dropFirst()).compactMap { term, word in
            let bare = term.drop { $0 == "-" || $0 == "(" }
            guard let colon = bare.firstIndex(of: ":"), let field = QueryField(named: String(bare[..<colon])),
                [.date, .received, .added, .changed].contains(field), !word.contains(where: { "\"()".contains($0) }),
                !bare.contains("\"")
            else { return nil }
            let date = bare[bare.index(after: colon)...] + "_" + word
            guard (try? QueryDate(context: context).instant(String(date))) != nil else { return nil }
            return SplitDate(term: String(bare), word: String(word))
        }
    }
}
