/// The text of a message as its reader needs it: what is new in full, what was quoted and the signature apart.
package enum MailText {
    /// A line, or several that a reader has probably read before.
    package enum Piece: Equatable, Sendable {
        /// What the sender wrote.
        case own(Substring)
        /// A line of a quotation that stands in the text.
        case quoted(Substring)
        /// A line of the signature, its mark included.
        case signature(Substring)
        /// The number of lines that are left out here.
        case folded(Int)
    }

    /// Quotations of no more lines than these are shown: they are what an answer answers.
    package static let longestShown = 6

    /// Splits a text into pieces; with `folds`, each long quotation becomes one piece.
    ///
    /// A quotation is lines that begin with `>`, with the blank ones between them (RFC 3676 section 4.5), or all text
    /// below the line by which some programs introduce it. If nothing else is left, nothing is folded.
    /// - Complexity: O(the length of the text).
    package static func pieces(of text: String, folds: Bool) -> [Piece] {
        var pieces: [Piece] = []
        var run: [Substring] = []
        var isBelowMark = false
        var isSignature = false

        func endRun() {
            // Blank lines at the end of a quotation part it from what follows.
            let blank = run.reversed().prefix(while: isBlank).count
            let lines = run.dropLast(blank)
            if folds, lines.count > longestShown {
                pieces.append(.folded(lines.count))
            } else {
                pieces += lines.map { .quoted($0) }
            }
            pieces += run.suffix(blank).map { .own($0) }
            run = []
        }

        // By bytes: to find the borders of characters would take longer than all else.
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map({
            Substring($0)
        }) {
            if isBelowMark {
                run.append(line)
            } else if line.utf8.first == UInt8(ascii: ">") || (isBlank(line) && !run.isEmpty) {
                run.append(line)
            } else if introducesQuotation(line) {
                endRun()
                isBelowMark = true
                run = [line]
            } else {
                endRun()
                // RFC 3676 section 4.3.
                if line == "-- " { isSignature = true }
                pieces.append(isSignature ? .signature(line) : .own(line))
            }
        }
        endRun()
        let saysSomething = pieces.contains { piece in
            if case .own(let line) = piece { !isBlank(line) } else { piece.isQuotedLine }
        }
        return folds && !saysSomething ? Self.pieces(of: text, folds: false) : pieces
    }

    private static func isBlank(_ line: Substring) -> Bool {
        line.allSatisfy(\.isWhitespace)
    }

    /// Whether a line is that of Outlook and others, `-----Original Message-----`, in one of its languages.
    private static func introducesQuotation(_ line: Substring) -> Bool {
        guard line.hasPrefix("-----"), line.utf8.count < 80 else { return false }
        let words = line.drop { $0 == "-" || $0 == " " }
        guard let end = words.lastIndex(where: { $0 != "-" && !$0.isWhitespace }) else { return false }
        return introductions.contains(words[...end].lowercased())
    }

    private static let introductions: Set<String> = [
        "original message", "ursprüngliche nachricht", "originalnachricht", "message d'origine", "message original",
        "mensaje original", "mensagem original", "messaggio originale", "oorspronkelijk bericht",
        "ursprungligt meddelande", "opprinnelig melding", "oprindelig meddelelse",
    ]
}

extension MailText.Piece {
    fileprivate var isQuotedLine: Bool {
        if case .quoted = self { true } else { false }
    }
}
