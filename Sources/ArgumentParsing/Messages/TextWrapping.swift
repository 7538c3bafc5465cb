/// Breaks text into lines of a width.
enum TextWrapping {
    /// Returns the lines of `text`, each at most `columns` wide where its words allow it.
    ///
    /// Line breaks and the indentation of a line are kept; what a line is broken into is indented as the line was.
    static func lines(_ text: String, columns: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            if line.count <= columns { return [String(line)] }
            let indent = String(line.prefix { $0 == " " })
            var lines: [String] = []
            var current = indent
            for word in line.split(separator: " ") {
                if current.count > indent.count, current.count + 1 + word.count > columns {
                    lines.append(current)
                    current = indent
                }
                current += (current.count > indent.count ? " " : "") + word
            }
            return lines + [current]
        }
    }

    /// Returns the text with the lines of a paragraph as one line; what is indented keeps its lines.
    static func unfolded(_ text: String) -> String {
        var lines: [String] = []
        var isOpen = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let isPlain = line.first.map { $0 != " " } ?? false
            if isPlain, isOpen {
                lines[lines.count - 1] += " " + line
            } else {
                lines.append(String(line))
            }
            isOpen = isPlain
        }
        return lines.joined(separator: "\n")
    }

    /// Returns `first` followed by `parts`, broken between the parts; all lines but the first are indented.
    static func fill(_ first: String, _ parts: [String], columns: Int, indent: Int) -> String {
        var lines: [String] = []
        var current = first
        var isFresh = true
        for part in parts {
            if !isFresh, current.count + 1 + part.count > columns {
                lines.append(current)
                current = String(repeating: " ", count: indent) + part
            } else {
                current += (current.isEmpty || current.hasSuffix(" ") ? "" : " ") + part
            }
            isFresh = false
        }
        return (lines + [current]).joined(separator: "\n")
    }
}
