/// Two charts, drawn as SVG, with their numbers as tables beside them.
struct ReportCharts {
    let series: ReportedSeries

    init(_ series: ReportedSeries) {
        self.series = series
    }

    // The units of the drawing.
    private static let (width, height, floor, ceiling, left) = (720, 180, 150, 20, 34)

    /// The room that a name below the bars takes on a narrow screen.
    private static let nameWidth = 110
    /// A list of fewer things says as much as a chart of them.
    private static let fewest = 6
    private var hasMonths: Bool {
        series.months.count > 1 && series.months.reduce(0) { $0 + $1.count } >= Self.fewest
    }
    private var hasWeeks: Bool { series.weeks.count > 1 }

    /// Whether there is nothing to compare: a single bar says nothing.
    var isEmpty: Bool { !hasMonths && !hasWeeks }

    var markup: Markup {
        guard !isEmpty else { return "" }
        var section: Markup = "\n<section id=\"charts\">\n<h2>Charts</h2>"
        if hasMonths {
            section += figure(
                "Mail per month",
                "How many of the messages of this report are of each month by their own dates, in UTC. A date that is "
                    + "more than a day after the message came in counts as that day.",
                without: series.olderMail, later: series.laterMail,
                series.months.map { ($0.name, [$0.count]) })
            section += table(
                "Mail per month", "mail-per-month", first: "Month", ["Messages"],
                series.months.map { ($0.name, [$0.count]) })
        }
        if hasWeeks {
            section += figure(
                "Changes per week", "How many changes each actor made in each week, which is named by its Monday.",
                without: series.olderChanges,
                series.weeks.map { ($0.monday, $0.counts) })
            section += legend
            section += table(
                "Changes per week", "changes-per-week", first: "Week from", series.actors,
                series.weeks.map { ($0.monday, $0.counts) })
        }
        section += "\n</section>"
        return section
    }

    private func figure(
        _ title: String, _ about: String, without older: Int, later: Int = 0, _ bars: [(name: String, counts: [Int])]
    ) -> Markup {
        var note =
            older == 0
            ? "" : ". \(older) from before \(bars.first?.name ?? "") \(older == 1 ? "is" : "are") not in the chart"
        if later == 1 { note += ". 1 counts as the day after it came in, because its date is later" }
        if later > 1 { note += ". \(later) count as the days after they came in, because their dates are later" }
        let top = max(1, bars.map { $0.counts.reduce(0, +) }.max() ?? 1)
        let step = (Self.width - Self.left) / max(bars.count, 8)
        let thickness = max(2, step * 3 / 4)
        var svg: Markup = """
            \n<figure><figcaption>\(text: title + note)</figcaption><svg viewBox="0 0 720 180" role="img"><title>\(text: title)</title><desc>\(text: about) The most is \(top). The table below has the numbers.</desc><line class="axis" x1="34" y1="20" x2="720" y2="20"></line><line class="axis" x1="34" y1="85" x2="720" y2="85"></line><line class="axis" x1="34" y1="150" x2="720" y2="150"></line><text x="28" y="24" text-anchor="end">\(top)</text><text x="28" y="154" text-anchor="end">0</text>
            """
        var hasTop = false
        for (index, bar) in bars.enumerated() {
            let x = Self.left + index * step + (step - thickness) / 2
            var y = Self.floor
            for (row, count) in bar.counts.enumerated() where count > 0 {
                let tall = max(3, count * (Self.floor - Self.ceiling) / top)
                y -= tall
                svg +=
                    "<rect class=\"s\(row + 1)\" x=\"\(x)\" y=\"\(y)\" width=\"\(thickness)\" height=\"\(tall)\"></rect>"
                // Stripes distinguish the rows for readers who see no colours.
                for stripe in stride(from: y + 3, to: y + tall, by: 4 + 3 * row) where row > 0 {
                    svg += """
                        <line class="hatch" x1="\(x)" y1="\(stripe)" x2="\(x + thickness)" y2="\(stripe)"></line>
                        """
                }
            }
            let sum = bar.counts.reduce(0, +)
            if sum == top, !hasTop {
                hasTop = true
                svg += "<text x=\"\(x + thickness / 2)\" y=\"\(y - 4)\" text-anchor=\"middle\">\(sum)</text>"
            }
            // The labels that fit, and the last one.
            let stride = max(1, (Self.nameWidth + step - 1) / step)
            if index == bars.count - 1, index > 0 {
                svg += "<text x=\"\(x + thickness)\" y=\"170\" text-anchor=\"end\">\(text: bar.name)</text>"
            } else if index.isMultiple(of: stride), (bars.count - 1 - index) * step >= 2 * Self.nameWidth - step {
                svg += "<text x=\"\(x)\" y=\"170\">\(text: bar.name)</text>"
            }
        }
        svg += "</svg></figure>"
        return svg
    }

    private var legend: Markup {
        guard series.actors.count > 1 else { return "" }
        var list: Markup = "<ul class=\"legend\">"
        for (row, actor) in series.actors.enumerated() {
            list += """
                <li><svg viewBox="0 0 20 16" aria-hidden="true"><rect class="s\(row + 1)" x="0" y="0" width="20" height="16"></rect>
                """
            for stripe in stride(from: 3, to: 16, by: 4 + 3 * row) where row > 0 {
                list += "<line class=\"hatch\" x1=\"0\" y1=\"\(stripe)\" x2=\"20\" y2=\"\(stripe)\"></line>"
            }
            list += "</svg>\(text: actor)</li>"
        }
        list += "</ul>"
        return list
    }

    private func table(
        _ title: String, _ file: StaticString, first: String, _ heads: [String], _ rows: [(name: String, counts: [Int])]
    ) -> Markup {
        var table: Markup =
            "<details class=\"more\"><summary>\(text: title), as a table</summary><div class=\"wide\"><table data-csv=\""
        table.append(unescaped: file.description)
        table += "\"><thead><tr><th>\(text: first)</th>"
        for head in heads { table += "<th class=\"n\">\(text: head)</th>" }
        table += "</tr></thead><tbody>"
        for row in rows {
            table += "<tr><td>\(text: row.name)</td>"
            for count in row.counts { table += "<td class=\"n\">\(count)</td>" }
            table += "</tr>"
        }
        table += "</tbody></table></div></details>"
        return table
    }
}
