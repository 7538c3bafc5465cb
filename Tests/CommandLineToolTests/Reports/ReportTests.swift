import Foundation
import TestSupport
import Testing

/// Reports and bundles, as those have them who hand them over; the browser's side is in `ReportInBrowserTests`.
@Suite struct `A report` {
    @Test(arguments: [
        ("3f2a", "What happened to “Invoice 2025-117”", 5), ("--actor cleanup-script", "What cleanup-script did", 3),
        ("--operation 673acf52", "What the operation 673acf52 did", 3),
        ("--account treasurer@rowing.example.net", "What happened in the account treasurer@rowing.example.net", nil),
        ("--subject-address peter@example.net", "Mail from and to peter@example.net, and what was done to it", nil),
        ("", "What happened in this mail ledger", 174),
        ("--after op:673a^ --through op:673a", "What happened in this mail ledger", 3),
    ])
    func `is of what was asked for, and verify-proof finds it whole`(
        words: String, title: String, changes: Int?
    ) throws {
        let home = try DemoHome()
        let made = try home.run("mailledger report \(words) --output report.html")
        #expect(made.exitCode == 0 && made.errorText.isEmpty, "\(made.errorText)")
        let page = try readText(home.directory.path("report.html"))
        #expect(page.contains("<h1>\(title)</h1>"))
        if let changes { #expect(page.count(of: "<li data-p=") == changes) }
        let checked = try home.run("mailledger verify-proof report.html --key ledger.key")
        #expect(checked.exitCode == 0 && checked.text.contains("the key that you trust"), "\(checked.errorText)")
        #expect(try home.run("mailledger verify-proof report.html").exitCode == 5)
    }

    @Test func `tells who, what, why and when in the words of the log, and the mail as text`() throws {
        let home = try DemoHome()
        #expect(try home.run("mailledger report 3f2a > report.html").exitCode == 0)
        let page = try readText(home.directory.path("report.html"))
        for words in [
            "moved “Invoice 2025-117” from Receipts and INBOX to Trash",
            "cleanup-script (account mara on desk.example.org)",
            "“older than this year”", "<h3>Monday, 16 February 2026</h3>", "2026-02-16 02:00:00 UTC",
            "move: label:taxes date:..2025", "This report tells 1 of the 3 changes of this step.",
            "Undone on Tuesday, 17 February 2026 by mara (@155).", "5 of the 174 changes that the ledger recorded",
            "what happened to 1 message, chosen by this search: 3f2a",
            "<dt>State at @174</dt><dd>in INBOX, Receipts of mara@example.org; read; label taxes</dd>",
            "please find attached invoice 2025-117 over 212.80 EUR", "invoice-2025-117.pdf, application/pdf, 619 B",
            "3f056725ea8cb985c9bf23cc54e51640c4cffbc1ae64c38b08583d94a7583f75",
        ] {
            #expect(page.contains(words), "\(words)")
        }
    }

    @Test func `lists holds, and what was erased as erased`() throws {
        let home = try DemoHome()
        let result = try home.run(
            """
            mailledger hold add tax-2025 --query label:taxes --reason 'tax audit' > /dev/null
            mailledger hold remove tax-2025 --reason 'audit is over' > /dev/null
            mailledger erase message dbd74fa8 --yes --reason 'Peter asked for it' > /dev/null
            mailledger report --output all.html > /dev/null && mailledger verify-proof all.html --key ledger.key > /dev/null
            mailledger report --subject-address peter@example.net
            """)
        #expect(result.exitCode == 0, "\(result.errorText)")
        let page = try readText(home.directory.path("all.html"))
        for words in [
            "<td>tax-2025</td><td>mail that is found by: label:taxes</td>", "<td>tax audit</td><td>lifted</td>",
            "<td>Peter asked for it</td>", "(what it said was erased)", "1 of the messages was erased",
        ] {
            #expect(page.contains(words), "\(words)")
        }
        #expect(!page.contains("Next kernel evening</h3>"))
        #expect(result.text.contains("The ledger has erased 1 thing in all"))
        #expect(!result.text.contains("dbd74fa8"))
    }

    @Test func `tells what may surprise about its moments, as other answers do`() throws {
        let made = try DemoHome().run("mailledger report --after 3 --through 60 --output part.html")
        #expect(made.exitCode == 0, "\(made.errorText)")
        #expect(made.errorLines.count == 2 && made.errorText.contains("position 60 lies within transaction 4"))
    }

    @Test func `refuses what is no one thing, and a place that is taken`() throws {
        let home = try DemoHome()
        for (words, exitCode, said) in [
            ("3f2a --actor mara", 2, "of one thing"), ("--subject-address peter", 2, "takes an address"),
            ("--mail -1", 2, "--mail"), ("--after 2999-01-01", 2, "future"), ("--after 9 --through 3", 2, "later than"),
            ("--format json", 2, "--output"), ("--actor nobody", 3, "change for this report"),
            ("3f2a --output ledger.key", 4, "ledger.key"), ("3f2a --bundle Samples", 4, "not empty"),
            ("3f2a --bundle x --output y", 2, "leave out --output"), ("none", 3, "none"),
        ] as [(String, Int32, String)] {
            let result = try home.run("mailledger report \(words)")
            #expect(result.exitCode == exitCode && result.text.isEmpty, "\(words): \(result.errorText)")
            #expect(result.errorText.contains(said), "\(words): \(result.errorText)")
        }
    }

    @Test func `as a bundle has the messages, their proofs and what witnesses remember, and is checked whole`() throws {
        let home = try DemoHome()
        let made = try home.run(
            "mailledger label --add x id:3f2a > /dev/null; mailledger report subject:invoice --bundle case --format jsonl"
        )
        #expect(made.exitCode == 0, "\(made.errorText)")
        #expect(made.text.contains("\"messages\":6,\"missing\":0,\"witnesses\":1"), "\(made.text)")
        let checked = try home.run("cd case && sha256sum --check SHA256SUMS && cd .. && \(Self.check)")
        #expect(checked.exitCode == 0 && checked.text.contains("6 messages are what these entries name"))
        #expect(checked.text.contains("A witness remembers"), "\(checked.text)")
        let lines = try readText(home.directory.path("case/README.txt")).split(separator: "\n")
        #expect(lines.count == 10)
    }

    @Test(arguments: [("key rotate", 0), ("key rotate --lost --yes", 6)] as [(String, Int32)])
    func `as a bundle is checked with the present key, though a witness remembers one before it`(
        rotation: String, withOldKey: Int32
    ) throws {
        let home = try DemoHome()
        let made = try home.run(
            """
            cp ledger.witness then; mailledger \(rotation) > /dev/null; cp then ledger.witness
            mailledger key show --output new.key > /dev/null; mailledger report subject:invoice --bundle case
            """)
        #expect(made.exitCode == 0 && made.text.contains("1 note of a witness"), "\(made.errorText)")
        let checked = try home.run("mailledger verify-proof --bundle case --key new.key")
        #expect(checked.exitCode == 0, "\(checked.errorText)")
        #expect(checked.text.contains("A witness remembers 174 events: the log has only grown since."))
        #expect(try home.run(Self.check).exitCode == withOldKey)
        #expect(try home.run("mailledger verify-proof --bundle case").exitCode == 5)
    }

    @Test func `counts mail with a date far in the future by when it came in, and says so`() throws {
        let home = try DemoHome()
        let dates = ["Mon, 05 Jan 2026", "Tue, 06 Jan 2026", "Wed, 07 Jan 2026"].map { ("Thu Jan  8", $0) }
        let later = ["Mon, 02 Feb 2026", "Tue, 03 Feb 2026", "Wed, 04 Feb 2026", "Thu, 05 Feb 2099"]
        let box = (dates + later.map { ("Thu Feb  5", $0) }).enumerated().map { number, mail in
            """
            From x \(mail.0) 10:00:00 2026
            From: late@example.net
            Subject: Late \(number)
            Date: \(mail.1) 10:00:00 +0000
            Message-ID: <late-\(number)@example.net>

            \(number)


            """
        }
        try writeFile(home.directory.path("late.mbox"), box.joined())
        let result = try home.run(
            """
            mailledger import late.mbox --account mara@example.org > /dev/null
            mailledger report --subject-address late@example.net
            """)
        #expect(result.exitCode == 0, "\(result.errorText)")
        #expect(result.text.contains("<td>2026-01</td><td class=\"n\">3</td>"))
        #expect(result.text.contains("<td>2026-02</td><td class=\"n\">4</td>"))
        #expect(!result.text.contains("<td>2099-02</td>"))
        let note = "Mail per month. 1 counts as the day after it came in, because its date is later<"
        #expect(result.text.contains(note))
        let none = try home.run("mailledger report --account mara@harbour.example.com")
        #expect(!none.text.contains("counts as that day<"))
    }

    private static let check = "mailledger verify-proof --bundle case --key ledger.key"

    @Test(arguments: [
        ("echo >> messages/2025*7432.eml", "was changed"),
        ("echo x > messages/more.eml; \(sums)", "not a message that"),
        ("echo x > messages/more.eml", "is not in SHA256SUMS"), ("rm events.proof", "is not there"),
        ("cp messages/2025*7432.eml messages/more.eml", "messages/more.eml is not in SHA256SUMS"),
        ("cp messages/2025*7432.eml messages/more.eml; \(sums)", "messages/more.eml are the same message"),
        ("echo x > more.eml; \(sums)", "is not a file of a bundle"),
        ("sed -i 's/^Fingerprint.*: .*/Fingerprint: 0/' README.txt; \(sums)", "README.txt does not say"),
        ("rm -r witnesses; \(sums)", "README.txt does not say"),
        ("sed -i '0,/“tax return”/s//“fax return”/' report.html; \(sums)", "not what its record says"),
        ("sed -i '0,/212.80 EUR/s//21280 EUR/' report.html; \(sums)", "not the one that was signed"),
        ("sed -i 's/^17[0-9]$/1/' checkpoint.txt; \(sums)", "is not the checkpoint"),
        ("rm messages/2025*7432.eml; ln -s /etc/passwd messages/a.eml; \(sums)", "is not a file of a bundle"),
        ("sed -i 's/^17[0-9]$/1/' witnesses/1.witness; \(sums)", "is not a witness"), ("rm SHA256SUMS", "is missing"),
        ("cp ../invoice.proof events.proof; \(sums)", "not the proof of the report"),
    ])
    func `as a bundle tells each file that was changed`(change: String, words: String) throws {
        let home = try DemoHome()
        let made = try home.run("mailledger report subject:invoice --bundle case && cd case && \(change)")
        #expect(made.exitCode == 0, "\(made.errorText)")
        let result = try home.run(Self.check)
        #expect(result.exitCode == 6 && result.errorText.contains(words), "\(result.errorText)")
    }

    @Test func `as a bundle says which messages are not in it`() throws {
        let home = try DemoHome()
        let made = try home.run(
            "mailledger report subject:invoice --bundle case && cd case && rm messages/2025*7432.eml && \(Self.sums)")
        #expect(made.exitCode == 0, "\(made.errorText)")
        let result = try home.run(Self.check)
        #expect(result.exitCode == 5 && result.errorText.contains("no bytes of 1 message"), "\(result.errorText)")
    }

    private static let sums =
        "rm SHA256SUMS; find . -type f | sed 's,^./,,' | xargs sha256sum > ../sums; mv ../sums SHA256SUMS"
}

extension String {
    func count(of part: String) -> Int { ranges(of: part).count }
}
