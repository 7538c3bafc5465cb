public import Projections

extension NoteFilter {
    /// Selects the notes that match each of these texts; several words in one text are a phrase, and a final `*`
    /// matches any ending.
    public init(words: [String]) {
        self.init()
        texts = words.filter { $0.contains { !$0.isWhitespace } }.map { word in
            word.hasSuffix("*") ? TextMatch(String(word.dropLast()), isPrefix: true) : TextMatch(word)
        }
    }
}
