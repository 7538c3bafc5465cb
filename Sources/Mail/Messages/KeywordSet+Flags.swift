extension KeywordSet {
    /// Reads the flags behind `:2,` in the name of a Maildir file: <https://cr.yp.to/proto/maildir.html>.
    ///
    /// D is `$draft`, F `$flagged`, P `$forwarded`, R `$answered`, S `$seen`. T (trashed) hides a copy and is no keyword;
    /// other letters are a server's own and mean nothing here.
    public init(maildirFlags: String) {
        self.init(maildirFlags.utf8.compactMap { flag in Self.maildir.first { $0.flag == flag }?.keyword })
    }

    /// The flags for these keywords, in ASCII order as Maildir requires; other keywords have none.
    public var maildirFlags: String {
        String(decoding: Self.maildir.filter { contains($0.keyword) }.map(\.flag), as: UTF8.self)
    }

    private static let maildir: [(flag: UInt8, keyword: Keyword)] = [
        (UInt8(ascii: "D"), .draft), (UInt8(ascii: "F"), .flagged), (UInt8(ascii: "P"), .forwarded),
        (UInt8(ascii: "R"), .answered), (UInt8(ascii: "S"), .seen),
    ]
}

extension Keyword {
    /// Reads a flag as IMAP has it: `\Seen`, `\Flagged`, `\Answered` and `\Draft` in any case, or a keyword.
    ///
    /// `\Deleted` and `\Recent` are states of a copy in its folder and no keywords (RFC 8621, 4.1.1): they are refused.
    public init(imapFlag text: String) throws(ValueError) {
        guard text.utf8.first == UInt8(ascii: "\\") else {
            try self.init(text)
            return
        }
        guard let flag = Self.systemFlags.first(where: { $0.flag.asciiLowercased == text.asciiLowercased }) else {
            throw ValueError(field: "keyword", reason: .isUnknown)
        }
        self = flag.keyword
    }

    /// The keyword in the form of IMAP: `\Seen` for `$seen` and so on, any other unchanged.
    public var imapFlag: String {
        Self.systemFlags.first { $0.keyword == self }?.flag ?? text
    }

    private static let systemFlags: [(flag: String, keyword: Keyword)] = [
        ("\\Seen", .seen), ("\\Flagged", .flagged), ("\\Answered", .answered), ("\\Draft", .draft),
    ]
}
