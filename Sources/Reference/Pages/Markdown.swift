/// A page in Markdown: paragraphs are wrapped at 100 columns, tables are not.
struct Markdown {
    private static let columns = 100
    private var blocks: [String] = []

    var text: String { blocks.joined(separator: "\n\n") + "\n" }

    /// The line that names the source of a page.
    mutating func origin(_ source: String) {
        blocks.append("<!-- Written by `make pages` from \(source): change it there. -->")
    }

    mutating func heading(_ level: Int, _ text: String) {
        blocks.append(String(repeating: "#", count: level) + " " + text)
    }

    /// A paragraph of Markdown.
    mutating func paragraph(_ markdown: String) {
        blocks.append(Self.wrapped(markdown))
    }

    mutating func list(_ items: [String]) {
        blocks.append(items.map { Self.wrapped("- " + $0, indent: "  ") }.joined(separator: "\n"))
    }

    mutating func code(_ lines: [String], language: String = "") {
        blocks.append("```\(language)\n" + lines.joined(separator: "\n") + "\n```")
    }

    mutating func table(_ heads: [String], _ rows: [[String]]) {
        guard !rows.isEmpty else { return }
        let lines = [heads, heads.map { _ in "---" }] + rows
        blocks.append(
            lines.map { cells in
                cells == lines[1]
                    ? "|" + cells.joined(separator: "|") + "|" : "| " + cells.joined(separator: " | ") + " |"
            }.joined(separator: "\n"))
    }

    /// Plain text in the form of help: paragraphs between empty lines; a block with an indented line is unchanged.
    mutating func prose(_ plain: String) {
        for block in Self.paragraphs(of: plain) {
            if block.contains(where: { $0.hasPrefix(" ") }) {
                code(block, language: "text")
            } else {
                paragraph(Self.escaped(block.joined(separator: " ")))
            }
        }
    }

    private static func paragraphs(of text: String) -> [[String]] {
        text.split(separator: "\n", omittingEmptySubsequences: false).split { $0.allSatisfy(\.isWhitespace) }
            .map { $0.map(String.init) }
    }

    /// Text in which no character means anything to Markdown.
    static func escaped(_ plain: String) -> String {
        var result = ""
        for character in plain {
            if "\\`*_<[|".contains(character) { result += "\\" }
            result.append(character == "\n" ? " " : character)
        }
        return result
    }

    /// A word or a line as code; no text of help has a backquote.
    static func code(_ text: String) -> String { "`" + text + "`" }

    private static func wrapped(_ text: String, indent: String = "") -> String {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > columns {
                lines.append(line)
                line = indent + word
            } else {
                line += (line.isEmpty ? "" : " ") + word
            }
        }
        return (lines + [line]).joined(separator: "\n")
    }
}
