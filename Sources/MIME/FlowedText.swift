/// The layout of text whose paragraphs were cut into short lines that flow together (`format=flowed`).
///
/// RFC 3676: a line that ends in a blank goes on in the next line, if that is quoted as often. A blank at the start of a
/// line was put there by the sender, before what could be taken for a quotation or for a separator of an mbox.
struct FlowedText: Hashable {
    /// Whether the blank before a cut is part of the layout (`DelSp`), as in languages that are written without blanks.
    var deletesBlank = false

    /// The value of the parameter that turns the layout on.
    init?(format: String?, delSp: String?) {
        guard format?.lowercased() == "flowed" else { return nil }
        deletesBlank = delSp?.lowercased() == "yes"
    }

    /// A line without the signs of its quotation, and without the blank that the sender put before it.
    private struct Line {
        let depth: Int
        var content: Substring.UTF8View

        init(_ text: Substring) {
            depth = text.utf8.prefix { $0 == 0x3E }.count
            content = text.utf8.dropFirst(depth)
            if content.first == 0x20 { content.removeFirst() }
        }

        /// The line before a signature ends in a blank, and is whole (section 4.3).
        var isSignature: Bool { content.elementsEqual("-- ".utf8) }
        var flows: Bool { content.last == 0x20 && !isSignature }
    }

    /// Joins the lines of each paragraph; lines end with `\n`.
    func joined(_ text: String) -> String {
        var output = ""
        output.reserveCapacity(text.utf8.count)
        var open: Int?
        for (number, piece) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = Line(piece)
            if let depth = open, depth == line.depth, !line.isSignature {
                open = nil
            } else {
                // What flows into nothing ends where it is.
                if open != nil { Self.removeBlanks(&output) }
                open = nil
                if number > 0 { output += "\n" }
                output += Self.start(of: line)
            }
            output += Substring(deletesBlank && line.flows ? line.content.dropLast() : line.content)
            if line.flows { open = line.depth }
        }
        if open != nil { Self.removeBlanks(&output) }
        return output
    }

    /// The signs of a quotation; the blank stays where its text would look as a quotation.
    private static func start(of line: Line) -> String {
        let blank = line.depth == 0 ? line.content.first == 0x3E : !line.content.isEmpty
        return String(repeating: ">", count: line.depth) + (blank ? " " : "")
    }

    private static func removeBlanks(_ text: inout String) {
        while text.utf8.last == 0x20 { text.removeLast() }
    }
}
