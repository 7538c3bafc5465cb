public import Projections

extension LedgerReader {
    /// Returns the live copies of a message by number.
    public func copies(of message: MessageRow) throws -> [CopyRow] {
        try CopiesQuery(on: connection).all(of: message.stream)
    }
}
