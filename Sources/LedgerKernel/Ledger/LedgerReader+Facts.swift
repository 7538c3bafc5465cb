internal import EventLog

extension LedgerLocation {
    /// The folder of what servers of mail keep of messages, among the read models.
    package func factFiles(canWrite: Bool) -> FactFiles {
        FactFiles(in: viewsDirectory + "/facts", on: files, canWrite: canWrite)
    }
}

extension LedgerReader {
    /// Returns a number that grows with each erasure.
    package func erasureCount() throws -> Int64 { try store.erasureCount() }
}
