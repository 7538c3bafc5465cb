/// A mark on a message: a system keyword such as `$seen`, or a label that a person gave.
///
/// The rules are those of RFC 8621, 4.1.1, with non-ASCII text allowed and `,` refused beside its list: 1…255 bytes of
/// UTF-8 in Normalization Form C without white space, control characters or any of `( ) { ] % * " \ ,`. Keywords are
/// case-insensitive and kept with A–Z in lower case (RFC 5788, 2; RFC 8621, 4.1.1).
///
/// A leading `$` is reserved for the keywords that IANA registers. Servers set others as well, so `init(_:)` takes them
/// as they were observed; `init(userLabel:)` refuses them.
public struct Keyword: Hashable, Sendable {
    /// The keyword as it is stored and shown.
    public let text: String

    /// The greatest length in bytes of UTF-8.
    public static let maximumByteCount = 255

    /// The message has been read.
    public static let seen = Keyword(checked: "$seen")
    /// The message wants attention.
    public static let flagged = Keyword(checked: "$flagged")
    /// The message has been answered.
    public static let answered = Keyword(checked: "$answered")
    /// The message is being written.
    public static let draft = Keyword(checked: "$draft")
    /// The message has been sent on to someone.
    public static let forwarded = Keyword(checked: "$forwarded")

    private init(checked text: String) {
        self.text = text
    }

    /// Takes any keyword that may stand on a message.
    public init(_ text: String) throws(ValueError) {
        let keyword = text.canonicalForm.asciiLowercased
        guard !keyword.isEmpty else { throw Self.error(.isEmpty) }
        guard keyword.utf8.count <= Self.maximumByteCount else { throw Self.error(.isTooLong) }
        guard keyword.unicodeScalars.allSatisfy(Self.isAllowed) else { throw Self.error(.holdsForbiddenCharacter) }
        self.text = keyword
    }

    /// Takes a keyword that a person chose, and refuses one with a leading `$` that IANA has not registered.
    public init(userLabel text: String) throws(ValueError) {
        try self.init(text)
        guard !isReserved || isRegistered else { throw Self.error(.isReserved) }
    }

    /// Whether the keyword starts with `$` and so is none that a person may invent.
    public var isReserved: Bool { text.utf8.first == UInt8(ascii: "$") }

    /// Whether IANA's registry of IMAP and JMAP keywords has it: <https://www.iana.org/assignments/imap-jmap-keywords>.
    public var isRegistered: Bool { Self.registered.contains(text) }

    private static let registered: Set<String> = [
        "$seen", "$flagged", "$answered", "$draft", "$recent", "$forwarded", "$mdnsent", "$submitpending",
        "$submitted", "$junk", "$notjunk", "$phishing", "$hasattachment", "$hasnoattachment", "$important", "$notify",
        "$muted", "$followed", "$memo", "$hasmemo", "$autosent", "$unsubscribed", "$canunsubscribe", "$imported",
        "$istrusted", "$maskedemail", "$new", "$mailflagbit0", "$mailflagbit1", "$mailflagbit2",
    ]

    /// Takes a label that a person typed, as ``init(userLabel:)`` does.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:)`` that names the character where one is not allowed.
    public init(typed text: String) throws(DomainError) {
        do throws(ValueError) {
            try self.init(userLabel: text)
        } catch {
            let forbidden = text.canonicalForm.unicodeScalars.first { !Self.isAllowed($0) }
            throw DomainError.invalid(field: error.field, reason: error.words(of: forbidden))
        }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "(", ")", "{", "]", "%", "*", "\"", "\\", ",": false
        default: !scalar.isControl && !scalar.isBidirectionalControl && !scalar.properties.isWhitespace
        }
    }

    private static func error(_ reason: ValueError.Reason) -> ValueError {
        ValueError(field: "keyword", reason: reason)
    }
}

extension Keyword: Comparable {
    /// Orders by Unicode scalars, which is the order of the bytes in a table.
    public static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

extension Keyword: CheckedText {}
