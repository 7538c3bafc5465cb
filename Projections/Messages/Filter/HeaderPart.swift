internal import SQLiteDatabase

/// A piece of a header field, in the middle of words, too: what `subject:*alrus*` asks for.
///
/// `search.part` has the folded header fields by their trigrams, and GLOB goes by them, then compares the whole piece
/// (<https://www.sqlite.org/fts5.html#the_trigram_tokenizer>). For a piece of one or two characters all fields are read.
package struct HeaderPart: Hashable, Sendable {
    private let field: TextField
    private let folded: String

    /// Takes a folded piece; nil for a field that is not of the header.
    init?(_ field: TextField, folded: String) {
        guard field.isOfHeader else { return nil }
        self.field = field
        self.folded = Self.text(folded)
    }

    /// A folded text in the form with which parts are compared.
    ///
    /// The fold's replacements for the apostrophe of contractions and the signs of `C++` and `C#` are reverted, and
    /// boundaries between addresses left out.
    package static func text(_ folded: String) -> String {
        guard folded.utf8.contains(where: { $0 == 0xCA || $0 == 0xE2 || $0 == 0xEF }) else { return folded }
        return String(
            String.UnicodeScalarView(
                folded.unicodeScalars.compactMap { scalar in
                    switch scalar {
                    case "\u{2BC}": "'"
                    case "\u{A71B}": "+"
                    case "\u{A717}": "#"
                    case "\u{2063}", "\u{F8F1}": nil
                    default: scalar
                    }
                }))
    }

    private var columns: [SQL] {
        switch field {
        case .from: ["sender"]
        case .to: ["recipients", "cc", "bcc"]
        case .cc: ["cc"]
        case .bcc: ["bcc"]
        case .contact: ["sender", "recipients", "cc", "bcc"]
        case .subject: ["subject"]
        case .any, .body, .attachment: []
        }
    }

    /// Whether trigrams narrow the search: three characters, none of which GLOB treats specially.
    ///
    /// FTS5 counts bytes here, and finds nothing by two characters of three bytes (`sqlite3Fts5ExprPattern`).
    private var hasTrigrams: Bool {
        folded.unicodeScalars.count >= 3 && !folded.unicodeScalars.contains { "[*?".unicodeScalars.contains($0) }
    }

    /// The documents that have it, as a list of selects.
    private var documents: SQL {
        columns.map { column -> SQL in
            let test: SQL =
                hasTrigrams ? "\(column) GLOB \(bind: "*\(folded)*")" : "instr(\(column), \(bind: folded)) > 0"
            return "SELECT rowid FROM search.part WHERE \(test)"
        }.joined(separator: " UNION ALL ")
    }

    /// Whether a row of the table `message` has it.
    var sql: SQL {
        """
        message.id IN (\(documents) UNION ALL SELECT message FROM search.alias \
        WHERE since <= (SELECT position FROM checkpoint) AND document IN (\(documents)))
        """
    }
}

extension TextField {
    /// Whether pieces of its words are found.
    package var isOfHeader: Bool {
        switch self {
        case .from, .to, .cc, .bcc, .contact, .subject: true
        case .any, .body, .attachment: false
        }
    }
}
