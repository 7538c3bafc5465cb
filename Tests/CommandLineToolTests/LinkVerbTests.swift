import Glibc
import JSONCoding
import TestSupport
import Testing

/// Links that lead out of what a verb was given, as an attacker puts them there.
@Suite struct `A link out of a Maildir` {
    private func world() throws -> (ledger: ToolLedger, mail: String, secret: String) {
        let ledger = try ToolLedger()
        let (mail, secret) = (ledger.directory.path("mail"), ledger.directory.path("secret"))
        try GeneratedMail.writeMaildir(2, flags: ["S"], below: mail)
        try makeFolder(mail + "/tmp")
        try writeFile(secret + "/shadow", "root:$6$s3cret:19000:0:::::\n")
        try writeFile(secret + "/cur/9.M9.host:2,S", GeneratedMail.message(9))
        unsafe symlink(secret + "/shadow", mail + "/cur/5.M5.host:2,S")
        return (ledger, mail, secret)
    }

    @Test func `brings nothing into an import, which names it`() throws {
        let (ledger, mail, secret) = try world()
        unsafe symlink(secret, mail + "/Secret")
        let arguments = ["import", mail, "--account", ToolLedger.account]
        for extra in [["--dry-run"], []] {
            let result = try ledger.run(arguments + extra)
            #expect(result.exitCode == 5, "\(result.errorText)")
            for name in ["cur/5.M5.host:2,S", "Secret"] {
                #expect(result.text.contains("skipped \(mail)/\(name): a link leads out"), "\(result.text)")
            }
        }
        #expect(try ledger.json("count", "*")["count"]?.integer == 2)
        #expect(try ledger.succeed("events", "list", "--type", "mail.file-skipped").text.contains("leads-out"))
        #expect(try ledger.run(arguments).exitCode == 5)
        try ledger.succeed(arguments + ["--follow-links"])
        #expect(try ledger.json("count", "*")["count"]?.integer == 4)
    }

    @Test func `is named by a sync, and one for a folder stops it`() throws {
        let (ledger, mail, secret) = try world()
        let arguments = ["sync", mail, "--account", ToolLedger.account]
        let result = try ledger.run(arguments)
        #expect(result.exitCode == 5 && result.text.contains("cur/5.M5.host:2,S: a link leads out"), "\(result.text)")
        #expect(try ledger.json("count", "*")["count"]?.integer == 2)
        try makeFolder(mail + "/.Work")
        unsafe symlink(secret + "/cur", mail + "/.Work/cur")
        let refused = try ledger.run(arguments)
        #expect(refused.exitCode != 0 && refused.errorText.contains(".Work/cur: a link leads out"))
        try ledger.succeed(arguments + ["--follow-links"])
        #expect(try ledger.json("count", "*")["count"]?.integer == 4)
    }

    @Test func `is not written through by an export that replaces files`() throws {
        let (ledger, mail, secret) = try world()
        #expect(try ledger.run("import", mail, "--account", ToolLedger.account).exitCode == 5)
        let before = filesBelow(secret)
        let out = ledger.directory.path("out")
        try makeFolder(out)
        unsafe symlink(secret + "/cur", out + "/cur")
        let folder = try ledger.run("export", "--to", out, "--as", "maildir", "--force")
        expectRefusal(folder, 4, "out/cur is a link", lines: 1, "a Maildir")
        unsafe symlink(secret + "/shadow", out + "/all.mbox")
        let file = try ledger.run("export", "--to", out + "/all.mbox", "--as", "mboxrd", "--force")
        expectRefusal(file, 4, "all.mbox is a link", lines: 1, "an mbox")
        #expect(filesBelow(secret) == before && filesBelow(out).filter { !$0.contains("all.mbox") }.isEmpty)
        #expect(try readText(secret + "/shadow").hasPrefix("root:"))
    }
}
