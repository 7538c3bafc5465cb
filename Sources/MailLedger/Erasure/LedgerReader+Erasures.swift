internal import EventLog
public import Projections

extension LedgerReader {
    /// Returns what was erased, in the order of recording.
    public func erasures() throws -> [ErasureRow] {
        try ErasuresQuery(on: connection).all()
    }

    /// Returns the erasures of messages that had a `Message-ID`, the latest first: the answer to "where is it?".
    ///
    /// The ledger does not hold the id any more: a keyed digest of it tells.
    ///
    /// - Parameter messageID: The id without its angle brackets.
    /// - Throws: ``ErasureKeyFault`` where mail was erased, and cannot be told.
    public func erasures(ofMessageID messageID: String) throws -> [ErasureRow] {
        guard let key = try erasureKey() else { return [] }
        return try ErasuresQuery(on: connection).erasures(ofMessageID: key.digest(ofMessageID: messageID))
    }
}
