/// The measurements as a table in Markdown.
struct ResultTable {
    let heading: String
    let measurements: [Measurement]

    var markdown: String {
        var lines = [
            heading, "", "| work | here | elsewhere | ratio (least–greatest) | goal |",
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

}
