import TestSupport
import Testing

/// Which libraries a short command loads: GMime brings thirteen others, and takes longer than the rest of it.
struct LoadedLibraryTests {
    @Test(arguments: [
        (type: "text/plain; charset=utf-8", encoding: "8bit", isLoaded: false),
        (type: "text/plain", encoding: "7bit", isLoaded: false),
        (type: "text/plain; charset=utf-8", encoding: "base64", isLoaded: true),
    ])
    func `GMime is loaded to show what is encoded, and not for plain text`(
        _ mail: (type: String, encoding: String, isLoaded: Bool)
    ) throws {
        let ledger = try ToolLedger()
        let text = mail.encoding == "base64" ? "SGlnaCB3YXRlcg==" : "High water"
        try writeFile(
            ledger.directory.path("letter.eml"),
            """
            From: Mara <mara@example.org>
            Subject: Tides
            Message-ID: <tides@example.org>
            MIME-Version: 1.0
            Content-Type: \(mail.type)
            Content-Transfer-Encoding: \(mail.encoding)

            \(text)

            """)
        try ledger.succeed("import", ledger.directory.path("letter.eml"), "--account", ToolLedger.account)
        let id = try #require(try ledger.succeed("messages", "--output", "ids").text.split(separator: "\n").first)
        // The loader of glibc says what it loads: ld.so(8).
        let shown = try ledger.start(["show", String(id)], adding: ["LD_DEBUG": "libs"]).wait()
        #expect(shown.exitCode == 0 && shown.text.contains("High water"))
        #expect(shown.errorText.contains("libsqlite3"))
        #expect(shown.errorText.contains("libgmime") == mail.isLoaded)
    }
}
