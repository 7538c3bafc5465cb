/// Mail that a test makes for itself, the same in each run.
enum GeneratedMail {
    /// A message of a made-up list: number `number` of threads of four.
    static func message(_ number: Int, body: String? = nil) -> String {
        let parent = number % 4 == 0 ? "" : "References: <m\(number - 1)@lists.example.org>\n"
        let day = 1 + number % 28
        return """
            From: Person \(number % 7) <p\(number % 7)@example.org>
            To: list@lists.example.org
            Subject: \(number % 4 == 0 ? "" : "Re: ")Subject \(number / 4)
            Date: \(day) Mar 2024 10:00:00 +0000
            Message-ID: <m\(number)@lists.example.org>
            \(parent)
            \(body ?? "The text of message \(number), about kernels and razors.")

            """
    }

    /// A message of no thread, `mail 7`.
    static func lone(_ number: Int) -> String {
        """
        From: Ada <ada@example.org>
        Subject: mail \(number)
        Date: Mon, 5 Feb 2024 10:00:00 +0000
        Message-ID: <\(number)@example.org>

        The body of \(number).

        """
    }

    /// Writes mboxes of `each` messages below a folder, and returns their paths: each is a transaction of an import.
    static func writeMailboxes(_ count: Int, each: Int, below folder: String) throws -> [String] {
        try (0..<count).map { box in
            let path = "\(folder)/box\(box).mbox"
            let messages = (0..<each).map { "From p@example.org Fri Mar  1 10:00:00 2024\n" + message(box * each + $0) }
            try writeFile(path, messages.joined(separator: "\n") + "\n")
            return path
        }
    }

    /// Writes a Maildir with the given flags on each message in turn.
    static func writeMaildir(_ count: Int, flags: [String], below folder: String) throws {
        try makeFolder(folder + "/new")
        for number in 0..<count {
            let flags = flags[number % flags.count]
            try writeFile("\(folder)/cur/\(1_709_280_000 + number).M1.host:2,\(flags)", message(number))
        }
    }

    // MARK: A small world, for answers that are known to the last byte

    /// 2024-03-04 12:00:00 UTC.
    private static let delivered = 1_709_553_600

    /// Writes the five messages that the answers in JSON are tested on: a thread of two, one with an attachment, one
    /// that says as little as a message can, and a hostile one.
    static func writeSmallMaildir(below folder: String) throws {
        try makeFolder(folder + "/new")
        for (name, text) in smallMaildir { try writeFile("\(folder)/\(name)", text, modified: delivered) }
        try writeFile(folder + "/broken", "this is no mail\nat all\n", modified: delivered)
        try writeFile(folder + "/README", "neither is this\n", modified: delivered)
    }

    private static let smallMaildir = [
        "cur/1.M1.host:2,S": """
        From: Ada <ada@example.org>
        To: Bob <bob@example.org>, carl@example.org
        Subject: Tax return
        Date: Fri, 1 Mar 2024 09:00:00 +0000
        Message-ID: <one@example.org>

        The tax return is due.

        """,
        "cur/2.M1.host:2,": """
        From: Bob <bob@example.org>
        To: Ada <ada@example.org>
        Subject: Re: Tax return
        Date: Fri, 1 Mar 2024 10:30:00 +0100
        Message-ID: <two@example.org>
        In-Reply-To: <one@example.org>
        References: <one@example.org>

        Not before May, I hope.

        """,
        "Work/cur/3.M1.host:2,F": attachmentMessage,
        "cur/4.M1.host:2,S": "From: nobody@example.org\n\n",
        "cur/5.M1.host:2,S": hostileMessage,
    ]

    /// The bytes of the attachment "invoice.bin": every byte there is.
    static let attachment = (0...255).map { UInt8($0) }

    private static let attachmentMessage = """
        From: =?UTF-8?Q?J=C3=B6rg?= <joerg@example.org>
        To: ada@example.org
        Subject: =?UTF-8?Q?Rechnung_M=C3=A4rz?=
        Date: Sun, 3 Mar 2024 08:00:00 +0000
        Message-ID: <three@example.org>
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary=part

        --part
        Content-Type: text/plain; charset=utf-8

        Siehe Anhang.
        --part
        Content-Type: application/octet-stream
        Content-Disposition: attachment; filename="invoice.bin"
        Content-Transfer-Encoding: base64

        \(base64(attachment))
        --part
        Content-Type: text/plain
        Content-Disposition: attachment; filename="../../../../tmp/\u{1B}[31mevil\u{202E}txt.exe"

        evil
        --part--

        """

    private static let hostileMessage = """
        From: "\u{1B}]0;owned\u{07}\u{202E}gro" <evil@example.org>
        To: ada@example.org
        Subject: \u{1B}[31m\u{1B}[2J\u{9B}31m red \u{202E}txt.exe \u{2066}x\u{2069}\u{7F}\u{08}
        Date: Sat, 2 Mar 2024 08:00:00 +0000
        Message-ID: <five@example.org>
        Content-Type: text/plain; charset=utf-8

        \u{1B}[2JThe body has them too: \u{1B}]52;c;aGk=\u{07} \u{202E}reversed\u{202C} \u{85}

        """

    private static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = (group + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
            for place in 0..<4 {
                text.append(place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : "=")
            }
        }
        return text
    }
}
