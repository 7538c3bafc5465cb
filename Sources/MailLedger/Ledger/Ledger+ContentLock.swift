/// Content is stored before the event that refers to it: meanwhile only this lock distinguishes it from unneeded
/// content.
extension Ledger {
    /// Keeps content from being collected from when it is looked for or stored until the log names it.
    ///
    /// Any number of processes store at once. Taken before the lock of the log.
    func storing<Output>(_ body: () throws -> Output) throws -> Output {
        try withExtendedLifetime(locks.lockContent(.storing, patience: LedgerMaintenance.contentPatience), body)
    }

    /// Keeps everybody from storing content.
    func collecting<Output>(patience: Duration, _ body: () throws -> Output) throws -> Output {
        try withExtendedLifetime(locks.lockContent(.collecting, patience: patience), body)
    }
}

extension LedgerMaintenance {
    /// The time that a command waits for another process that stores content, or collects it.
    public static let contentPatience: Duration = .seconds(10)
}
