import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Browser.isPresent, "chromium, chromium-driver or python3-selenium is absent"), .serialized)
struct `A report in a browser` {
    /// What is changed in a file, on which line of it, and what the button says.
    private static let changes: [(name: String, expression: String, words: String)] = [
        ("payload", "/id=\"record\"/s/Invoice 2025-117/Invoice 2025-118/", "do not lead to the root"),
        ("header", "/id=\"record\"/s/older than this year/newer than this year/", "do not lead to the root"),
        ("salt", "/id=\"record\"/s/\"salt\":\"[0-9a-f][0-9a-f]/\"salt\":\"00/", "do not lead to the root"),
        ("time", "/id=\"record\"/s/\"time\":1770/\"time\":1771/", "do not lead to the root"),
        (
            "path", "/id=\"record\"/s/\"hashes\":\\[\"[A-Za-z0-9+/][A-Za-z0-9+/]/\"hashes\":[\"AA/",
            "do not lead to the root"
        ),
        ("length of the path", "/id=\"record\"/s/\"hashes\":\\[\"[^\"]*\",/\"hashes\":[/", "hashes are missing"),
        ("root", "/id=\"record\"/s,\\(\\\\n175\\\\n\\)[A-Za-z0-9+/][A-Za-z0-9+/],\\1AA,", "do not lead to the root"),
        ("size", "/id=\"record\"/s/\\\\n175\\\\n/\\\\n174\\\\n/", "no place of its own"),
        (
            "signature", "/id=\"record\"/s/\\(— [^ ]* [A-Za-z0-9+/]\\{20\\}\\)[A-Za-z0-9+/][A-Za-z0-9+/]/\\1AA/",
            "signature of the checkpoint"
        ),
        ("key", "/id=\"record\"/s/\"keys\":\\[\"[^\"]*\"\\]/\"keys\":[]/", "keys of the file"),
        ("seal", "/id=\"seal\"/s,\\(report/1\\\\n[^\\]*\\\\n\\)..,\\1zz,", "signature of the page"),
        (
            "sentence", "s/moved “Invoice 2025-117” from Receipts/moved “Invoice 2025-117” from Trash/",
            "Entry @153 says"
        ),
        ("actor", "s/<b>cleanup-script/<b>mara/", "who acted"), ("reason", "s/“older than/“newer than/", "why is not"),
        ("clock", "s/when\">02:00/when\">03:00/", "the clock"),
        ("day", "s/Monday, 16 Feb/Monday, 17 Feb/", "the day is not"),
        ("exact time", "s/>2026-02-16 02:00:00 UTC/>2026-02-16 02:00:01 UTC/", "the time"),
        ("command", "s/>move: label:taxes date:..2025/>move: label:taxes date:..2024/", "how is not"),
        ("field", "s/<ins>[^<]*/<ins>x/", "other values"), ("number", "s/>@153</>@154</", "another number"),
        ("entry", "s/data-p=\"153\"/data-p=\"26\"/", "Entry @26"),
        ("mail", "s/212.80 EUR/21280 EUR/", "not the one that was signed"),
        ("chart", "s/height=\"130\"/height=\"10\"/", "not the one that was signed"),
        ("title", "s/<h1>What happened/<h1>What never happened/", "not the one that was signed"),
        ("note", "s/class=\"note\">[^<]*/class=\"note\">/", "what is said of the whole step"),
        (
            "style", "s/^h1 {/.act { display: none; } h1 {/;s/style-src [^;]*/style-src 'unsafe-inline'/",
            "may hide entries"
        ),
        ("style of an add-on", "s/^<body>/<style>.act { display: none; }<\\/style><body>/", "may hide entries"),
        ("policy", "s/default-src 'none'/default-src *; style-src 'unsafe-inline'/", "may hide entries"),
        ("attribute around it", "s/^<body>/<body class=\"x\">/", "may hide entries"),
        (
            "closed shadow",
            "s/<main id=\"report\">/&<template shadowrootmode=\"closed\">x<slot><\\/slot><\\/template>/",
            "Something covers a part"
        ),
        ("left out", "s/<li data-p=\"50\">.*@50<\\/button><\\/li>//", "not the one that was signed"),
    ]

    @Test func `tells each part that was changed, by its own button`() throws {
        let home = try DemoHome()
        // A label that is cut in its sentence is whole in a field beside it.
        let made = try home.run(
            "mailledger label --add \(String(repeating: "x", count: 130)) id:3f2a && mailledger report 3f2a --output whole.html"
        )
        #expect(made.exitCode == 0, "\(made.errorText)")
        let whole = try readText(home.directory.path("whole.html"))
        let key = try readText(home.directory.path("ledger.key"))
        var jobs: [BrowserJob] = []
        for (index, change) in Self.changes.enumerated() {
            let path = home.directory.path("\(index).html")
            try writeFile(home.directory.path("\(index).sed"), change.expression + "\n")
            let made = try home.run("sed -f \(index).sed whole.html > \(index).html")
            #expect(made.exitCode == 0, "\(change.name): \(made.errorText)")
            #expect(try readText(path) != whole, "\(change.name) was not changed")
            jobs.append(BrowserJob(path, key: key))
            let told = try home.run("mailledger verify-proof \(index).html --key ledger.key")
            #expect(told.exitCode == 6, "\(change.name): \(told.text)")
        }
        // Nobody needs a key to see that a file is not consistent with itself.
        jobs += jobs.prefix(4).map { BrowserJob($0.page, press: true) }
        jobs.append(BrowserJob(home.directory.path("whole.html"), key: key))
        let answers = try Browser.run(jobs)
        #expect(answers.last?.verdict?.first == "good", "\(answers.last?.findings("bad") ?? "")")
        for (answer, change) in zip(answers.dropLast(), Self.changes + Self.changes.prefix(4)) {
            #expect(answer.verdict?.first == "bad", "\(change.name): \(answer.verdict ?? [])")
            #expect(answer.findings("bad").contains(change.words), "\(change.name): \(answer.findings("bad"))")
        }
    }

