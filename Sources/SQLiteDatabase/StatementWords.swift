/// The words of a statement outside of parentheses, quotes and comments: they say what it was to do.
///
/// SQLite looks at the names in a statement first: of one that drops a view it says how to drop it, and not that
/// nothing is dropped here.
struct StatementWords {
    /// The first words of the statements that are no questions (<https://www.sqlite.org/lang.html>).
    private static let commands: Set<String> = [
        "ALTER", "ANALYZE", "ATTACH", "BEGIN", "COMMIT", "CREATE", "DELETE", "DETACH", "DROP", "END", "INSERT",
        "REINDEX", "RELEASE", "REPLACE", "ROLLBACK", "SAVEPOINT", "UPDATE", "VACUUM",
    ]
    /// Those that may stand behind the tables of a WITH.
    private static let changes: Set<String> = ["DELETE", "INSERT", "REPLACE", "UPDATE"]

    private var rest: ArraySlice<UInt8>

    private init(_ text: String) {
        rest = Array(text.utf8)[...]
    }

    /// Whether a statement is no question, as far as its words say so.
    static func areCommand(_ text: String) -> Bool {
        var words = StatementWords(text)
        var first = words.next()
        while let word = first, ["EXPLAIN", "QUERY", "PLAN"].contains(word) { first = words.next() }
        guard let first else { return false }
        guard first == "WITH" else { return commands.contains(first) }
        // A table of a WITH may have any of these names; AS follows it, or its columns and AS.
        var last = ""
        while let word = words.next() {
            if word == "AS" { last = "" }
            if changes.contains(last) { return true }
            if word == "SELECT" || word == "VALUES" { return false }
            last = word
        }
        return false
    }

    /// Takes the next word, in upper case.
    private mutating func next() -> String? {
        var depth = 0
        while let byte = rest.first {
            if Self.isLetter(byte) {
                let word = rest.prefix(while: Self.isLetter)
                rest = rest.dropFirst(word.count)
                if depth == 0 { return String(decoding: word, as: UTF8.self).uppercased() }
                continue
            }
            rest.removeFirst()
            switch byte {
            case UInt8(ascii: ";"):
                rest = []
                return nil
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: "'"): skip(past: "'")
            case UInt8(ascii: "\""): skip(past: "\"")
            case UInt8(ascii: "`"): skip(past: "`")
            case UInt8(ascii: "["): skip(past: "]")
            case UInt8(ascii: "-") where rest.first == UInt8(ascii: "-"): skip(past: "\n")
            case UInt8(ascii: "/") where rest.first == UInt8(ascii: "*"):
                rest.removeFirst()
                skip(past: "*/")
            default: break
            }
        }
        return nil
    }

    private mutating func skip(past end: String) {
        while !rest.isEmpty, !rest.starts(with: end.utf8) { rest.removeFirst() }
        rest = rest.dropFirst(end.utf8.count)
    }

    /// Whether a byte is part of a word; all of a character beyond ASCII is.
    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xFF:
            true
        default: false
        }
    }
}
