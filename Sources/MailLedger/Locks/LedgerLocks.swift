/// Keeps apart what several processes, or several users of one engine, do with a ledger, beside the lock of its log.
package protocol LedgerLocks: Sendable {
    /// Waits for the lock on content: any number store at once, who collects is alone.
    ///
    /// Content is stored before the event that names it: in between nothing but this lock tells it from what nobody needs.
    ///
    /// - Throws: `EventLogError.busy` where it cannot be had in time, `EventLogError.readOnly` where none can be made.
    func lockContent(_ use: ContentUse, patience: Duration) throws -> any HeldLock
    /// Waits for the lock of who erases; nil where it cannot be had in time.
    ///
    /// - Throws: `EventLogError.readOnly` where none can be made.
    func lockErasure(patience: Duration) throws -> (any HeldLock)?
}

/// What content is locked for.
package enum ContentUse: CaseIterable, Sendable {
    /// It is looked for or stored, for an event to come.
    case storing
    /// What no event names is removed.
    case collecting
}

/// A lock that is held as long as this lives, and no longer than its process.
package protocol HeldLock: AnyObject, Sendable {}
