/// The flags of one copy of a message, as Maildir's letters name them (<https://cr.yp.to/proto/maildir.html>).
public struct MaildirFlags: OptionSet, Hashable, Sendable {
    /// One bit a flag.
    public let rawValue: UInt8

    /// Takes bits over.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// D: not sent yet.
    public static let draft = MaildirFlags(rawValue: 1)
    /// F: marked by its reader.
    public static let flagged = MaildirFlags(rawValue: 2)
    /// P: forwarded to somebody.
    public static let passed = MaildirFlags(rawValue: 4)
    /// R: answered.
    public static let replied = MaildirFlags(rawValue: 8)
    /// S: read.
    public static let seen = MaildirFlags(rawValue: 16)
    /// T: to be deleted.
    public static let trashed = MaildirFlags(rawValue: 32)

    private static let lettersInOrder: [(letter: Character, flag: MaildirFlags)] = [
        ("D", .draft), ("F", .flagged), ("P", .passed), ("R", .replied), ("S", .seen), ("T", .trashed),
    ]

    /// The flags as a Maildir name spells them: in the order of ASCII.
    public var letters: String {
        String(Self.lettersInOrder.filter { contains($0.flag) }.map(\.letter))
    }

    /// Reads letters in any order; those that name no flag come back beside them, each once, sorted.
    public static func reading(_ letters: some Sequence<UInt8>) -> (flags: MaildirFlags, others: String) {
        var flags: MaildirFlags = []
        var others: Set<UInt8> = []
        for letter in letters {
            switch letter {
            case UInt8(ascii: "D"): flags.insert(.draft)
            case UInt8(ascii: "F"): flags.insert(.flagged)
            case UInt8(ascii: "P"): flags.insert(.passed)
            case UInt8(ascii: "R"): flags.insert(.replied)
            case UInt8(ascii: "S"): flags.insert(.seen)
            case UInt8(ascii: "T"): flags.insert(.trashed)
            default: others.insert(letter)
            }
        }
        return (flags, distinctText(others.sorted()))
    }

    /// Reads the letters of an mbox message's `Status` and `X-Status` fields; `O` (old) says nothing a flag could say.
    ///
    /// R read, A answered, F flagged, T draft, D deleted, as mutt(1), Dovecot and UW IMAP write them.
    static func readingStatus(_ letters: some Sequence<UInt8>) -> (flags: MaildirFlags, others: String) {
        var flags: MaildirFlags = []
        var others: Set<UInt8> = []
        for letter in letters {
            switch letter {
            case UInt8(ascii: "R"): flags.insert(.seen)
            case UInt8(ascii: "A"): flags.insert(.replied)
            case UInt8(ascii: "F"): flags.insert(.flagged)
            case UInt8(ascii: "T"): flags.insert(.draft)
            case UInt8(ascii: "D"): flags.insert(.trashed)
            case UInt8(ascii: "O"), UInt8(ascii: " "), UInt8(ascii: "\t"): break
            default: others.insert(letter)
            }
        }
        return (flags, distinctText(others.sorted()))
    }
}

/// A Maildir file name taken apart: `1220863042.12663_1.host:2,FS`.
public struct MaildirName: Hashable, Sendable {
    /// The part that stays the same while flags change.
    public let base: String
    /// The flags of the suffix; none if there is no suffix.
    public let flags: MaildirFlags
    /// Letters of the suffix that name no flag, such as a server's own keywords, sorted.
    public let otherFlags: String
    /// The number of bytes of the name before the suffix.
    let baseCount: Int

    /// Parts a name at the last `:2,`; if a file system forbids colons, programs write `!2,` or `;2,` instead.
    public init(_ name: some BidirectionalCollection<UInt8>) {
        let bytes = Array(name)
        let marks = [UInt8(ascii: ":"), UInt8(ascii: "!"), UInt8(ascii: ";")]
        let suffix = bytes.indices.last { index in
            index + 2 < bytes.count && marks.contains(bytes[index])
                && bytes[index + 1] == UInt8(ascii: "2") && bytes[index + 2] == UInt8(ascii: ",")
        }
        baseCount = suffix ?? bytes.count
        base = distinctText(bytes[..<baseCount])
        (flags, otherFlags) = MaildirFlags.reading(bytes[(suffix.map { $0 + 3 } ?? bytes.count)...])
    }
}
