import Cryptography
import EventLog
import TestSupport

/// Events of every type that a ledger may hold.
enum SampleEvents {
    /// One of each type, with every field filled in.
    static func all() throws -> [any Event & Hashable] {
        try mail() + chat() + outbox() + notes() + assist() + access()
    }

    /// Events with every field left out that may be.
    static func bare() -> [any Event & Hashable] {
        bareMail() + bareChat() + bareOutbox() + bareNotes() + bareAssist() + bareAccess()
    }
}

extension UniqueID {
    /// The id that ends in a number.
    static func number(_ number: Int64) -> UniqueID {
        UniqueID.random { _ in
            Array(repeating: 0, count: 8) + (0..<8).map { UInt8(truncatingIfNeeded: number >> ((7 - $0) * 8)) }
        }
    }
}

extension SHA256Digest {
    static func of(_ text: String) -> SHA256Digest { SHA256Hasher.digest(of: Array(text.utf8)) }
}
