internal import MIME
internal import Projections

/// A word of a text as a reader sees it, and what the index has of it.
struct SnippetWord {
    let range: Range<String.Index>
    let tokens: [String]

    /// Cuts a text into the words that it is indexed by.
    ///
    /// Text is folded between blanks: what the index makes of one stretch is found in it piece by piece.
    static func all(in text: String) -> [SnippetWord] {
        var words: [SnippetWord] = []
        let scalars = text.unicodeScalars
        var start = scalars.startIndex
        while start < scalars.endIndex {
            let end = scalars[start...].firstIndex(where: \.properties.isWhitespace) ?? scalars.endIndex
            if start < end { words += self.words(of: text[start..<end]) }
            start = end < scalars.endIndex ? scalars.index(after: end) : end
        }
        return words
    }

    private static func words(of stretch: Substring) -> [SnippetWord] {
        let tokens = tokens(of: stretch)
        guard tokens.count > 1, stretch.utf8.count <= longestStretch else {
            return tokens.isEmpty ? [] : [SnippetWord(range: bare(stretch, of: tokens), tokens: tokens)]
        }
        // The shortest beginnings that give the next tokens, and nothing of the others.
        var words: [SnippetWord] = []
        var start = stretch.startIndex
        var next = 0
        while start < stretch.endIndex, next < tokens.count {
            guard let (end, count) = piece(of: stretch[start...], giving: tokens[next...]) else { break }
            let own = Array(tokens[next..<(next + count)])
            words.append(SnippetWord(range: bare(stretch[start..<end], of: own), tokens: own))
            (start, next) = (end, next + count)
        }
        // What cannot be told apart is one word.
        guard next == tokens.count else { return [SnippetWord(range: bare(stretch, of: tokens), tokens: tokens)] }
        return words
    }

    /// What stands without a blank and is longer is one word, in bytes: it is no text of people.
    private static let longestStretch = 1_000
    /// The longest text looked at for one token, in characters.
    private static let longest = 64

    private static func piece(
        of rest: Substring, giving tokens: ArraySlice<String>
    ) -> (end: String.Index, count: Int)? {
        guard let token = tokens.first else { return nil }
        var end = rest.startIndex
        var found: String.Index?
        for _ in 0..<longest where end < rest.endIndex {
            end = rest.index(after: end)
            let folded = self.tokens(of: rest[..<end])
            if folded == [token] {
                // Marks and signs behind it may still be its own.
                found = end
            } else if found != nil || folded.count > 1 {
                break
            }
        }
        return found.map { ($0, 1) }
    }

    private static func tokens(of text: Substring) -> [String] { TextMatch.tokens(of: SearchFold.fold(String(text))) }

    /// More signs behind a word are not its own.
    private static let mostSigns = 4

    /// The range without the signs around it, but for those that the index knows of, as in `C++`.
    private static func bare(_ text: Substring, of tokens: [String]) -> Range<String.Index> {
        let isSign: (Character) -> Bool = { !$0.isLetter && !$0.isNumber }
        guard let start = text.firstIndex(where: { !isSign($0) }), let last = text.lastIndex(where: { !isSign($0) })
        else { return text.startIndex..<text.endIndex }
        let letters = text.index(after: last)
        guard text.utf8.count <= longestStretch else { return start..<letters }
        var end = letters
        for _ in 0...mostSigns {
            if self.tokens(of: text[start..<end]) == tokens { return start..<end }
            guard end < text.endIndex else { break }
            end = text.index(after: end)
        }
        return start..<letters
    }
}
