internal import CivilTime
internal import EventLog
internal import MailLedger

/// The events, day by day.
package struct ReportTimeline {
    private let timeline: Timeline

    /// The number of changes of a step shown at once; more are folded below their sum.
    private static let openLimit = 8

    package init(_ timeline: Timeline) {
        self.timeline = timeline
    }

    /// The section, the same in every page with these events.
    package var html: String { markup.html }

    var markup: Markup {
        var section: Markup = """
            \n<section id="happened">
            <h2>What happened</h2>
            <p class="lead">\(text: lead)</p>
            <p class="quiet">A step is what one command did at once; it has one change or more, and each change is an entry of the log. Bold is the name under which somebody acted, as a program gave it; the account of the computer or the server is in parentheses where it differs. The command is beside it in grey: behind a colon is the search that found the mail, such as label:taxes date:..2025 for mail with the label taxes up to 2025. Words in italics are the reason that was given. @1 is the first entry of the log, @2 the second.</p>
            """
        for day in timeline.days {
            section += "\n<section class=\"day\"><h3>\(text: day.heading)</h3>"
            for act in day.acts { section += markup(act) }
            section += "</section>"
        }
        section += "\n</section>"
        return section
    }

    private var lead: String {
        let (acts, changes) = (timeline.acts.count, timeline.changeCount)
        let added = timeline.acts.reduce(0) { $0 + $1.changes.count { $0.isMessageAdded } }
        let mail = added == 0 ? "" : " \(added) \(added == 1 ? "message" : "messages") came in."
        let names = timeline.actors.prefix(5).joined(separator: ", ")
        let more = timeline.actors.count > 5 ? " and \(timeline.actors.count - 5) more" : ""
        return
            "\(changes) \(changes == 1 ? "change" : "changes") in \(acts) \(acts == 1 ? "step" : "steps"), by \(names)\(more).\(mail)"
    }

    private func markup(_ act: Timeline.Act) -> Markup {
        var entry: Markup = """
            \n<article class="act" data-o="\(act.offset)" data-n="\(act.size)"><p class="when">\(text: Timeline.clock(act.time, offset: act.offset))</p>
            <p class="who"><b>\(text: act.agent)</b>
            """
        if let way = act.way { entry += " <span class=\"way quiet\">\(text: way)</span>" }
        entry += "</p>"
        if let reason = act.reason { entry += "<p class=\"why\">“\(text: reason)”</p>" }
        let isFolded = act.changes.count > Self.openLimit
        if isFolded {
            let sum = act.summary.map { "\($0.count) × \($0.kind)" }.joined(separator: "; ")
            entry += "<details class=\"more\"><summary>\(act.changes.count) changes: \(text: sum)</summary>"
        }
        entry += "<ol class=\"what\">"
        for change in act.changes { entry += markup(change) }
        entry += "</ol>"
        if isFolded { entry += "</details>" }
        for note in act.notes { entry += "<p class=\"note\">\(text: note)</p>" }
        entry +=
            "<p class=\"meta exact\"><time datetime=\"\(act.time)\">\(text: Timeline.exact(act.time.microseconds))</time>"
        if let operation = act.operation {
            entry += " · <span class=\"code\">operation \(text: String(operation.description.prefix(8)))</span>"
        }
        entry += "</p></article>"
        return entry
    }

    private func markup(_ change: Timeline.Change) -> Markup {
        var item: Markup = """
            <li data-p="\(change.position.rawValue)"><span class="words">\(text: change.deed.sentence)</span><button class="at" type="button">@\(change.position.rawValue)</button>
            """
        if change.isErased { item += " <span class=\"erased\">(what it said was erased)</span>" }
        if !change.deed.fields.isEmpty {
            item += "<ul class=\"fields\">"
            for field in change.deed.fields {
                item +=
                    "<li><i>\(text: field.name)</i><del>\(text: field.old)</del> → <ins>\(text: field.new)</ins></li>"
            }
            item += "</ul>"
        }
        item += "</li>"
        return item
    }
}
