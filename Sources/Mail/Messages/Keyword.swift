/// A mark on a message: a system keyword such as `$seen`, or a label that a person gave.
///
/// The rules are those of RFC 8621, 4.1.1, but non-ASCII text and blanks within a label are allowed, and `,` is
/// refused, too. A keyword has 1…255 bytes of UTF-8 in Normalization Form C, without other white space, control
/// characters or any of `( ) { ] % * " \ ,`. Keywords are case-insensitive (RFC 5788, 2; RFC 8621, 4.1.1): a label is
/// shown as it was written, and two that differ only in case are equal.
///
/// A leading `$` is reserved for the keywords that IANA registers. Servers set others as well, so `init(_:)` accepts
/// any that were observed; `init(userLabel:)` refuses them.
public struct Keyword: Sendable {
    /// The keyword as it is stored and shown.
    public let text: String
    /// The text in lower case, by which keywords are compared.
    public let key: String

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
    /// The message has been forwarded.
    public static let forwarded = Keyword(checked: "$forwarded")

    private init(checked text: String) {
        self.text = text
        key = text
    }

    /// Takes any keyword that a message may have.
    public init(_ text: String) throws(ValueError) {
        let keyword = text.canonicalForm
        guard !keyword.isEmpty else { throw Self.error(.isEmpty) }
        guard keyword.utf8.count <= Self.maximumByteCount else { throw Self.error(.isTooLong) }
        guard keyword.unicodeScalars.allSatisfy(Self.isAllowed) else { throw Self.error(.holdsForbiddenCharacter) }
        let isReserved = keyword.utf8.first == UInt8(ascii: "$")
        let mayHoldBlanks = !isReserved && keyword.utf8.first != Self.blank && keyword.utf8.last != Self.blank
        guard mayHoldBlanks || !keyword.utf8.contains(Self.blank) else { throw Self.error(.holdsForbiddenCharacter) }
        key = isReserved ? keyword.asciiLowercased : Self.key(of: keyword)
        // The registry says how its own are written.
        self.text = Self.registered[key] == nil ? keyword : key
    }

    private static let blank = UInt8(ascii: " ")

    /// The key of a keyword with this text.
    public static func key(of text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? text.asciiLowercased : text.canonicalForm.lowercased().canonicalForm
    }

    /// Takes a keyword that a person chose, and refuses one with a leading `$` that IANA has not registered.
    public init(userLabel text: String) throws(ValueError) {
        try self.init(text)
        guard !isReserved || isRegistered else { throw Self.error(.isReserved) }
    }

    /// Whether the keyword starts with `$`, so that it cannot be a label of the user's.
    public var isReserved: Bool { text.utf8.first == UInt8(ascii: "$") }

    /// Whether IANA's registry of IMAP and JMAP keywords contains it:
    /// <https://www.iana.org/assignments/imap-jmap-keywords>.
    public var isRegistered: Bool { Self.registered[key] != nil }

    /// The keyword as the registry writes it; else as it is shown here.
    ///
    /// Mail readers compare keywords without case, or should: some know `$Forwarded` alone.
    package var registeredText: String { Self.registered[key] ?? text }

    private static let registered = Dictionary(
        uniqueKeysWithValues: [
            "$seen", "$flagged", "$answered", "$draft", "$recent", "$Forwarded", "$MDNSent", "$SubmitPending",
            "$Submitted", "$Junk", "$NotJunk", "$Phishing", "$hasattachment", "$hasnoattachment", "$Important",
            "$notify", "$muted", "$followed", "$memo", "$hasmemo", "$autosent", "$unsubscribed", "$canunsubscribe",
            "$imported", "$istrusted", "$maskedemail", "$new", "$MailFlagBit0", "$MailFlagBit1", "$MailFlagBit2",
        ].map { ($0.asciiLowercased, $0) })

    /// Takes a label that a person typed, as ``init(userLabel:)`` does.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:hint:)``, which names the character that is not allowed, if there
    ///   is one.
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
        case " ": true
        // Those beyond are asked of a table.
        case "!"..."~": true
        default: !scalar.isControl && !scalar.isBidirectionalControl && !scalar.properties.isWhitespace
        }
    }

    private static func error(_ reason: ValueError.Reason) -> ValueError {
        ValueError(field: "keyword", reason: reason)
    }
}

extension Keyword: Hashable, Comparable {
    /// Whether they differ in nothing but case.
    public static func == (left: Self, right: Self) -> Bool { left.key == right.key }

    /// Hashes the key, which equality compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }

    /// Orders by Unicode scalars in lower case, which is the order of the bytes in a table.
    public static func < (left: Self, right: Self) -> Bool { left.key < right.key }
}

extension Keyword: CheckedText {}
