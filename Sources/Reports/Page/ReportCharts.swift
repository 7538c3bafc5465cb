/// Two charts, drawn as SVG, with their numbers as tables beside them.
struct ReportCharts {
    let series: ReportedSeries

    init(_ series: ReportedSeries) {
        self.series = series
    }

    // The units of the drawing.
    private static let (width, height, floor, left) = (720, 180, 150, 34)

    /// Whether there is anything to compare: a single bar says nothing.
    var isEmpty: Bool { series.months.count < 2 && series.weeks.count < 2 }

    var markup: Markup {
        guard !isEmpty else { return "" }
        var section: Markup = "\n<section id=\"charts\">\n<h2>Charts</h2>"
        if series.months.count > 1 {
            section += figure(
                "Mail a month", "How many of the messages of this report are of each month, in UTC.",
                series.months.map { ($0.name, [$0.count]) })
            section += table(
                "Mail a month", "mail-a-month", first: "Month", ["Messages"],
                series.months.map { ($0.name, [$0.count]) })
        }
        if series.weeks.count > 1 {
            section += figure(
                "Changes a week", "How many changes each actor made in each week, which is named by its Monday.",
                series.weeks.map { ($0.monday, $0.counts) })
            section += legend
            section += table(
                "Changes a week", "changes-a-week", first: "Week from", series.actors,
                series.weeks.map { ($0.monday, $0.counts) })
        }
        section += "\n</section>"
        return section
    }

    private func figure(_ title: String, _ about: String, _ bars: [(name: String, counts: [Int])]) -> Markup {
        let top = max(1, bars.map { $0.counts.reduce(0, +) }.max() ?? 1)
        let step = (Self.width - Self.left) / max(bars.count, 8)
        let thickness = max(2, step * 3 / 4)
        var svg: Markup = """
            \n<figure><figcaption>\(text: title)</figcaption><svg viewBox="0 0 720 180" role="img"><title>\(text: title)</title><desc>\(text: about) The most is \(top). The table below has the numbers.</desc><line class="axis" x1="34" y1="10" x2="720" y2="10"></line><line class="axis" x1="34" y1="80" x2="720" y2="80"></line><line class="axis" x1="34" y1="150" x2="720" y2="150"></line><text x="28" y="14" text-anchor="end">\(top)</text><text x="28" y="154" text-anchor="end">0</text>
            """
        for (index, bar) in bars.enumerated() {
            let x = Self.left + index * step + (step - thickness) / 2
            var y = Self.floor
            for (row, count) in bar.counts.enumerated() where count > 0 {
                let tall = max(1, count * (Self.floor - 10) / top)
                y -= tall
                svg +=
                    "<rect class=\"s\(row + 1)\" x=\"\(x)\" y=\"\(y)\" width=\"\(thickness)\" height=\"\(tall)\"></rect>"
                // Whoever sees no colours tells the rows by their stripes.
                for stripe in stride(from: y + 3, to: y + tall, by: 4 + 3 * row) where row > 0 {
                    svg += """
                        <line class="hatch" x1="\(x)" y1="\(stripe)" x2="\(x + thickness)" y2="\(stripe)"></line>
                        """
                }
            }
            // As many names as there is room for.
            if index.isMultiple(of: max(1, (84 + step - 1) / step)), x + 64 <= Self.width {
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
