import Foundation
import TestSupport
import Testing

/// `mailledger imap` with clients that nobody here wrote, each on a ledger of its own with the demo's mail.
@Suite struct `mailledger imap` {
    /// Runs a script of `Tests/Fixtures/IMAP`, which says what was not as it should be.
    private func run(_ interpreter: String, _ script: String, hasFolder: Bool = true) throws {
        let ledger = try DemoLedger.make()
        let program = try #require(mailledgerProgram()).path
        let folder = hasFolder ? " '\(ledger.directory.path("work"))'" : ""
        let command =
            "\(interpreter) '\(projectRoot)/Tests/Fixtures/IMAP/\(script)' '\(program)' mara@example.org\(folder)"
        let environment = ["MAILLEDGER": ledger.path, "HOME": ledger.directory.path("home"), "TERM": "xterm-256color"]
        let output = try shell(command + " 2>&1", environment: environment)
        #expect(output.status == 0, "\(output.text)")
    }

    @Test(.enabled("python3 is not there") { areInstalled("python3") })
    func `answers every command of Python's imaplib`() throws {
        try run("/usr/bin/python3", "imaplib_session.py", hasFolder: false)
    }

    @Test(.enabled("mbsync (Debian: isync) is not there") { areInstalled("mbsync") })
    func `is kept in step with a Maildir by mbsync, both ways`() throws {
        try run("sh", "mbsync_session.sh")
    }

    @Test(.enabled("offlineimap (Debian: offlineimap3) is not there") { areInstalled("offlineimap") })
    func `is kept in step with a Maildir by OfflineIMAP, both ways`() throws {
        try run("sh", "offlineimap_session.sh")
    }

    @Test(.enabled("curl is not there") { areInstalled("curl") })
    func `serves curl, which lists, searches, fetches and appends`() throws {
        try run("sh", "curl_session.sh")
    }

    @Test(.enabled("neomutt or tmux is not there") { areInstalled("neomutt", "tmux") })
    func `shows its mail in neomutt, which answers and moves it, and shows what an undo brings back`() throws {
        try run("sh", "neomutt_session.sh")
    }

    /// Dovecot 2.4 reads other settings.
    private static var hasDovecot: Bool {
        (try? shell("/usr/sbin/dovecot --version", environment: [:]))?.text.hasPrefix("2.3.") == true
    }

    @Test(
        .enabled("python3 or Dovecot 2.3 (dovecot-imapd) is not there") { areInstalled("python3") && hasDovecot }
    )
    func `answers as Dovecot does, but for the differences that have a name`() throws {
        try run("/usr/bin/python3", "Dovecot/compare.py", hasFolder: false)
    }

    @Test func `says which account, where there are several`() throws {
        let ledger = try DemoLedger.make()
        let result = try ledger.run("imap")
        #expect(result.exitCode == 2)
        let accounts = try ledger.run("account", "list", "--format", "jsonl").text.matches(of: /"address":"([^"]+)"/)
            .map { String($0.1) }
        #expect(accounts.count > 1)
        #expect(result.text == "* BYE Which account? \(accounts.joined(separator: ", "))\r\n")
        let unknown = try ledger.run("imap", "--account", "nobody@example.org")
        #expect(unknown.exitCode != 0 && unknown.text == result.text)
    }
}
