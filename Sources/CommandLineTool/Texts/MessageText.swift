internal import ArgumentParsing
internal import MailLedger

/// How much of the text of mail is shown.
struct FoldingOptions: ParsableArguments {
    @Flag(name: .long, help: "Fold long quotations in a pipe too.") var fold = false
    @Flag(name: .long, help: "Show all quoted text on a terminal too.") var full = false

    func validate() throws {
        if fold && full { throw ValidationError("--fold and --full exclude each other") }
    }
}

extension Session {
    /// Writes the text of a message: wrapped to a terminal with long quotations folded, in a pipe as it is.
    func writeBody(_ text: String, _ folding: FoldingOptions) {
        let folds = folding.fold || (output.isTerminal && !folding.full)
        let width = output.columns
        for piece in MailText.pieces(of: Sanitizer.text(text), folds: folds) {
            switch piece {
            case .own(let line): writeLine(line, [], width)
            case .quoted(let line), .signature(let line): writeLine(line, [.dim], width)
            case .folded(let count):
                output.line(style.paint("[… \(ProgressLine.grouped(count)) quoted lines; --full shows them]", .dim))
            }
        }
    }

    private func writeLine(_ line: Substring, _ looks: [Style.Look], _ width: Int?) {
        guard let width else { return output.line(style.paint(String(line), looks)) }
        // A tab takes as many columns as it needs.
        let line = line.utf8.contains(0x09) ? Self.expandingTabs(line) : String(line)
        for piece in TerminalWidth.wrap(line, to: width) { output.line(style.paint(piece, looks)) }
    }

    private static func expandingTabs(_ line: Substring) -> String {
        var result = ""
        var column = 0
        for character in line {
            let count = character == "\t" ? 8 - column % 8 : TerminalWidth.of(character)
            result += character == "\t" ? String(repeating: " ", count: count) : String(character)
            column += count
        }
        return result
    }
}
