internal import ConfigurationFiles
internal import Cryptography
internal import EventLog
internal import Glibc
internal import MIME
internal import Mail
internal import MailLedger
internal import Mailboxes
internal import Projections

/// What files of mail and the file of settings are read as.
extension FuzzTarget {
    private static let message = """
        From: =?UTF-8?Q?J=C3=B6rg?= <joerg@example.org>
        To: Ada <ada@example.org>, carl@example.org
        Subject: =?UTF-8?B?UmVjaG51bmc=?= of
         March
        Date: Sun, 3 Mar 2024 08:00:00 +0000
        Message-ID: <three@example.org>
        References: <one@example.org> <two@example.org>
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary="=_b"

        --=_b
        Content-Type: multipart/alternative; boundary=inner

        --inner
        Content-Type: text/plain; charset=iso-8859-1
        Content-Transfer-Encoding: quoted-printable

        Caf=E9 =
        au lait
        --inner
        Content-Type: text/html; charset=utf-8

        <p>Caf&eacute; <a href="https://example.org">au lait</a></p><blockquote>x</blockquote>
        --inner--
        --=_b
        Content-Type: application/octet-stream; name*0*=utf-8''in%C3; name*1*=%A4.bin
        Content-Disposition: attachment; filename="=?utf-8?q?in=C3=A4.bin?="
        Content-Transfer-Encoding: base64

        AAECAwQFBgc=
        --=_b
        Content-Type: message/rfc822

        Subject: within

        Text.
        --=_b--

        """

    private static let messageWords = [
        "\n\n", "\r\n", "\n ", "Content-Type: ", "multipart/mixed; boundary=", "message/rfc822", "text/html",
        "charset=",
        "Content-Transfer-Encoding: ", "base64", "quoted-printable", "x-uuencode", "filename*=utf-8''%", "--=_b",
        "--=_b--",
        "=?utf-8?q?", "=?utf-7?b?", "?=", "Date: ", "References: <", "From ", "&#x", "&amp;", "<!--", "<a href=", "</",
        "\u{0}", "\u{feff}", "=3D", "=\n", "begin 644 a\n",
    ]

    /// Whole messages: parsed in memory and through a small window of a file as the same, each part decoded.
    package static let messages = FuzzTarget(name: "messages", words: messageWords, seeds: [message], inputs: 1_500) {
        bytes in
        let parsed = try MessageParser().parse(.bytes(bytes))
        // A line that is longer than the window is read in pieces, and the name of a field has to stand in the first.
        let window = 512
        if bytes.split(separator: UInt8(ascii: "\n")).allSatisfy({ $0.count < window }) {
            let windowed = try MessageParser(windowSize: window).parse(file(bytes))
            try promise(parsed == windowed, "a message is parsed otherwise out of a file")
        }
        let texts = [parsed.subject, parsed.messageID, parsed.text, parsed.snippet].compactMap { $0 }
        try promise(!texts.contains { $0.utf8.contains(0) }, "a text has a NUL")
        try promise(parsed.subject?.contains(where: \.isNewline) != true, "the subject has two lines")
        _ = try MessageParser(listsLinks: true).parse(.bytes(bytes))
        let (own, marked) = try (
            MessageParser(readingAttached: .leftOut).parse(.bytes(bytes)).text.utf8.count,
            MessageParser(readingAttached: .marked).parse(.bytes(bytes)).text.utf8.count
        )
        try promise(own <= marked, "a text without those of attached messages is longer")
        _ = try MessageParser().html(of: .bytes(bytes))
        for attachment in parsed.attachments.prefix(20) {
            var size = 0
            try MessageParser().decodePart(number: attachment.partNumber, of: .bytes(bytes)) { size += $0.count }
            try promise(Int64(size) == attachment.size, "part \(attachment.partNumber) has another size")
        }
    }

    /// Files of many messages: each message within its file, behind the one before, and read as it stands.
    package static let mboxes = FuzzTarget(
        name: "mboxes",
        words: [
            "\n\nFrom a@example.org Fri Mar  1 10:00:00 2024\n", ">From ", "Content-Length: ", "Status: RO\n", "\n",
        ]
            + messageWords,
        seeds: [
            "From a@example.org Fri Mar  1 10:00:00 2024\nSubject: one\nStatus: RO\n\n>From the sea.\n\n"
                + "From b@example.org Fri Mar  1 10:00:01 2024\nSubject: two\nContent-Length: 5\n\nText\n"
        ],
        inputs: 6_000
    ) { bytes in
        let path = try FuzzFile.write(bytes, named: "mail.mbox")
        var walk: MailboxWalk
        do throws(MailboxError) {
            walk = try MailboxWalk(path: path, options: MailboxOptions(treatsFilesAsMbox: true))
        } catch {
            return
        }
        var end: Int64 = 0
        while let item = walk.next() {
            guard case .message(let found) = item else { continue }
            if case .range(let offset, let length) = found.extent, !Self.isCompressed(bytes) {
                try promise(offset >= end && length >= 0, "a message begins within the one before")
                end = offset + length
                try promise(end <= bytes.count, "a message ends behind its file")
            }
            let content = try MessageReader().read(found)
            let isWhole = content.bytes.map { Int64($0.count) == content.size } ?? true
            try promise(isWhole, "a message is read in part")
        }
    }

    private static func isCompressed(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x1f, 0x8b]) || bytes.starts(with: [0x28, 0xb5, 0x2f, 0xfd])
    }

    /// A message as it is brought into a ledger: its events and its rows in every read model, and its way back out.
    package static let mailImport = FuzzTarget(name: "import", words: messageWords, seeds: [message], inputs: 40) {
        bytes in
        let path = try FuzzFile.write(bytes, named: "one.eml")
        let ledger = try Ledger.inMemory()
        let context = ledger.context(command: "fuzz")
        _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: "ada@example.org")))
        do {
            _ = try Importer(into: ledger, account: "ada@example.org", options: ImportOptions(), context: context)
                .run([path])
        } catch is MailboxError {
            return
        }
        let found = try ledger.read { try $0.messages(matching: .all, limit: 10) }
        try promise(found.count <= 1, "one file is \(found.count) messages")
        try promise(try ledger.maintenance.verifyLog().events > 0, "the log is empty")
        if let difference = try ledger.maintenance.checkViews() { throw BrokenPromise(description: "\(difference)") }
    }

    /// The file of settings: read, changed by one key, and read again with it.
    package static let configuration = FuzzTarget(
        name: "configuration", words: ["[", "]", "=", "#", "\\s", "\\n", "\\x", "[[", "\u{feff}", "\r\n", ";"],
        seeds: ["# mine\n[ledger]\npath = /home/ada/mail\n\n[query]\nbills=from:paper\\s\\n\n", "[a]\nb=\n[a]\nb=2\n"],
        inputs: 2_000
    ) { bytes in
        let file = ConfigurationFile(path: try FuzzFile.write(bytes, named: "config"))
        guard let old = try? file.read(), let key = ConfigurationKey("fuzz.key") else { return }
        let value = " a\\s;#=\n\"[x] "
        _ = try file.set(key, to: value)
        let new = try file.read()
        try promise(new[key] == value, "the value is read as \(new[key].debugDescription)")
        for other in old.keys where other != key {
            try promise(new[other] == old[other], "\(other) has changed")
        }
    }

    private static func file(_ bytes: [UInt8]) throws -> MIME.MessageSource {
        .file(try FuzzFile.file(of: bytes), offset: 0, length: Int64(bytes.count))
    }
}
