internal import MIME
internal import Projections

/// Marks what the search found in a text, as HTML (RFC 8621 section 5).
struct SnippetMarks {
    /// Each is found where its words stand beside each other, folded as the index folds them.
    private let phrases: [[String]]

    init(_ phrases: [String]) {
        self.phrases = Array(
            Set(phrases.map { TextMatch.tokens(of: SearchFold.fold($0)) }.filter { !$0.isEmpty })
        ).sorted { $0.count > $1.count }
    }

    var isEmpty: Bool { phrases.isEmpty }

    /// Returns the whole text with its marks; nil where there are none.
    func marked(_ text: String) -> String? {
        let marks = marks(in: text)
        guard !marks.isEmpty else { return nil }
        var snippet = Snippet(limit: .max)
        snippet.append(text[...], marks)
        return snippet.html
    }

    /// The most bytes of a preview, and how many of them stand before the first mark at most.
    private static let limit = 255
    private static let lead = 60

    /// Returns what stands around the first mark on one line; nil where there is no mark.
    func preview(_ text: String) -> String? {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let marks = marks(in: line)
        guard let first = marks.first else { return nil }
        var snippet = Snippet(limit: Self.limit)
        snippet.append(line[Self.start(before: first.lowerBound, in: line)...], marks)
        return snippet.html
    }

    /// Where a preview begins: with the text, or with a word not far before the mark.
    private static func start(before mark: String.Index, in line: String) -> String.Index {
        let scalars = line.unicodeScalars
        var (start, room) = (mark, lead)
        while start > scalars.startIndex {
            let before = scalars.index(before: start)
            room -= Snippet.html(of: scalars[before]).utf8.count
            if room < 0 { return scalars[start..<mark].firstIndex(of: " ").map(scalars.index(after:)) ?? mark }
            start = before
        }
        return start
    }

    // MARK: Finding

    /// Where phrases stand, in order, none within another.
    private func marks(in text: String) -> [Range<String.Index>] {
        let words = SnippetWord.all(in: text)
        var tokens: [(text: String, word: Int)] = []
        for (index, word) in words.enumerated() { tokens += word.tokens.map { ($0, index) } }
        var marks: [Range<String.Index>] = []
        var next = 0
        while next < tokens.count {
            let count = phrases.first { phrase in
                next + phrase.count <= tokens.count
                    && zip(phrase, tokens[next...]).allSatisfy { $0 == $1.text }
            }?.count
            guard let count else {
                next += 1
                continue
            }
            let mark = words[tokens[next].word].range.lowerBound..<words[tokens[next + count - 1].word].range.upperBound
            if let last = marks.last, mark.lowerBound < last.upperBound {
                marks[marks.count - 1] = last.lowerBound..<mark.upperBound
            } else {
                marks.append(mark)
            }
            next += count
        }
        return marks
    }
}

/// Text with marks, cut before it goes beyond a number of bytes.
private struct Snippet {
    private(set) var html = ""
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    private static let (open, close) = ("<mark>", "</mark>")

    mutating func append(_ text: Substring, _ marks: [Range<String.Index>]) {
        var position = text.startIndex
        for mark in marks where mark.lowerBound >= position {
            guard append(text[position..<mark.lowerBound]) else { return }
            // A mark without anything in it says nothing.
            guard html.utf8.count + Self.open.utf8.count + Self.close.utf8.count + 4 < limit else { return }
            html += Self.open
            let isWhole = append(text[mark], keeping: Self.close.utf8.count)
            html += Self.close
            guard isWhole else { return }
            position = mark.upperBound
        }
        _ = append(text[position...])
    }

    /// Appends text with its three characters escaped; false where it had to be cut.
    private mutating func append(_ text: Substring, keeping room: Int = 0) -> Bool {
        for scalar in text.unicodeScalars {
            let piece = Self.html(of: scalar)
            guard limit == .max || html.utf8.count + piece.utf8.count + room <= limit else { return false }
            html += piece
        }
        return true
    }

    /// A character with what HTML means otherwise escaped.
    static func html(of scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        default: String(scalar)
        }
    }
}
