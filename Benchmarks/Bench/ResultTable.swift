/// The measurements as a table in Markdown, and where it stands in a page.
struct ResultTable {
    let heading: String
    let measurements: [Measurement]

    private static let begin = "<!-- bench: begin -->"
    private static let end = "<!-- bench: end -->"

    var markdown: String {
        var lines = [
            heading, "", "| work | here | elsewhere | ratio (least–greatest) | half-way goal |",
            "|---|---|---|---|---|",
        ]
        lines += measurements.map(Self.line)
        return lines.joined(separator: "\n")
    }

    private static func line(_ row: Measurement) -> String {
        let theirs = row.theirs.map { "\($0.name) \(Figures.text($0.readings.median, row.unit))" } ?? "–"
        let ratio = row.ratios.map { ratios in
            "\(Figures.short(ratios.median)) (\(Figures.short(ratios.least))–\(Figures.short(ratios.greatest)))"
        }
        return
            "| \(row.work) | \(Figures.text(row.ours.median, row.unit)) | \(theirs) | \(ratio ?? "–") | \(goal(row)) |"
    }

    private static func goal(_ row: Measurement) -> String {
        let bound: String
        switch row.goal {
        case nil: return "–"
        case .timesAsFast(let times): bound = "≥ \(Figures.short(times)) times as fast"
        case .shareOfTheirs(let share): bound = "≤ \(Figures.short(share)) of theirs"
        case .atMost(let most): bound = "≤ \(Figures.text(most, row.unit))"
        }
        return row.isMissed ? "**missed:** \(bound)" : bound
    }

    /// Puts the table between the two marks of a page, in place of the one that is there.
    func replace(in path: String) throws {
        let page = try BenchFiles.read(path)
        guard let start = page.range(of: Self.begin), let end = page.range(of: Self.end), start < end else {
            throw BenchCommand.UsageError(description: "\(path) has no \(Self.begin) and \(Self.end) to write between")
        }
        let before = page[..<page.index(start, offsetBy: Self.begin.count)]
        try BenchFiles.write("\(before)\n\n\(markdown)\n\n\(page[end...])", to: path)
    }
}

extension String {
    /// Where a text begins, by its bytes.
    fileprivate func range(of text: String) -> String.Index? {
        let wanted = Array(text.utf8)
        var start = utf8.startIndex
        while start < utf8.endIndex {
            if utf8[start...].starts(with: wanted) { return start }
            start = utf8.index(after: start)
        }
        return nil
    }
}
