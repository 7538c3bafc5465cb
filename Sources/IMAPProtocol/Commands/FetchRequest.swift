/// FETCH (RFC 9051 section 6.4.5).
public struct FetchRequest: Sendable, Hashable {
    public let messages: MessageSet
    public let items: [FetchItem]
    /// RFC 7162 section 3.1.4.
    public let changedSince: UInt64?
    /// RFC 7162 section 3.2.6.
    public let wantsVanished: Bool

    public init(_ messages: MessageSet, items: [FetchItem], changedSince: UInt64? = nil, wantsVanished: Bool = false) {
        self.messages = messages
        self.items = items
        self.changedSince = changedSince
        self.wantsVanished = wantsVanished
    }
}

public enum FetchItem: Sendable, Hashable {
    case envelope, flags, internalDate, saveDate, size, uid, modSeq
    /// BODYSTRUCTURE; BODY without extension data where it is false.
    case bodyStructure(isExtended: Bool)
    case body(BodyRequest)
    /// BINARY (RFC 3516): a part decoded.
    case binary(part: [Int], isPeek: Bool, partial: Partial?)
    case binarySize(part: [Int])
    /// RFC 8474.
    case emailID, threadID
    /// RFC 8970.
    case preview(isLazy: Bool)
}

/// BODY[…], and the older RFC822, RFC822.HEADER and RFC822.TEXT.
public struct BodyRequest: Sendable, Hashable {
    public let section: BodySection
    public let isPeek: Bool
    public let partial: Partial?
    /// What the answer calls it: the word of RFC 3501 for the older forms, else nil.
    public let oldName: String?

    public init(_ section: BodySection, isPeek: Bool, partial: Partial? = nil, oldName: String? = nil) {
        self.section = section
        self.isPeek = isPeek
        self.partial = partial
        self.oldName = oldName
    }
}

/// A part of a message, by numbers (RFC 9051 section 6.4.5.1).
public struct BodySection: Sendable, Hashable {
    public enum Text: Sendable, Hashable {
        case header
        case headerFields([String])
        case headerFieldsNot([String])
        case text
        case mime
    }

    /// Empty for the message itself.
    public let part: [Int]
    /// Nil for the whole part.
    public let text: Text?

    public init(part: [Int] = [], text: Text? = nil) {
        self.part = part
        self.text = text
    }
}

/// `<offset.count>`: some of the bytes.
public struct Partial: Sendable, Hashable {
    public let offset: UInt32
    public let count: UInt32

    public init(offset: UInt32, count: UInt32) {
        self.offset = offset
        self.count = count
    }
}
