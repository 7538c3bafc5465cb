/// A word that may stand where the cursor is.
struct Candidate: Hashable, Sendable {
    /// The whole word, as the program would receive it.
    var word: String
    /// What it means, in one line.
    var summary: String
    /// Whether it is only the beginning of a word, as `from:` is: no blank follows it then.
    var isOpen = false
    /// Whether the word says enough by itself, as verbs and options do: bash, which has no columns, lists it alone.
    var isPlain = false

    init(_ word: String, _ summary: String = "", isOpen: Bool = false, isPlain: Bool = false) {
        self.word = word
        self.summary = summary
        self.isOpen = isOpen
        self.isPlain = isPlain
    }
}

/// What may stand where the cursor is.
enum Proposal: Hashable, Sendable {
    /// One of these words.
    case words([Candidate])
    /// A file, which the shell knows better; one of these extensions where any are given.
    case files(extensions: [String])
    /// A folder of the file system.
    case directories
}
