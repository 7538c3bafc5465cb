internal import CivilTime
package import Cryptography
internal import EventLog

/// A report as one file of HTML, which asks for nothing else.
package struct ReportPage {
    private let report: Report

    package init(_ report: Report) {
        self.report = report
    }

    /// Writes the page.
    ///
    /// - Parameter seal: Signs the digests of the page's contents and of the frame around them.
    package func html(sealedBy seal: (SHA256Digest, SHA256Digest) throws -> SignedNote) throws -> String {
        let (content, record, script) = (self.content.html, try report.extract.text(), try Self.script())
        let start = Self.start(title: report.title, script: script).html
        func page(_ content: String, _ record: String, _ seal: String) -> String {
            """
            \(start)<main id="report">\(content)</main>
            <script type="application/json" id="record">\(Self.data(record))</script>
            <script type="application/json" id="seal">\(Self.data(seal))</script>
            <script>\(script)</script>\(ReportFile.end)
            """
        }
        guard let frame = ReportFile.parts(of: page("", "", ""))?.frame else {
            throw ProofFault("the page of the report has no frame")
        }
        let note = try seal(ReportFile.digest(of: content), ReportFile.digest(of: frame))
        return page(content, record, try ReportFile.string(note.description))
    }

    /// The script of every report; no page has another one.
    private static func script() throws -> String {
        "(() => {\n\"use strict\";\n\(SignedNotes.script)\n\(try PageWords.script())\n\(PageCheck.text)\n})();\n"
    }
    private static let style = PageStyle.text.description

    /// JSON in which nothing ends a script.
    private static func data(_ json: String) -> String { json.replacing("<", with: "\\u003c") }

    private static func source(_ text: String) -> String {
        "'sha256-\(SHA256Hasher.digest(of: Array(text.utf8)).bytes.base64)'"
    }

    /// The page's policy for a browser: run its one script, use its one style sheet, and nothing else.
    private static func policy(of script: String) -> String {
        "default-src 'none'; script-src \(source(script)); style-src \(source(style)); base-uri 'none'; "
            + "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    }

    /// All up to the part that is signed.
    private static func start(title: String, script: String) -> Markup {
        var head: Markup = """
            <!doctype html>
            <html lang="en"><head>
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
        page += ReportMailSection(report.mail, at: report.span.through.rawValue).markup
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
        <div><dt>Tells</dt><dd>\(text: report.selection)</dd></div>
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
        let (told, all) = (report.timeline.changeCount, span.through.rawValue - span.after.rawValue)
        let part = told == Int(all) ? "all \(all)" : "\(told) of the \(all)"
        return "\(part) changes that the ledger recorded \(from)until \(to) \(entries)"
    }

    private var clock: String {
        let offsets = Set(report.timeline.acts.map(\.offset)).sorted()
        let names = offsets.map { offset in
            guard offset != 0 else { return "UTC" }
            let minutes = abs(offset) / 60
            return "UTC\(offset < 0 ? "-" : "+")\((minutes / 60).twoDigits):\((minutes % 60).twoDigits)"
        }
        return
            "in \(names.joined(separator: " and ")), the time zone of the computer that made the report (TZ sets another one); the exact time in UTC is below each step"
    }

    private var checkPanel: Markup {
        """
        \n<section id="check">
        <h2>Is this report genuine?</h2>
        <p>This file checks itself, without a network. It has the original entries of the log, computes their digests, and compares them with the signature; it makes each sentence below from these entries, and compares it.</p>
        <p class="form">The check needs the owner’s key. Ask the owner for the key or for its fingerprint (64 digits), by telephone for example, and paste it here. Do not take it from this file: a forger writes a key of his own into his file.</p>
        <p class="paper">Paper cannot be checked: ask for the file. In a browser it checks itself, and this command checks it, too: <code>mailledger verify-proof FILE --key KEY</code></p>
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
        <p>A mail ledger records every change as an entry in a log, and a log only grows. One number, the root, is computed from all entries; nobody can change an entry and keep the root. The owner signs the root. This report has \(report.extract.transactions.reduce(0) { $0 + $1.events.count }) entries: those of the \(report.timeline.changeCount) changes of the timeline, and others that name messages, folders and accounts or undo a change. <span class="screen">Click a number such as <span class="code">@1</span> to see the bytes of an entry.</span></p>
        <p>If the check succeeds with the owner’s key, these entries are in the log of \(report.checkpoint.size) entries with the root <span class="code">\(text: report.checkpoint.root.description)</span>, byte for byte, and the sentences of the timeline say what the entries say. Mail texts, tables, charts, holds, erasures and the number of changes of a step are what the ledger says of itself; the owner’s signature covers them.</p>
        <p>The check does not prove that nothing else happened: the owner selects what a report tells. Times are those of the computer that recorded the change. A name is the one that a program gave; the account in parentheses is the one that the computer or the server knew. The mail is what the ledger has, and its sender may be false. The button finds changes of the entries, the words and the style, but a changed script can make the button lie. The command below is a program of your own and finds that, too: use it where much depends on the report.</p>
        <dl class="facts">
        <div><dt>Command</dt><dd class="code">mailledger verify-proof FILE --key KEY</dd></div>
        <div><dt>Ledger</dt><dd class="code">\(text: report.ledger.description)</dd></div>
        <div><dt>Signed by</dt><dd class="code">\(text: report.key.description)</dd></div>
        <div><dt>Fingerprint</dt><dd><span class="code">\(text: report.key.fingerprint.description)</span> (SHA-256 of the key). Compare it with what the owner told you; it proves nothing by being here.</dd></div>
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
