public import Domain
public import EventLog
public import Hashing

/// A message was erased: what the events of its stream said is gone from the log.
///
/// It holds nothing of what the message was. The digests are keyed (``ErasureKey``): without the key, which no backup and
/// no proof has, they tell nobody whether a mail that he has at hand was here.
public struct MessageErased: Event, Hashable {
    public static let type = EventType("mail.message-erased", schema: 2)

    public let message: MessageID
    public let account: AccountID
    /// How many events of its stream were blanked.
    public let events: Int
    /// Keyed digests of what it read, of each reading that it had, by which an import knows it again.
    ///
    /// Without ``keyCheck`` they are of its identities: whatever has one of them counts as erased, be it read as it may.
    public let identities: [SHA256Digest]
    /// A keyed digest of its `Message-ID`, by which a question for it is answered; nil where it had none.
    public let messageID: SHA256Digest?
    /// A digest of the key alone, which tells it from others; nil where a version 1 of this event did not say.
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
    /// How many events were blanked beside those of its messages.
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
