/// A mailbox needs a number that IMAP cannot write: a position of the log beyond 32 bits (RFC 9051 section 9, nz-number).
public struct BeyondUIDs: Error, CustomStringConvertible {
    public init() {}

    public var description: String {
        "The mailbox has mail at a position beyond 4,294,967,294, which IMAP cannot number"
    }
}

extension UInt32 {
    /// The UID, UIDNEXT or UIDVALIDITY that is a position.
    ///
    /// - Throws: ``BeyondUIDs``, so that no two messages have one number.
    init(uid position: Int64) throws(BeyondUIDs) {
        guard let uid = UInt32(exactly: position) else { throw BeyondUIDs() }
        self = uid
    }
}

extension MailboxNumbers {
    /// Refuses events that would bring messages into a mailbox under numbers beyond 32 bits.
    ///
    /// - Parameter head: The position of the last event before them.
    package static func requireRoom(for events: Int, behind head: Int64) throws(BeyondUIDs) {
        // UIDNEXT is a number, too.
        guard head + Int64(events) < Int64(UInt32.max) else { throw BeyondUIDs() }
    }
}
