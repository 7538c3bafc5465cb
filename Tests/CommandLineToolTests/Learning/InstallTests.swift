import Foundation
import TestSupport
import Testing

@Suite struct `make install` {
    @Test func `puts everything in its place, and make uninstall leaves nothing behind`() throws {
        let directory = try TemporaryDirectory()
        let make = "make -s PREFIX=/usr DESTDIR='\(directory.path("root"))' BINARY='\(try Tool.path())'"
        let installed = try shell("\(make) install", environment: [:])
        #expect(installed.status == 0, "\(installed.text)")
        let files = filesBelow(directory.path("root/usr"))
        for file in [
            "bin/mailledger", "share/man/man1/mailledger.1", "share/man/man1/mailledger-messages.1",
            "share/man/man7/mailledger-queries.7", "share/man/man5/mailledger-config.5",
            "share/bash-completion/completions/mailledger", "share/zsh/site-functions/_mailledger",
            "share/fish/vendor_completions.d/mailledger.fish", "share/mailledger/samples/lists.mbox",
        ] {
            #expect(files.contains(file), "\(file)")
            #expect(permissions(of: directory.path("root/usr/\(file)")) == (file.hasPrefix("bin") ? 0o755 : 0o644))
        }
        #expect(files.count { $0.hasPrefix("share/man/") } > 25)

        // What was installed runs where it is, and finds the mail that was installed with it.
        let demo = try shell(
            "root/usr/bin/mailledger demo --build-only ledger && root/usr/bin/mailledger --ledger ledger stats >/dev/null",
            environment: [:], directory: directory.path)
        #expect(demo.text.contains("ledger"), "\(demo.text)")

        try writeFile(directory.path("root/usr/share/man/man1/mailledger-other.1"), "somebody else's")
        let removed = try shell("\(make) uninstall", environment: [:])
        #expect(removed.status == 0, "\(removed.text)")
        #expect(filesBelow(directory.path("root")) == ["usr/share/man/man1/mailledger-other.1"])
        #expect(try shell("\(make) uninstall", environment: [:]).status != 0)
    }

    @Test func `says what to do where nothing is built`() throws {
        let directory = try TemporaryDirectory()
        let output = try shell(
            "make -s DESTDIR='\(directory.path)' BINARY='\(directory.path("none"))' install", environment: [:])
        #expect(output.status != 0 && output.text.contains("run make build first"))
        #expect(filesBelow(directory.path).isEmpty)
    }
}
