/// The limits on reading a message, so that no message can use unbounded memory, stack or time.
///
/// The ``ParsedMessage`` lacks what a limit cuts off, and names the limit in ``ParsedMessage/limitsHit``.
public struct ParseLimits: Sendable, Equatable {
    /// The greatest depth of nested multiparts and messages; a part nested deeper is one opaque attachment.
    public var depth = 64

    /// Bytes of the message's header section; fields that do not fit whole are ignored.
    public var header = 1 << 20

    /// Bytes of one field that has a structure (addresses, `Content-Type`) or is shown (`Subject`), and of a part's header section.
    public var field = 1 << 16

    /// Mailboxes and groups in one address field; the first ones are kept.
    public var addresses = 10_000

    /// Identifiers in `References`; the first one and the last ones are kept.
    public var references = 1_000

    /// Bytes of the readable text, as UTF-8.
    public var text = 1 << 20

    /// Parts that are leaves; the rest of the message is ignored.
    public var parts = 10_000

    /// The limits that imports use.
    public static let standard = ParseLimits()

    /// Starts from the standard limits.
    public init() {}
}

/// A limit that cut something off.
public enum ParseLimit: String, Sendable, Equatable, CaseIterable, Codable {
    case depth, header, field, addresses, references, text, parts
}
