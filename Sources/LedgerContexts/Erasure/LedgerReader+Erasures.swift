internal import EventLog
public import LedgerKernel
internal import Mail
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

    /// The streams to erase for the message whose id has a prefix, deleted or not.
    ///
    /// Of one that was erased they are those of its actions, which an older program left.
    func streamsOfMessage(_ prefix: String) throws -> [StreamID] {
        do {
            return [try messageStream(prefix, includingDeleted: true)]
        } catch DomainError.erased(let kind, let name) {
            let erased = try ErasuresQuery(on: connection).messages(withPrefix: prefix).map { MessageID($0.id) }
            let actions = try erased.count == 1 ? ActionsQuery(on: connection).streams(on: Set(erased)) : []
            guard !actions.isEmpty else { throw DomainError.erased(kind: kind, name: name) }
            return actions
        }
    }
}
