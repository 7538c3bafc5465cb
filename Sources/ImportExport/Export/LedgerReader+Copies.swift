internal import EventLog
public import LedgerKernel
public import Projections

extension LedgerReader {
    /// Returns the live copies of a message by number; of a deleted one those that it had last.
    public func copies(of message: MessageRow) throws -> [CopyRow] {
        try CopiesQuery(on: connection).all(message.end == nil ? .live : .ever, of: message.stream)
    }

    /// Whether a filter takes only messages in folders that it names.
    package func namesFolders(_ filter: MessageFilter) throws -> Bool {
        try resolved(filter).namedFolders != nil
    }
}
