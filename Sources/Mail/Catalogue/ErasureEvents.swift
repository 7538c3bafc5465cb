public import Cryptography
public import Domain
public import EventLog

/// The erasure of a message, whose events were blanked in the log.
///
/// It contains nothing of the message itself. The digests are keyed (``ErasureKey``). Without the key, which no backup
/// and no proof has, nobody can find out whether a given mail was here.
public struct MessageErased: Event, Hashable {
    public static let type = EventType("mail.message-erased", schema: 2)

    public let message: MessageID
    public let account: AccountID
    /// The number of blanked events in its stream.
    public let events: Int
    /// Keyed digests of its readings, by which an import recognises it.
    ///
    /// Without ``keyCheck`` they are of its identities: any message with one of them counts as erased, however it
    /// reads.
    public let identities: [SHA256Digest]
    /// A keyed digest of its `Message-ID`, by which a question for it is answered; nil if it had none.
    public let messageID: SHA256Digest?
    /// A digest of the key alone, which identifies it; nil in version 1 of this event.
    public let keyCheck: SHA256Digest?

    enum CodingKeys: String, CodingKey {
        case message, account, events, identities
        case messageID = "message_id"
        case keyCheck = "key_check"
    }

    public init(
        message: MessageID, account: AccountID, events: Int, identities: [SHA256Digest], messageID: SHA256Digest?,
        keyCheck: SHA256Digest?
    ) {
        self.message = message
        self.account = account
        self.events = events
        self.identities = identities
        self.messageID = messageID
        self.keyCheck = keyCheck
    }
}

/// An account was erased, with its folders and all that was recorded of it.
///
/// Each of its messages has a ``MessageErased`` of its own before this one.
public struct AccountErased: Event, Hashable {
    public static let type = EventType("mail.account-erased", schema: 1)

    public let account: AccountID
    /// The number of blanked events beside those of its messages.
    public let events: Int

    public init(account: AccountID, events: Int) {
        self.account = account
        self.events = events
    }
}

extension MessageErased: ErasingEvent {
    public static let kind = "message"
    public var erasedID: UniqueID { message.uniqueID }
    public var erasedFrom: AccountID? { account }
}

extension AccountErased: ErasingEvent {
    public static let kind = "account"
    public var erasedID: UniqueID { account.uniqueID }
    public var erasedFrom: AccountID? { account }
}
