/// The name of a folder among its siblings, without the names above it.
///
/// The name is kept in Unicode Normalization Form C, so that equal names have equal bytes. At the top of an account INBOX
/// in any case is `INBOX` (RFC 9051, 5.1). A name is refused if
///
/// - it is empty, `.` or `..`, white space alone, or longer than 255 bytes of UTF-8
/// - it contains a `/`, or characters that change the direction of writing
/// - it contains control characters or line separators (RFC 8621 asks for the Net-Unicode of RFC 5198, 2)
public struct FolderName: Hashable, Sendable {
    /// The name as it is shown and stored.
    public let text: String

    /// The greatest length in bytes of UTF-8.
    public static let maximumByteCount = 255
    /// The name of the folder that receives new mail.
    public static let inbox = FolderName(checked: "INBOX")

    private init(checked text: String) {
        self.text = text
    }

    /// Takes the name of a folder at the top of an account after normalising it.
    public init(_ text: String) throws(ValueError) {
        try self.init(text, isNested: false)
    }

    /// Takes a name after normalising it.
    ///
    /// - Parameter isNested: Whether the folder is in another one, where no name is special.
    public init(_ text: String, isNested: Bool) throws(ValueError) {
        let name = text.canonicalForm
        guard !name.unicodeScalars.allSatisfy(\.properties.isWhitespace) else { throw Self.error(.isEmpty) }
        guard name.utf8.count <= Self.maximumByteCount else { throw Self.error(.isTooLong) }
        guard name != ".", name != "..", name.unicodeScalars.allSatisfy(Self.isAllowed) else {
            throw Self.error(.holdsForbiddenCharacter)
        }
        self.text = !isNested && name.asciiLowercased == "inbox" ? "INBOX" : name
    }

    /// Takes the name of a place where mail was found, with `_` for each character that no name may have.
    public init(found text: String, isNested: Bool = false) {
        if let name = try? FolderName(text, isNested: isNested) {
            self = name
            return
        }
        let allowed = String(
            String.UnicodeScalarView(text.unicodeScalars.map { Self.isAllowed($0) ? $0 : "_" })
        ).prefix(60)
        self = (try? FolderName(String(allowed))) ?? FolderName(checked: "_")
    }

    /// Returns the first character that no name may have.
    package static func firstForbidden(in text: String) -> Unicode.Scalar? {
        text.canonicalForm.unicodeScalars.first { !isAllowed($0) }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isControl && !scalar.isBidirectionalControl && scalar != "/" && scalar != "\u{2028}"
            && scalar != "\u{2029}"
    }

    private static func error(_ reason: ValueError.Reason) -> ValueError {
        ValueError(field: "folder_name", reason: reason)
    }

    /// Whether this is the name of the folder that receives new mail.
    public var isInbox: Bool { self == .inbox }
}

extension FolderName: Comparable {
    /// Orders by Unicode scalars, which is the order of the bytes in a table.
    public static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

extension FolderName: CheckedText {}
