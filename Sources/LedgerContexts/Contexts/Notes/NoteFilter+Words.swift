internal import MIME
public import Projections

extension NoteFilter {
    /// Selects the notes that match each of these texts; several words in one text are a phrase, and a final `*`
    /// matches any ending.
    ///
    /// - Throws: ``FilterResolutionError`` for a text without a letter or digit, as a query for mail.
    public init(words: [String]) throws {
        self.init()
        texts = try words.filter { $0.contains { !$0.isWhitespace } }.map { word in
            let match =
                word.hasSuffix("*") ? TextMatch(String(word.dropLast()), isPrefix: true) : TextMatch(word)
            guard match.isSearchable(fold: SearchFold.fold) else {
                throw FilterResolutionError.unsearchableText(word)
            }
            return match
        }
    }
}
