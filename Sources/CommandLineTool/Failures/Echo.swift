/// What is shown again of what was typed or read: enough to know it by, however long it is.
enum Echo {
    /// Longer than names and most paths are, in Unicode scalars: one character may have any number of them.
    private static let longestWord = 300
    private static let longestText = 2_000

    /// The text with the middle left out of each long word, and of the whole where that is still long.
    static func bounded(_ text: String) -> String {
        guard text.unicodeScalars.count > longestWord else { return text }
        var result = String.UnicodeScalarView()
        var word = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                result.append(contentsOf: cut(word, to: longestWord))
                result.append(scalar)
                word = String.UnicodeScalarView()
            } else {
                word.append(scalar)
            }
        }
        result.append(contentsOf: cut(word, to: longestWord))
        return String(cut(result, to: longestText))
    }

    // The end says what to do.
    private static func cut(_ scalars: String.UnicodeScalarView, to limit: Int) -> String.UnicodeScalarView {
        let count = scalars.count
        guard count > limit else { return scalars }
        var result = String.UnicodeScalarView(scalars.prefix(limit / 2))
        result.append("…")
        result.append(contentsOf: scalars.suffix(limit / 2))
        return result
    }
}
