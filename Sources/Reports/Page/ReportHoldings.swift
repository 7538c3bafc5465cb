internal import CivilTime
internal import EventLog

/// The section about holds and erasures.
struct ReportHoldings {
    let report: Report

    init(_ report: Report) {
        self.report = report
    }

    var markup: Markup {
        var section: Markup = "\n<section id=\"holds\">\n<h2>Holds</h2>"
        section += "<p>A hold keeps mail from being deleted, pruned and erased.</p>"
        if report.holds.isEmpty {
            section += "<p>There was none.</p>"
        } else {
            section += """
                <div class="wide"><table data-csv="holds"><thead><tr><th>Hold</th><th>On</th><th>Since</th><th>By</th><th>Why</th><th>Now</th></tr></thead><tbody>
                """
            for hold in report.holds {
                section += """
                    <tr><td>\(text: hold.name)</td><td>\(text: hold.target)</td><td>\(text: Timeline.exact(hold.added.microseconds))</td><td>\(text: hold.actor ?? "(erased)")</td><td>\(text: hold.reason ?? "–")</td><td>\(text: hold.isLifted ? "lifted" : "in force")</td></tr>
                    """
            }
            section += "</tbody></table></div>"
        }
        section += "\n</section>\n<section id=\"erased\">\n<h2>Erased</h2>"
        section += "<p>What was erased is gone from the ledger; that it was there, and who erased it, stays.</p>"
        if report.erasures.isEmpty {
            section += "<p>Nothing of what this report is about was erased.</p>"
        } else {
            section += """
                <div class="wide"><table data-csv="erased"><thead><tr><th>When</th><th>What</th><th>By</th><th>Why</th><th class="n">Entries</th><th>Entry</th></tr></thead><tbody>
                """
            for erasure in report.erasures {
                section += """
                    <tr><td>\(text: Timeline.exact(erasure.time.microseconds))</td><td>\(text: erasure.kind)</td><td>\(text: erasure.actor ?? "(erased)")</td><td>\(text: erasure.reason ?? "–")</td><td class="n">\(erasure.events)</td><td class="code">@\(erasure.position.rawValue)</td></tr>
                    """
            }
            section += "</tbody></table></div>"
        }
        if let count = report.erasuresOfUnknown, count > 0 {
            section +=
                "<p>The ledger has erased \(count) \(text: count == 1 ? "thing" : "things") in all. It no longer knows whose \(text: count == 1 ? "it was" : "they were").</p>"
        }
        section += "\n</section>"
        return section
    }
}
