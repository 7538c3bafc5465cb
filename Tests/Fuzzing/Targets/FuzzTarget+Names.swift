import IMAPProtocol
internal import Mail
internal import MailLedger
internal import Mailboxes
internal import Projections

/// What names and short texts are read as.
extension FuzzTarget {
    /// Addresses of RFC 5322: what is read is written as one line, and read again as the same.
    package static let addresses = FuzzTarget(
        name: "addresses",
        words: [
            "<", ">", "@", ",", ";", ":", "\"", "\\\"", "(", ")", "=?utf-8?q?", "=?utf-8?b?", "?=", "\r\n ",
            "[IPv6:::1]",
            "undisclosed:;", "<@r.org:", "\u{202e}", "\u{301}",
        ],
        seeds: [
            #""Giant; \"Big\" Box" <sysservices@example.net>, joe@example.org"#,
            "A Group(Some people):Chris Jones <c@(Chris's host.)public.example>,joe@example.org;",
            #"Pete(A nice \) chap) <pete(his account)@silly.test(his host)>"#,
            "=?ISO-8859-1?Q?Patrik_F=E4ltstr=F6m?= <paf@nada.kth.se>", "用户 <用户@例子.广告>",
            #""very.(),:;<>[]\".VERY"@strange.example.com, <@a.example,@b.example:c@d.example>"#,
        ]
    ) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        let list = AddressList(parsing: text)
        for entry in list.entries {
            let written = entry.formatted
            // A tab may stand in a quoted local part (RFC 5322, 3.2.2).
            let isLine = written.unicodeScalars.allSatisfy { $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7f }
            try promise(isLine, "what is written is no header: \(written.debugDescription)")
            let again = AddressList(parsing: written)
            let isSame = again.malformed.isEmpty && again.entries == [entry]
            try promise(isSame, "\(written.debugDescription) is read as something else")
            try promise(again.addresses.map(\.name) == entry.addresses.map(\.name), "a name has changed")
        }
        if let one = EmailAddress(parsing: text) {
            try promise(list.addresses.first == one, "one address is read otherwise than a list")
        }
    }

    /// Folder names in modified UTF-7: one form a text.
    package static let folderNames = FuzzTarget(
        name: "folder-names", words: ["&", "-", "&-", "&AOQ-", "&2D3cAA-", ",", "+"],
        seeds: ["Entw&APw-rfe", "&ZeVnLIqe-", "&U,BTFw-", "A &- B", "&2D3cKA-"]
    ) { bytes in
        if let name = ModifiedUTF7.decode(bytes) {
            try promise(Array(ModifiedUTF7.encode(name).utf8) == bytes, "the name is written otherwise")
        }
        guard let name = text(bytes), name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f }) else {
            return
        }
        let encoded = Array(ModifiedUTF7.encode(name).utf8)
        try promise(encoded.allSatisfy { (0x20...0x7e).contains($0) }, "the encoded name is not ASCII")
        // The RFC has one form a text, not one a Character: so scalars are compared.
        let decoded = ModifiedUTF7.decode(encoded)
        try promise(decoded.map { $0.utf8.elementsEqual(bytes) } ?? false, "the name is read as something else")
    }

    /// Names of files in a Maildir, and the names that are made of what mail says.
    package static let maildirNames = FuzzTarget(
        name: "maildir-names", words: [":2,", "!2,", ";2,", "FRS", "S=123", ",U=7", "..", "/"],
        seeds: [
            "1220863042.12663_1.host:2,FS", "1.M1P2.h,S=100,U=7:2,", "x:2,a:2,DFPRST", "a!2,z", "../../etc/passwd",
        ],
        inputs: 2_500
    ) { bytes in
        let name = MaildirName(bytes)
        // A byte that is no UTF-8 is written as four.
        try promise(name.base.utf8.count <= 4 * bytes.count, "the base has grown")
        let (flags, others) = MaildirFlags.reading(name.flags.letters.utf8)
        try promise(flags == name.flags && others.isEmpty, "the letters of flags are read as others")
        let text = String(decoding: bytes, as: UTF8.self)
        for made in [
            SafeFileName.message(day: "2024-03-04", subject: text, id: "ab4de754-0000"), SafeFileName.account(text),
        ] {
            let isComponent = !made.isEmpty && made.utf8.count <= 255 && !made.hasPrefix(".")
            try promise(isComponent, "\(made.debugDescription) is not a name of a file")
            try promise(!made.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }, "\(made) leads elsewhere")
        }
    }

    /// Queries: read and explained as the same filter, or refused with a part of the text marked.
    package static let queries = FuzzTarget(
        name: "queries",
        words: [
            "from:", "to:", "subject:", "in:", "is:", "has:", "date:", "size:", "label:", "id:", "list:", "query:",
            "or",
            "and", "not", "(", ")", "-", "\"", "*", "..", ">", "last_", "2024-02-29", "\u{202e}", "\u{301}",
        ],
        seeds: [
            "from:peter kernel", "(is:unread or is:flagged) and not in:Trash date:2024-02..yesterday",
            "subject:\"a b\" -has:attachment size:>1M", "to:(a or b) list:x label:taxes or *", "date:..2025 id:ab4d",
        ]
    ) { bytes in
        guard let query = text(bytes) else { return }
        var context = QueryContext.standard()
        context.now = 1_709_553_600_000_000
        let filter: MessageFilter
        do throws(QueryError) {
            filter = try MessageFilter(query: query, in: context)
        } catch {
            let isWithin = error.range.lowerBound >= 0 && error.range.upperBound <= query.utf8.count
            try promise(isWithin && !error.range.isEmpty, "the error marks no part of the query")
            let marked = text(Array(Array(query.utf8)[error.range]))
            try promise(marked != nil, "the error cuts a character in two")
            try promise(error.rendered.split(separator: "\n").count == 2, "the error is not shown in two lines")
            return
        }
        let explanation = filter.explanation(in: context)
        let again = try? MessageFilter(query: explanation, in: context)
        try promise(again == filter, "\(explanation.debugDescription) is another filter")
    }

    /// Lines of notmuch's tag dumps.
    package static let notmuchDumps = FuzzTarget(
        name: "notmuch-dumps", words: ["+", "-", "-- id:", "\"", "\"\"", "%20", "%"],
        seeds: ["+inbox +unread -- id:one@example.org", "+a%20b -- id:\"x y\"\"z\"", "#notmuch-dump batch-tag:3 tags"]
    ) { bytes in
        guard let line = try? NotmuchDump.parse(bytes) else { return }
        guard let written = NotmuchDump.format(line) else { return }
        let again = try? NotmuchDump.parse(written.utf8)
        try promise(again == .some(line), "\(written.debugDescription) is read as something else")
    }
}
