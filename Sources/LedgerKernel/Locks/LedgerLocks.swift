/// Keeps apart what several processes, or several users of one engine, do with a ledger, beside the lock of its log.
package protocol LedgerLocks: Sendable {
    /// Waits for the lock on content: any number may store at once, a collector is alone.
    ///
    /// Content is stored before the event that refers to it: meanwhile only this lock distinguishes it from unneeded
    /// content.
    ///
    /// - Throws: `EventLogError.busy` if it is not free in time, `EventLogError.readOnly` if none can be made.
    func lockContent(_ use: ContentUse, patience: Duration) throws -> any HeldLock
    /// Waits for the lock of who erases; nil if it cannot be had in time.
    ///
    /// - Throws: `EventLogError.readOnly` if none can be made.
    func lockErasure(patience: Duration) throws -> (any HeldLock)?
}

/// The purpose for which content is locked.
package enum ContentUse: CaseIterable, Sendable {
    /// It is looked up or stored for a coming event.
    case storing
    /// Content that no event refers to is removed.
    case collecting
}

/// A lock that is held as long as this lives, and no longer than its process.
package protocol HeldLock: AnyObject, Sendable {}
