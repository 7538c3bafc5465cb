package import DiskFiles
internal import Mail

/// Keeps the positions of a ledger's subscribers, a cursor for each under a name.
///
/// One subscriber has a cursor at a time. Its claim writes it: a store with leases refuses a claim whose lease went to
/// another, so that a subscriber that was away too long moves no cursor back.
package protocol CursorStore: Sendable {
    /// Keeps a cursor for one subscriber, as long as the claim lives.
    ///
    /// - Throws: ``CursorError/inUse(name:)`` while another has it; `EventLogError.readOnly` if nothing can be kept.
    func claim(_ name: String) throws -> any CursorClaim
    /// Returns the position of a subscriber; nil if it never acknowledged one.
    ///
    /// - Throws: ``CursorError/damaged(name:)``.
    func cursor(_ name: String) throws -> StoredCursor?
    /// The names of all cursors, sorted.
    func names() -> [String]
}

/// Keeps a cursor for one subscriber; it ends with its process at the latest.
package protocol CursorClaim: AnyObject, Sendable {
    /// What programs that the subscriber starts may hold, so that the claim ends with the last; nil for a lease.
    var lock: Descriptor? { get }
    /// Puts a cursor into the place of the one before; it lasts when this returns.
    ///
    /// - Throws: ``CursorError/inUse(name:)`` if the claim was lost.
    func store(_ cursor: StoredCursor) throws
    /// Forgets the cursor; returns whether there was one.
    func remove() throws -> Bool
}

extension CursorClaim {
    package var lock: Descriptor? { nil }
}

extension CursorStore {
    /// Throws if the name is no file name that people can type.
    static func check(_ name: String) throws(DomainError) {
        let allowed = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || [0x2D, 0x2E, 0x5F].contains(byte)
        }
        guard allowed, (1...64).contains(name.utf8.count), name.first != ".", name.first != "-" else {
            throw .invalid(
                field: "cursor",
                reason: "is 1 to 64 letters, digits, '-', '_' and '.', and begins with a letter or a digit")
        }
    }
}
