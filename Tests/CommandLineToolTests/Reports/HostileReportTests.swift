import Foundation
import TestSupport
import Testing

/// Mail and words that would run, fetch or send something in a page.
@Suite(.enabled(if: Browser.isPresent, "chromium, chromium-driver or python3-selenium is absent"), .serialized)
struct `Hostile words in a report` {
    private static func words(_ port: Int) -> [String] {
        HostileMarkup.vectors.enumerated().map { $1.replacing("N", with: "http://127.0.0.1:\(port)/\($0 + 1)") }
    }

    @Test func `fetch nothing, run nothing and change no title; without escaping and policy they do`() throws {
        let port = Int.random(in: 20_000..<30_000)
        let words = Self.words(port)
        #expect(words.count == 40)
        let ledger = try ToolLedger()
        let folder = ledger.directory
        var box = ""
        for (number, word) in words.enumerated() {
            let header = word.replacing("\n", with: " ")
            box += """
                From x@example.org Fri Mar  1 10:00:00 2024
                From: "\(header.replacing("\"", with: "'"))" <x\(number)@example.org>
                To: ada@example.org
                Subject: \(header)
                Message-ID: <v\(number)@example.org>
                MIME-Version: 1.0
                Content-Type: multipart/mixed; boundary=b

                --b
                Content-Type: text/html; charset=utf-8

                <html><body>\(word)</body></html>
                --b
                Content-Type: text/plain; charset=utf-8

                \(word)
                --b
                Content-Type: application/pdf
                Content-Disposition: attachment; filename="\(header.replacing("\"", with: "'"))"

                x
                --b--


                """
        }
        try writeFile(folder.path("hostile.mbox"), box)
        try ledger.succeed("import", folder.path("hostile.mbox"), "--account", ToolLedger.account)
        try ledger.succeed("label", "--add", "x", "in:INBOX", "--reason", words[0], "--actor", words[2])
        for (number, word) in words.enumerated() where number.isMultiple(of: 4) {
            let safe = word.replacing("/", with: "∕")
            _ = try ledger.run(
                "folder", "add", safe, "--account", ToolLedger.account, "--reason", word, "--actor", word)
            _ = try ledger.run("hold", "add", word, "--query", "subject:x", "--reason", word)
            _ = try ledger.run("label", "--add", "l\(number)<img", "mid:v\(number)@example.org", "--reason", word)
        }
        let page = folder.path("report.html")
        try ledger.succeed("report", "--output", page)
        // The same mails without the file's policy and without escaping: else this test would see nothing.
        let control = folder.path("control.html")
        let open = try readText(page).split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains("Content-Security-Policy") && !$0.hasPrefix("<script>") }.joined(separator: "\n")
            .replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        try writeFile(control, open)
        let script =
            "return document.title + ' ' + document.querySelectorAll('.mail').length + ' ' "
            + "+ document.querySelectorAll('main img, main iframe, main script, main form, main link, main style').length"
        let answers = try Browser.run(
            [BrowserJob(page, press: true, click: true, script: script), BrowserJob(control, click: true)], port: port)
        #expect(answers[0].asked.isEmpty, "\(answers[0].asked)")
        #expect(answers[0].windows == 1 && answers[0].said.isEmpty, "\(answers[0].said)")
        #expect(answers[0].result == "What happened in this mail ledger 40 0")
        #expect(answers[0].titleAfter == answers[0].title)
        #expect(answers[0].verdict?.first == "open", "\(answers[0].findings("bad"))")
        #expect(answers[1].asked.count >= 20, "\(answers[1].asked)")
    }
}
