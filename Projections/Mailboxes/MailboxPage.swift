/// The messages of a mailbox whose UIDs differ in the last eight bits alone, ascending, as a row has them.
///
/// Each message has the last byte of its UID, its flags, and by how much the UID is greater than the message's stream. That
/// number has seven bits a byte, and the eighth bit where more follow. It is 0 where a message came to first.
struct MailboxPage {
    /// The bits of a UID that a page does not know.
    static let bits: Int64 = 8

    /// The UIDs without their last eight bits.
    let number: Int64
    private(set) var bytes: [UInt8] = []

    init(number: Int64, bytes: [UInt8] = []) {
        self.number = number
        self.bytes = bytes
    }

    /// The UIDs that a page may have.
    static func uids(of number: Int64) -> ClosedRange<Int64> { (number << bits)...(number << bits | 0xff) }

    /// Appends a message behind the others.
    mutating func append(uid: Int64, message: Int64, flags: UInt8) {
        bytes.append(UInt8(truncatingIfNeeded: uid))
        bytes.append(flags)
        var distance = UInt64(bitPattern: uid - message)
        while distance >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: distance) | 0x80)
            distance >>= 7
        }
        bytes.append(UInt8(distance))
    }

    /// Appends the UIDs of all messages.
    func appendUIDs(to uids: inout [UInt32]) {
        let first = UInt32(truncatingIfNeeded: number << Self.bits)
        let bytes = bytes.span
        var place = 0
        while place + 2 < bytes.count {
            uids.append(first | UInt32(bytes[place]))
            place += 2
            while place < bytes.count, bytes[place] & 0x80 != 0 { place += 1 }
            place += 1
        }
    }

    /// Reads the message at a place, and moves the place behind it; nil at the end.
    func entry(at place: inout Int) -> MailboxEntry? {
        guard place + 2 < bytes.count else { return nil }
        let uid = UInt32(truncatingIfNeeded: number << Self.bits) | UInt32(bytes[place])
        let flags = MailboxFlags(rawValue: bytes[place + 1])
        place += 2
        var (distance, shift): (Int64, Int64) = (0, 0)
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            distance |= Int64(byte & 0x7f) << shift
            guard byte & 0x80 != 0 else { break }
            shift += 7
        }
        return MailboxEntry(uid: uid, message: Int64(uid) - distance, flags: flags)
    }
}
