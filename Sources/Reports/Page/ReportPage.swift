internal import CivilTime
internal import EventLog
package import Hashing
package import Signing

/// A report as one file of HTML, which asks for nothing else.
package struct ReportPage {
    private let report: Report

    package init(_ report: Report) {
        self.report = report
    }

    /// Writes the page.
    ///
    /// - Parameter seal: Signs the digest of all that the page shows.
    package func html(sealedBy seal: (SHA256Digest) throws -> SignedNote) throws -> String {
        let content = self.content.html
        let note = try seal(ReportFile.digest(of: content))
        let record = try report.extract.text()
        let script = try Self.script()
        return """
            \(Self.start(title: report.title, script: script).html)<main id="report">\(content)</main>
            <script type="application/json" id="record">\(Self.data(record))</script>
            <script type="application/json" id="seal">\(Self.data(try ReportFile.string(note.description)))</script>
            <script>\(script)</script>
            </body>
            </html>

            """
    }

    /// The script of every report; no page has another one.
    private static func script() throws -> String {
        "(() => {\n\"use strict\";\n\(try PageWords.script())\n\(PageCheck.text)\n})();\n"
    }
    private static let style = PageStyle.text.description

    /// JSON in which nothing ends a script.
    private static func data(_ json: String) -> String { json.replacing("<", with: "\\u003c") }

    private static func source(_ text: String) -> String {
        "'sha256-\(SHA256Hasher.digest(of: Array(text.utf8)).bytes.base64)'"
    }

    /// What a browser may do with the page: run its one script, use its one style sheet, and nothing else.
    private static func policy(of script: String) -> String {
        "default-src 'none'; script-src \(source(script)); style-src \(source(style)); base-uri 'none'; "
            + "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    }

    /// All up to the part that is signed.
    private static func start(title: String, script: String) -> Markup {
        var head: Markup = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="
            """
        head += Markup(policy: policy(of: script))
        head += """
            ">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <meta name="robots" content="noindex">
            <meta name="format-detection" content="telephone=no, email=no, address=no">
            <title>\(text: title)</title>
            <style>
            """
        head += Markup(literally: PageStyle.text)
        head += """
            </style>
            </head>
            <body>

            """
        return head
    }

    // MARK: The part that is signed

    private var content: Markup {
        var page = header
        page += checkPanel
        page += navigation
        page += ReportTimeline(report.timeline).markup
        page += ReportMailSection(report.mail).markup
        page += ReportCharts(report.series).markup
        page += ReportHoldings(report).markup
        page += explanation
        return page
    }

    private var header: Markup {
        """
        \n<header>
        <p class="kind">Report of a mail ledger</p>
        <h1>\(text: report.title)</h1>
        <dl class="facts">
        <div><dt>Mail of</dt><dd>\(text: report.accounts.isEmpty ? "–" : report.accounts.joined(separator: ", "))</dd></div>
        <div><dt>Covers</dt><dd>\(text: covered)</dd></div>
        <div><dt>Made</dt><dd>\(text: Timeline.exact(report.made.microseconds))</dd></div>
        <div><dt>Days and hours</dt><dd>\(text: clock)</dd></div>
        </dl>
        </header>
        """
    }

    private var covered: String {
        let span = report.span
        let entries = "(@\(span.after.advanced(by: 1)) to @\(span.through))"
        let from = span.from.map { "from \(Timeline.exact($0.microseconds)) " } ?? ""
        let to = span.to.map { Timeline.exact($0.microseconds) } ?? "the report was made"
        return "what was recorded \(from)until \(to) \(entries)"
    }

    private var clock: String {
        let offsets = Set(report.timeline.acts.map(\.offset)).sorted()
        let names = offsets.map { offset in
            guard offset != 0 else { return "UTC" }
            let minutes = abs(offset) / 60
            func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
            return "UTC\(offset < 0 ? "-" : "+")\(digits(minutes / 60)):\(digits(minutes % 60))"
        }
        return
            "in \(names.joined(separator: " and ")), by the clock of who made the report; the exact time is beside each entry"
    }

    private var checkPanel: Markup {
        """
        \n<section id="check">
        <h2>Is this report genuine?</h2>
        <p>This file can check itself, without a network: it computes everything it shows from the bytes of the record up to the signature. Who owns the key is what you have to know: paste the key, or the 64 digits of its fingerprint, as you got it from the owner by another way than this file.</p>
        <div class="form"><label for="key">Verifier key or fingerprint</label>
        <textarea id="key" rows="2" spellcheck="false" autocomplete="off"></textarea>
        <button id="go" type="button">Check this report</button></div>
        <p id="verdict" role="status"></p>
        <ul id="findings"></ul>
        <noscript><p>Scripts are switched off here. This command does the same: <code>mailledger verify-proof FILE --key KEY</code></p></noscript>
        </section>
        """
    }

    private var navigation: Markup {
        var links: Markup = "\n<nav aria-label=\"Contents\"><ul><li><a href=\"#happened\">What happened</a></li>"
        if !report.mail.shown.isEmpty { links += "<li><a href=\"#mail\">The mail</a></li>" }
        if !ReportCharts(report.series).isEmpty { links += "<li><a href=\"#charts\">Charts</a></li>" }
        links += "<li><a href=\"#holds\">Holds</a></li>"
        links += "<li><a href=\"#erased\">Erased</a></li><li><a href=\"#proves\">What this proves</a></li></ul></nav>"
        return links
    }

    private var explanation: Markup {
        """
        \n<section id="proves">
        <h2>What this proves, and what not</h2>
        <p>Every change of a mail ledger is an entry in a log that only grows. The entries are the leaves of a Merkle tree; its root, signed by the owner, stands for all of them. This report carries \(report.extract.transactions.reduce(0) { $0 + $1.events.count }) entries: those it tells, and those that say what messages, folders and accounts are called. Click a number such as <span class="code">@1</span> to see the bytes of an entry.</p>
        <p>When the check succeeds with the owner’s key, these entries are in the log of \(report.checkpoint.size) events with the root <span class="code">\(text: report.checkpoint.root.description)</span>, byte for byte, and the words of the timeline are what they say. Mail texts, tables, charts, holds and erasures are what the ledger says of itself; the owner’s signature covers them.</p>
        <p>It does not prove that there was nothing else: the owner chooses what a report is of. Times are those of the owner’s clock. The actor is the name that a program gave, with the system’s user beside it where that is another one. The mail is what the ledger held, not who really sent it. And a file that was forged as a whole can forge its own check, too: where much depends on it, use the command, which is a program of your own.</p>
        <dl class="facts">
        <div><dt>Command</dt><dd class="code">mailledger verify-proof FILE --key KEY</dd></div>
        <div><dt>Ledger</dt><dd class="code">\(text: report.ledger.description)</dd></div>
        <div><dt>Signed by</dt><dd class="code">\(text: report.key.description)</dd></div>
        <div><dt>Fingerprint</dt><dd class="code">\(text: report.key.fingerprint.description)</dd></div>
        </dl>
        </section>

        """
    }
}

extension Markup {
    /// A policy, which this package wrote and which has no quotation marks.
    fileprivate init(policy: String) {
        self.init()
        precondition(!policy.contains { "\"<>&".contains($0) }, "a policy is no markup")
        append(unescaped: policy)
    }

    fileprivate init(literally text: StaticString) {
        self.init()
        append(unescaped: text.description)
    }
}
