/// Content is stored before the event that refers to it: meanwhile only this lock distinguishes it from unneeded
/// content. Where both are in one transaction, no lock is needed, and the place's is none.
extension LedgerWriting {
    /// Keeps content from being collected from when it is looked for or stored until the log names it.
    ///
    /// Any number of processes store at once. Taken before the lock of the log.
    package func storing<Output>(_ body: () throws -> Output) throws -> Output {
        try withExtendedLifetime(ledger.locks.lockContent(.storing, patience: LedgerMaintenance.contentPatience), body)
    }

    /// Stores content, and records what names it, while nobody collects content.
    package func storing<Output>(
        _ store: @escaping () throws -> Void, before record: () throws -> Output
    ) throws -> Output {
        try storing { try self.store(store, before: record) }
    }

    /// Stores content, and records what names it: in one transaction if the place keeps both together.
    ///
    /// Called within ``storing(_:)``.
    ///
    /// - Parameters:
    ///   - store: Runs once more if the decision starts over.
    ///   - record: Decides by ``change(_:_:)-(CommandCall,_)``, or as a unit of work.
    package func store<Output>(_ store: @escaping () throws -> Void, before record: () throws -> Output) throws
        -> Output
    {
        guard ledger.place.keepsContentWithLog, ledger.unit == nil else {
            try store()
            return try record()
        }
        ledger.contentOfDecision = store
        defer { ledger.contentOfDecision = nil }
        return try record()
    }

    /// Keeps everybody from storing content.
    package func collecting<Output>(patience: Duration, _ body: () throws -> Output) throws -> Output {
        try withExtendedLifetime(ledger.locks.lockContent(.collecting, patience: patience), body)
    }
}

extension LedgerMaintenance {
    /// The time that a command waits for another process that stores content, or collects it.
    public static let contentPatience: Duration = .seconds(10)
}
