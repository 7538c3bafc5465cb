extension TerminalWidth {
    /// Parts a line between its words so that no piece is wider than `width`; a word that is too long is broken.
    ///
    /// Pieces behind the first begin as the line does with its quotation marks and indentation, where these are short,
    /// and `hanging` blanks more. The sequences of ``Style`` take no columns.
    /// - Complexity: O(the length of the line).
    package static func wrap(_ line: String, to width: Int, hanging: Int = 0) -> [String] {
        guard width > 0, line.utf8.count > width else { return [line] }
        let start = line.prefix { $0 == ">" || $0 == " " || $0 == "|" }
        let margin = start.utf8.count * 3 <= width ? String(start) + blanks(hanging) : ""
        var pieces: [String] = []
        var piece = ""
        var used = 0
        /// Where the last space of the piece stands, and how wide the piece is behind it.
        var space: String.Index?
        var behindSpace = 0
        var isStyle = false

        for character in line {
            isStyle = isStyle || character == "\u{1B}"
            let columns = isStyle ? 0 : of(character)
            if isStyle { isStyle = character != "m" }
            if used + columns > width, used > margin.utf8.count {
                if character == " " {
                    pieces.append(piece)
                    (piece, used, space) = (margin, margin.utf8.count, nil)
                    continue
                }
                if let found = space {
                    let rest = piece[piece.index(after: found)...]
                    pieces.append(String(piece[..<found]))
                    (piece, used) = (margin + rest, margin.utf8.count + behindSpace)
                } else {
                    pieces.append(piece)
                    (piece, used) = (margin, margin.utf8.count)
                }
                space = nil
            }
            if character == " ", used > margin.utf8.count {
                (space, behindSpace) = (piece.endIndex, 0)
            } else {
                behindSpace += columns
            }
            piece.append(character)
            used += columns
        }
        return pieces + [piece]
    }
}
