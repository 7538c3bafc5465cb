internal import Notes

/// Words to find in notes as the full text finds them in mail: whole words next to each other, folded.
///
/// There is no index. People write notes by the thousand and not by the million, and an index whose bytes depend on its
/// growth could not be compared with a rebuilt one.
struct NoteTextMatch {
    private let words: [String]
    private let isPrefix: Bool

    init(_ match: TextMatch, fold: (String) -> String) {
        words = Self.words(of: fold(match.words.joined(separator: " ")))
        isPrefix = match.isPrefix
    }

    /// Whether a note has all of them, each in one of its texts.
    static func all(_ matches: [NoteTextMatch], in note: NoteFields, fold: (String) -> String) -> Bool {
        let texts = ([note.title, note.transcript, note.summary ?? ""] + note.tags.map(\.text)).map {
            words(of: fold($0))
        }
        return matches.allSatisfy { match in texts.contains(where: match.isFound) }
    }

    private func isFound(in text: [String]) -> Bool {
        guard !words.isEmpty, text.count >= words.count else { return false }
        return (0...(text.count - words.count)).contains { start in
            words.indices.allSatisfy { offset in
                let isLast = offset == words.count - 1
                return isPrefix && isLast
                    ? text[start + offset].hasPrefix(words[offset]) : text[start + offset] == words[offset]
            }
        }
    }

    private static func words(of text: String) -> [String] {
        text.unicodeScalars.split { !FullText.isPartOfWord($0) }.map { String(String.UnicodeScalarView($0)) }
    }
}

extension NoteFilter {
    /// Whether a text contains all of some words, by the rule for notes.
    package static func holds(_ matches: [TextMatch], _ text: String, fold: (String) -> String) -> Bool {
        NoteTextMatch.all(matches.map { NoteTextMatch($0, fold: fold) }, in: NoteFields(title: text), fold: fold)
    }
}
