/// A parsed message: decoded, unfolded, valid Unicode without NUL.
public struct ParsedMessage: Sendable, Equatable {
    /// `Message-ID` without its angle brackets; `nil` when absent or empty.
    public var messageID: String?

    /// The identifiers in `In-Reply-To`: `<…>` tokens only, without brackets, in order.
    public var inReplyTo: [String] = []

    /// The identifiers in `References`, likewise: the root of the thread first, the parent last.
    public var references: [String] = []

    /// `Subject`, decoded, on one line; `nil` when absent, empty when empty.
    public var subject: String?

    /// The authors of the message.
    public var from: [Address] = []

    /// The agent who sent it for the authors.
    public var sender: [Address] = []

    /// The addresses for answers.
    public var replyTo: [Address] = []

    /// The addressees.
    public var to: [Address] = []

    /// The recipients of copies.
    public var cc: [Address] = []

    /// The recipients of blind copies, whom the others do not see; only drafts and sent mail have them.
    public var bcc: [Address] = []

    /// `Date` in microseconds since 1970-01-01 UTC; `nil` when absent or unparsable.
    public var date: Int64?

    /// The readable text, with lines that end in `\n`: the plain text, or the HTML as text.
    ///
    /// The HTML is used if no plain alternative has the same content, or if the plain one has little of it.
    public var text = ""

    /// What is not shown, and is to be found, too: the lines of alternatives that say more than the text, and reports of
    /// what became of a message.
    public var furtherText = ""

    /// Its encryption or signature; nil if it has neither.
    public var protection: Protection?

    /// All that is to be found by words.
    public var indexedText: String { furtherText.isEmpty ? text : text + "\n\n" + furtherText }

    /// Whether the text is the plain text, and the HTML has notably more.
    public var isLessThanHTML = false

    /// The first 200 characters or so of the text on one line, without quoted lines if there are others.
    public var snippet = ""

    /// Every leaf that is not (only) readable text, in the order of the message.
    public var attachments: [Attachment] = []

    /// `List-Id` without its description and brackets (RFC 2919).
    public var listID: String?

    /// The media type of the whole message, in lower case; `text/plain` when none is given.
    public var contentType = "text/plain"

    /// The limits that cut something off, each once.
    public var limitsHit: [ParseLimit] = []

    /// Whether a person would say that something is attached: inline images and signatures do not count.
    public var hasAttachments: Bool {
        attachments.contains { !$0.isInline && !$0.isSignature }
    }

    /// Makes an empty message.
    public init() {}
}

/// A part of a message that can be saved to a file.
public struct Attachment: Sendable, Equatable {
    /// The part's number as in IMAP (RFC 9051 section 6.4.5.1), such as `1.2`.
    public var partNumber: String

    /// The name given by `Content-Disposition` or `Content-Type`, decoded.
    ///
    /// It may contain path separators: never use it as a path.
    public var fileName: String?

    /// Type and subtype, in lower case.
    public var mimeType: String

    /// The bytes that saving it writes.
    public var size: Int64

    /// Whether the message shows it in its body: HTML refers to it by `cid:` (RFC 2392), or it is part of a `multipart/related`.
    public var isInline: Bool

    /// `Content-ID` without its angle brackets.
    public var contentID: String?

    /// Whether it is a detached signature or a part that encryption adds, not something that a person attached.
    public var isSignature: Bool {
        switch mimeType {
        case "application/pgp-signature", "application/pgp-encrypted", "application/pkcs7-signature",
            "application/x-pkcs7-signature":
            true
        default: false
        }
    }

    /// Describes a part.
    public init(
        partNumber: String, fileName: String? = nil, mimeType: String, size: Int64, isInline: Bool = false,
        contentID: String? = nil
    ) {
        self.partNumber = partNumber
        self.fileName = fileName
        self.mimeType = mimeType
        self.size = size
        self.isInline = isInline
        self.contentID = contentID
    }
}
