internal import CivilTime
internal import EventLog
internal import Mail
internal import MailLedger

/// The mail itself: a table, then each message as text, never as HTML.
struct ReportMailSection {
    let mail: ReportedMail

    /// The position at which the report ends.
    let end: Int64

    init(_ mail: ReportedMail, at end: Int64) {
        self.mail = mail
        self.end = end
    }

    var markup: Markup {
        guard !mail.messages.isEmpty || mail.erased > 0 else { return "" }
        var section: Markup = "\n<section id=\"mail\">\n<h2>The mail</h2>"
        if mail.erased > 0 {
            section +=
                "<p>\(mail.erased) of the messages \(text: mail.erased == 1 ? "was" : "were") erased: nothing of it is left to show.</p>"
        }
        let (textless, unlisted) = (mail.listed.count - mail.shownCount, mail.messages.count - mail.listed.count)
        if textless > 0 {
            section +=
                "<p>The table has \(mail.listed.count) messages, the earliest first. The texts of the first \(mail.shownCount) are below it; the maker of the report can choose more (--mail).</p>"
        }
        if unlisted > 0 {
            section += "<p>\(unlisted) more messages are in the timeline and not shown here.</p>"
        }
        if !mail.shown.isEmpty { section += table }
        for (index, message) in mail.shown.enumerated() { section += markup(message, index + 1) }
        section += "\n</section>"
        return section
    }

    private var table: Markup {
        var table: Markup = """
            <div class="wide"><table class="cards" data-csv="mail"><caption>The messages of this report</caption><thead><tr><th class="n">No.</th><th>Date</th><th>From</th><th>Subject</th><th>Id</th></tr></thead><tbody>
            """
        for (index, message) in mail.listed.enumerated() {
            let date = message.added.headers.date.map { Timeline.exact($0.microseconds) } ?? "–"
            table += """
                <tr><td class="n">\(index + 1)</td><td>\(text: date)</td><td>\(text: message.added.headers.formattedSender)</td><td>\(text: message.added.headers.subject ?? "(no subject)")</td><td class="code">\(text: String(message.added.id.description.prefix(8)))</td></tr>
                """
        }
        table += "</tbody></table></div>"
        return table
    }

    private func markup(_ message: ReportedMail.Message, _ number: Int) -> Markup {
        let headers = message.added.headers
        var article: Markup = """
            \n<article class="mail"><h3>\(number). \(text: headers.subject ?? "(no subject)")</h3><dl class="head">
            """
        func field(_ name: String, _ value: String?) {
            guard let value, !value.isEmpty else { return }
            article += "<div><dt>\(text: name)</dt><dd>\(text: value)</dd></div>"
        }
        func list(_ addresses: [EmailAddress]) -> String { addresses.map(\.shownText).joined(separator: ", ") }
        field("From", list(headers.from))
        field("To", list(headers.to))
        field("Cc", list(headers.cc))
        field("Bcc", list(headers.bcc))
        field("Date", headers.date.map { Timeline.exact($0.microseconds) })
        field("State at @\(end)", message.state)
        field("Message-ID", headers.messageID)
        for attachment in message.added.attachments where attachment.isForReaders {
            field(
                "Attachment",
                "\(attachment.fileName ?? "(no name)"), \(attachment.mimeType), \(ByteCount.text(attachment.size))")
        }
        field("Size", ByteCount.text(message.added.size))
        field("SHA-256 of the message", message.digests.first.map { "\($0)" })
        article += "</dl>"
        if let text = message.text {
            article += "<div class=\"body\">\(lines: text.isEmpty ? "(no text)" : text)</div>"
        } else {
            article += "<p class=\"quiet\">The text is not shown here.</p>"
        }
        if message.isCut { article += "<p class=\"quiet\">… the text goes on; the message has all of it.</p>" }
        article += "</article>"
        return article
    }
}