    @Test func `holds with the key or its fingerprint, and says without one that whose key signed was not checked`()
        throws
    {
        let home = try DemoHome()
        let made = try home.run(
            """
            mailledger key rotate > /dev/null; mailledger label --add x id:3f2a > /dev/null
            mailledger report 3f2a --output report.html; mailledger key show --output new.key > /dev/null
            mailledger init --ledger other > /dev/null; mailledger key show --ledger other --output other.key
            sha256sum new.key | cut -d ' ' -f 1 > fingerprint
            """)
        #expect(made.exitCode == 0, "\(made.errorText)")
        let page = home.directory.path("report.html")
        func typed(_ file: String) throws -> String { try readText(home.directory.path(file)) }
        let answers = try Browser.run([
            BrowserJob(page, key: try typed("ledger.key")), BrowserJob(page, key: try typed("fingerprint")),
            BrowserJob(page, press: true), BrowserJob(page, key: try typed("other.key")),
            BrowserJob(page, key: "no key"), BrowserJob(page, key: String(repeating: "0", count: 64)),
        ])
        #expect(answers.map { $0.verdict?.first } == ["good", "good", "open", "bad", "open", "bad"])
        #expect(
            answers[2].verdict?.last == "This report is consistent with itself; whose key signed it was not checked.")
        for answer in [answers[3], answers[5]] {
            #expect(
                answer.verdict?.last?.hasPrefix("Another key signed this report") == true, "\(answer.verdict ?? [])")
        }
        #expect(
            answers[0].findings("open").contains("from the owner")
                && answers[4].findings("open").contains("is neither a key nor a fingerprint"))
        #expect(answers.allSatisfy { $0.said.isEmpty && $0.windows == 1 }, "\(answers.map(\.said))")
    }

    @Test func `shows the bytes of an entry, saves tables without formulas, and unfolds on paper`() throws {
        let home = try DemoHome()
        let made = try home.run(
            """
            printf 'From: =HYPERLINK@example.org\\nSubject: =1+1\\nMessage-ID: <f@example.org>\\n\\nx\\n' > f.eml
            mailledger import f.eml --account mara@example.org > /dev/null; mailledger report --mail 500 --output report.html
            """)
        #expect(made.exitCode == 0, "\(made.errorText)")
        let script = """
            document.querySelector("button.at").click();
            const saved = [];
            URL.createObjectURL = (blob) => { saved.push(blob); return "#"; };
            for (const one of document.querySelectorAll("button.save")) one.click();
            dispatchEvent(new Event("beforeprint"));
            const folded = document.querySelectorAll("details:not([open])").length;
            return Promise.all(saved.map((blob) => blob.text())).then((texts) => JSON.stringify(
                [document.querySelector(".bytes").textContent, folded, texts.join("\\n")]));
            """
        let answer = try #require(
            try Browser.run([BrowserJob(home.directory.path("report.html"), script: script)]).first?.result)
        #expect(answer.contains("as recorded)\\n{\\\"id\\\"") && answer.contains("format: mailledger/1\\n"))
        #expect(answer.contains("\\\"'=1+1\\\"") && answer.contains("\",0,\""), "\(answer.prefix(2_000))")
    }

    @Test func `is whole at 360 points, and a report of thousands of changes opens at once`() throws {
        let ledger = try ToolLedger()
        let count = Soak.size(2_500, inSuite: 500)
        let boxes = try GeneratedMail.writeMailboxes(2, each: count / 2, below: ledger.directory.path)
        try ledger.succeed(["import"] + boxes + ["--account", ToolLedger.account])
        for verb in [["mark", "--read"], ["mark", "--flagged"], ["label", "--add", "a"]] {
            try ledger.succeed(verb + ["in:INBOX"])
        }
        let path = ledger.directory.path("report.html")
        try ledger.succeed("report", "--output", path)
        #expect(try readText(path).utf8.count < (Soak.seconds == nil ? 2_500_000 : 10_000_000))
        var narrow = BrowserJob(
            path, press: true,
            script:
                "return String(document.documentElement.scrollWidth) + ' ' + document.querySelectorAll('li[data-p]').length"
        )
        narrow.size = [360, 800]
        let answer = try #require(try Browser.run([narrow]).first)
        #expect(answer.result == "360 \(4 * count + 7)" && answer.verdict?.first == "open", "\(answer)")
        print("a report of \(4 * count + 7) changes opened in \(answer.opened) s")
        // The suite runs beside others, and a clock would judge those.
        #expect(Soak.seconds == nil || answer.opened < 2, "\(answer.opened) s")
    }
}
