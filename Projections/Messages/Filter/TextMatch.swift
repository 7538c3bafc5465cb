/// The part of a message that is searched for words.
public enum TextField: String, Hashable, Sendable, Codable, CaseIterable {
    case any
    case from
    /// All who received it: To, Cc and Bcc.
    case to
    case cc
    case bcc
    /// Everyone it names: From, To, Cc and Bcc.
    case contact
    case subject
    case body
    /// The names of attachments.
    case attachment
}

/// Adjacent words in this order; case, accents and punctuation do not count.
public struct TextMatch: Hashable, Sendable, Codable {
    /// The words as typed; a word with punctuation in it (`foo-bar`) is several words of the index in a row.
    public let words: [String]
    /// Whether the last word is the beginning of a word.
    public let isPrefix: Bool

    /// Splits a text at white space and control characters.
    public init(_ phrase: String, isPrefix: Bool = false) {
        words = phrase.unicodeScalars
            .split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
            .map { String(Substring($0)) }
        self.isPrefix = isPrefix
    }

    /// Whether the folded words hold anything that the index can hold.
    package func isSearchable(fold: (String) -> String) -> Bool {
        fold(words.joined(separator: " ")).unicodeScalars.contains(where: FullText.isTokenCharacter)
    }

    /// Whether a word has significant signs (`C++`, `#12`, `.NET`) that no index of words contains.
    ///
    /// Signs around and between words, as in `ada@example.org` and `half-open`, do not count.
    package static func losesSigns(_ word: String) -> Bool {
        let scalars = Array(word.unicodeScalars)
        if scalars.count > 1, scalars[0] == ".", FullText.isTokenCharacter(scalars[1]) { return true }
        return scalars.contains { scalar in
            switch scalar {
            case _ where FullText.isTokenCharacter(scalar): false
            case "<", ">": false
            case "#", "%", "&", "*", "\\", "§": true
            default:
                switch scalar.properties.generalCategory {
                case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: true
                default: false
                }
            }
        }
    }

    /// Cuts a folded text into words where the index does, in order.
    package static func tokens(of folded: String) -> [String] {
        folded.unicodeScalars.split { !FullText.isTokenCharacter($0) }.map { String(Substring($0)) }
    }

    /// Writes the words as one phrase of FTS5's language, in which nothing of theirs is an operator.
    ///
    /// The tokenizer splits the quoted text exactly as it split the mail (<https://www.sqlite.org/fts5.html#fts5_strings>).
    package func fullTextExpression(in field: TextField, fold: (String) -> String) -> String {
        var expression = field.fullTextColumns.map { "\($0) : \"" } ?? "\""
        for scalar in fold(words.joined(separator: " ")).unicodeScalars {
            switch scalar {
            case "\"": expression += "\"\""
            // FTS5 reads its query as a C string: a NUL would end it inside the quotes.
            case "\0": expression += " "
            default: expression.unicodeScalars.append(scalar)
            }
        }
        return expression + (isPrefix ? "\" *" : "\"")
    }
}

/// Words of the index for facts about the message that no message can contain: a character of private use begins them.
package enum IndexMark: String, CaseIterable {
    case encrypted = "\u{F8F0}encrypted"
    case signed = "\u{F8F0}signed"

    /// The filter for messages with it.
    package var filter: MessageFilter { .text(.attachment, TextMatch(rawValue)) }

    /// A word of its own between two addresses or names, so that no phrase reaches from one into the next.
    package static let boundary = "\n\u{F8F1}\n"

    /// The form in which a text of the message is indexed.
    package static func removed(from text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == "\u{F8F0}" || $0 == "\u{F8F1}" }) else { return text }
        return text.replacing("\u{F8F0}", with: " ").replacing("\u{F8F1}", with: " ")
    }
}

extension TextField {
    /// The columns of `search.text` (<https://www.sqlite.org/fts5.html#fts5_column_filters>); nil for all of them.
    var fullTextColumns: String? {
        switch self {
        case .any: nil
        case .from: "sender"
        case .to: "{recipients cc bcc}"
        case .cc: "cc"
        case .bcc: "bcc"
        case .contact: "{sender recipients cc bcc}"
        case .subject: "subject"
        case .body: "body"
        case .attachment: "attachments"
        }
    }
}

/// The characters that the tokenizer of the full text, `unicode61`, treats as part of a word.
enum FullText {
    /// Whether a character begins a token: a letter, a number or of private use (<https://www.sqlite.org/fts5.html#unicode61_tokenizer>).
    ///
    /// The tokenizer knows Unicode 6.1, and takes every character that came later for a letter.
    static func isTokenCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Letters then, marks now.
        case 0x1885, 0x1886: return true
        // Marks then, letters now; and what SQLite reads as U+FFFD.
        case 0x19B0...0x19C0, 0x19C8, 0x19C9, 0x1CF2, 0x1CF3, 0xFFFE, 0xFFFF: return false
        default: break
        }
        guard let age = scalar.properties.age, (age.major, age.minor) <= (6, 1) else { return true }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse, .unassigned:
            return true
        default:
            return false
        }
    }

    /// Whether a character continues a word: one that begins a word, or a mark, which does not distinguish words.
    static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        if isTokenCharacter(scalar) { return true }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }
}
