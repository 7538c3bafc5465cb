/// A command line as bash has it in `COMP_LINE`, up to the cursor: its words, and what of the last one readline will replace.
///
/// Readline replaces what stands behind the last quote that is open, else behind the last of the word-breaking
/// characters, among which are `:` and `@` (bash(1), COMP_WORDBREAKS). What stands before that is kept as it is.
struct BashLine {
    /// The words, unquoted; the last one is at the cursor and may be empty.
    private(set) var words: [String] = [""]
    /// The quote that is open at the cursor.
    private(set) var quote: Character?
    /// What of the last word is kept, unquoted.
    private(set) var kept = ""
    private let breaks: Set<Character>
    private var isInsideWord = false

    init(_ line: String, breaks: String) {
        self.breaks = Set(breaks)
        var characters = line[...]
        while let character = characters.popFirst() {
            if quote == nil, character == " " || character == "\t" {
                if isInsideWord { words.append("") }
                (isInsideWord, kept) = (false, "")
                continue
            }
            isInsideWord = true
            if character == "\\", quote != "'" {
                guard let next = characters.popFirst() else { break }
                // Between double quotes a backslash is one, but before these (bash(1), QUOTING).
                append(quote == "\"" && !"$`\"\\".contains(next) ? "\\\(next)" : String(next))
            } else if character == quote {
                quote = nil
                keep()
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
                keep()
            } else {
                append(String(character))
                if quote == nil, breaks.contains(character) { keep() }
            }
        }
    }

    /// All of it without quotes, as one word.
    var unquoted: String { words.joined(separator: " ") }

    private mutating func append(_ text: String) {
        words[words.count - 1] += text
    }

    private mutating func keep() {
        kept = words[words.count - 1]
    }

    /// Returns what readline should put in place of what it replaces; nil for a word that begins otherwise.
    func replacement(_ word: String) -> String? {
        guard word.hasPrefix(kept) else { return nil }
        let tail = word.dropFirst(kept.count)
        switch quote {
        case "'": return String(tail).replacing("'", with: "'\\''")
        case "\"": return Self.escaped(tail, "$`\"\\")
        default: return Self.escaped(tail, " \t$`\"'\\&;|<>()*?[]{}!#~^")
        }
    }

    private static func escaped(_ text: Substring, _ special: String) -> String {
        text.reduce(into: "") { result, character in
            if special.contains(character) { result.append("\\") }
            result.append(character)
        }
    }
}
