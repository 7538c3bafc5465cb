internal import EventLog
public import LedgerKernel
public import Projections

extension LedgerReader {
    /// Returns the erasures, in the order of recording.
    public func erasures() throws -> [ErasureRow] {
        try ErasuresQuery(on: connection).all()
    }

    /// Returns the erasures of messages with a `Message-ID`, the latest first: the answer to "where is it?".
    ///
    /// The ledger no longer has the id, and compares a keyed digest of it instead.
    ///
    /// - Parameter messageID: The id without its angle brackets.
    /// - Throws: ``ErasureKeyFault`` if mail was erased and its key cannot be used.
    public func erasures(ofMessageID messageID: String) throws -> [ErasureRow] {
        guard let key = try erasureKey() else { return [] }
        return try ErasuresQuery(on: connection).erasures(ofMessageID: key.digest(ofMessageID: messageID))
    }
}
