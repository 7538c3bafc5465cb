public import Projections

extension NoteFilter {
    /// Takes the notes that have each of these; several words in one text are a phrase, and a text that ends in `*` may go on.
    public init(words: [String]) {
        self.init()
        texts = words.filter { $0.contains { !$0.isWhitespace } }.map { word in
            word.hasSuffix("*") ? TextMatch(String(word.dropLast()), isPrefix: true) : TextMatch(word)
        }
    }
}
