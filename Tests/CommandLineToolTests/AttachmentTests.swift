import Glibc
import TestSupport
import Testing

/// `attachment save`: files of mail, in the place that was named and in no other.
@Suite struct `A saved attachment` {
    private func world() throws -> (ledger: ToolLedger, id: String, folder: String) {
        let ledger = try ToolLedger()
        let mail = ledger.directory.path("mail")
        try GeneratedMail.writeSmallMaildir(below: mail)
        #expect(try ledger.run("import", mail, "--account", ToolLedger.account).exitCode == 5)
        let folder = ledger.directory.path("saved")
        try makeFolder(folder)
        return (ledger, try ledger.id("anhang"), folder)
    }

    @Test func `has its bytes, in the file that was named`() throws {
        let (ledger, id, folder) = try world()
        let before = filesBelow(ledger.directory.path).filter { !$0.hasPrefix("ledger/") }
        let target = folder + "/invoice"
        try ledger.succeed("attachment", "save", id, "1", "--output", target)
        #expect(try readFile(target) == GeneratedMail.attachment)
        #expect(permissions(of: target) == 0o600)
        #expect(filesBelow(ledger.directory.path).filter { !$0.hasPrefix("ledger/") } == before + ["saved/invoice"])
        #expect(try ledger.succeed("attachment", "save", id, "1", "--output", "-").output == GeneratedMail.attachment)
    }

    @Test func `takes no other file's place unless asked`() throws {
        let (ledger, id, folder) = try world()
        let target = folder + "/invoice"
        try writeFile(target, "mine")
        let refused = try ledger.run("attachment", "save", id, "2", "--output", target)
        expectRefusal(refused, 4, "is there already", lines: 1, "attachment save")
        #expect(try readText(target) == "mine")
        try ledger.succeed("attachment", "save", id, "2", "--output", target, "--force")
        #expect(try readText(target) == "evil")
        #expect(filesBelow(folder) == ["invoice"])
    }

    @Test func `follows no link and replaces nothing but files`() throws {
        let (ledger, id, folder) = try world()
        try writeFile(folder + "/mine", "mine")
        for (link, target) in [("link", "mine"), ("dangling", "nowhere")] {
            unsafe symlink(target, folder + "/" + link)
            expectRefusal(
                try ledger.run("attachment", "save", id, "2", "--output", folder + "/" + link), 4, "is there already",
                lines: 1, link)
            try ledger.succeed("attachment", "save", id, "2", "--output", folder + "/" + link, "--force")
            #expect(try readText(folder + "/" + link) == "evil")
        }
        #expect(try readText(folder + "/mine") == "mine")
        unsafe mkfifo(folder + "/pipe", 0o600)
        expectRefusal(
            try ledger.run("attachment", "save", id, "2", "--output", folder + "/pipe", "--force"), 4, "pipe", lines: 1,
            "a pipe")
        #expect(filesBelow(folder).sorted() == ["dangling", "link", "mine"])
    }

    // The name in the mail is "../../../../tmp/␛[31mevil\u{202E}txt.exe".
    @Test func `has a harmless name in a folder`() throws {
        let (ledger, id, folder) = try world()
        #expect(try ledger.succeed("attachment", "list", id).text.contains("../../../../tmp/␛[31mevil\\u{202E}txt.exe"))
        let result = try ledger.succeed("attachment", "save", id, "2", "--output", folder)
        #expect(filesBelow(folder) == ["_[31mevil_txt.exe"])
        #expect(result.text == "Saved 4 B to \(folder)/_[31mevil_txt.exe.\n")
        expectRefusal(
            try ledger.run("attachment", "save", id, "2", "--output", folder), 4, "is there already", lines: 1, "again")
    }

    @Test func `comes with all others, or with none`() throws {
        let (ledger, id, folder) = try world()
        try ledger.succeed("attachment", "save", id, "--all", folder + "/new")
        #expect(filesBelow(folder).sorted() == ["new/_[31mevil_txt.exe", "new/invoice.bin"])
        #expect(try readFile(folder + "/new/invoice.bin") == GeneratedMail.attachment)
        unsafe unlink(folder + "/new/_[31mevil_txt.exe")
        expectRefusal(
            try ledger.run("attachment", "save", id, "--all", folder + "/new"), 4, "invoice.bin", lines: 1, "taken")
        #expect(filesBelow(folder + "/new") == ["invoice.bin"])
        try ledger.succeed("attachment", "save", id, "--all", folder + "/new", "--force")
        #expect(filesBelow(folder + "/new").count == 2)
        let without = try ledger.id("due")
        #expect(try ledger.succeed("attachment", "save", without, "--all", folder + "/none").text.contains("no attach"))
        #expect(!filesBelow(folder).contains("none"))
    }

    @Test func `comes with those of all messages that a query finds, each under a name of its own`() throws {
        let (ledger, _, folder) = try world()
        for number in [1, 2] {
            let mail = """
                From: ada@example.org
                Subject: scan \(number)
                Message-ID: <scan\(number)@example.org>
                Content-Type: multipart/mixed; boundary=b

                --b
                Content-Type: application/pdf; name=scan.pdf

                \(String(repeating: "x", count: number * 1_000))
                --b--

                """
            let path = ledger.directory.path("scan\(number).eml")
            try writeFile(path, Array(mail.utf8))
            try ledger.succeed("import", path)
        }
        try ledger.succeed("attachment", "save", "subject:scan", "from:ada", "--all", folder + "/all")
        #expect(filesBelow(folder).sorted() == ["all/scan-2.pdf", "all/scan.pdf"])
        try ledger.succeed("attachment", "save", "subject:scan", "--size", "1500", "--all", folder + "/large")
        #expect(
            try filesBelow(folder + "/large") == ["scan.pdf"] && readFile(folder + "/large/scan.pdf").count >= 2_000)
        let taken = try ledger.run("attachment", "save", "subject:scan", "--all", folder + "/large")
        expectRefusal(taken, 4, "is there already", lines: 1, "taken")
        #expect(filesBelow(folder + "/large") == ["scan.pdf"])
        let none = try ledger.succeed("attachment", "save", "subject:scan", "--size", "1M", "--all", folder + "/none")
        #expect(none.text == "No message has such an attachment.\n")
        expectRefusal(
            try ledger.run("attachment", "save", "subject:scan", "--size", "big", "--all", folder + "/none"), 2,
            "is not a size", lines: 1, "size")
    }

    @Test func `is refused where the words do not tell what to do`() throws {
        let (ledger, id, folder) = try world()
        for (words, code) in [
            ([id, "3", "--output", folder + "/x"], 3), ([id, "1", "--output", folder + "/no/x"], 74),
            ([id, "--all", folder + "/no/x"], 74), ([id, "1"], 2), ([id, "--output", folder], 2),
            ([id, "1", "--all", folder], 2), ([id, "1", "--output", ""], 2),
        ] as [([String], Int32)] {
            let result = try ledger.run(["attachment", "save"] + words)
            #expect(result.exitCode == code && result.output.isEmpty, "\(words): \(result.errorText)")
        }
        #expect(filesBelow(folder).isEmpty)
    }
}
