/// Text in the language of manual pages, with the macros of man(7): it reads the same with groff and with mandoc.
struct Roff {
    private(set) var lines: [String] = []

    var text: String { lines.joined(separator: "\n") + "\n" }

    /// The page's title line.
    init(title: String, section: Int, date: String, source: String, manual: String) {
        let words = [Self.escaped(title.uppercased()), "\(section)", date, Self.escaped(source), Self.escaped(manual)]
        // Neither stretched nor hyphenated: what is copied from the page should be as it was written.
        lines = [".TH " + words.map { "\"\($0)\"" }.joined(separator: " "), ".ad l", ".nh"]
    }

    mutating func section(_ title: String) {
        lines.append(".SH " + Self.escaped(title.uppercased()))
    }

    mutating func subsection(_ title: String) {
        lines.append(".SS " + Self.escaped(title))
    }

    /// Texts as people write them: paragraphs parted by empty lines; what is indented stands as it is.
    mutating func prose(_ text: String) {
        for block in Self.blocks(of: text) {
            if block.contains(where: { $0.hasPrefix(" ") }) {
                verbatim(block)
            } else {
                paragraph(Self.escaped(block.joined(separator: " ")))
            }
        }
    }

    /// A paragraph that is escaped already.
    mutating func paragraph(_ escaped: String) {
        part()
        fill(escaped)
    }

    /// Lines that are neither filled nor broken.
    mutating func verbatim(_ text: [String]) {
        part()
        lines.append(".nf")
        lines += text.map { Self.guarded(Self.escaped($0)) }
        lines.append(".fi")
    }

    /// A label, escaped already, and what it means below it.
    mutating func item(_ label: String, _ text: String) {
        lines.append(".TP")
        lines.append(Self.guarded(label))
        let text = text.split(separator: "\n").joined(separator: " ")
        if text.isEmpty { lines.append("\\&") } else { fill(Self.escaped(text)) }
    }

    /// An example line, and what it does.
    mutating func example(_ line: String, _ text: String) {
        lines.append(".TP")
        lines.append(Self.guarded(Self.bold(line)))
        if text.isEmpty { lines.append("\\&") } else { fill(Self.escaped(text)) }
    }

    /// A line as it stands, for what the calls above do not know.
    mutating func raw(_ line: String) {
        lines.append(line)
    }

    /// Begins a paragraph, but not right behind a heading.
    private mutating func part() {
        guard let last = lines.last, !last.hasPrefix(".SH"), !last.hasPrefix(".SS") else { return }
        lines.append(".PP")
    }

    /// Breaks at blanks, so that the page's source can be read too.
    private mutating func fill(_ escaped: String) {
        var current = ""
        for word in escaped.split(separator: " ") {
            if !current.isEmpty, current.count + 1 + word.count > 72 {
                lines.append(Self.guarded(current))
                current = ""
            }
            current += (current.isEmpty ? "" : " ") + word
        }
        lines.append(Self.guarded(current))
    }

    private static func blocks(of text: String) -> [[String]] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            .split { $0.allSatisfy { $0 == " " } }.map(Array.init)
    }

    static func bold(_ text: String) -> String { "\\fB" + escaped(text) + "\\fR" }
    static func italic(_ text: String) -> String { "\\fI" + escaped(text) + "\\fR" }

    /// A full stop or an apostrophe in front would make the line a request.
    static func guarded(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }

    /// Returns text in which every character stands for itself, also where a page is copied from.
    ///
    /// An ASCII hyphen, quote, accent or tilde would otherwise be set as its typographic cousin (groff_char(7)).
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "\"": result += "\\(dq"
            case "\u{20}"..."\u{7E}": result.unicodeScalars.append(scalar)
            default: result += "\\[u\(hexadecimal(scalar.value))]"
            }
        }
        return result
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
