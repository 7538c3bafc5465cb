internal import EventLog
internal import LedgerContexts
internal import LedgerKernel
internal import Mailboxes
internal import Projections

extension Ledger {
    /// Notes of found messages which were erased, and takes their bytes away: they must not come into the content store
    /// again, not even for a moment.
    func markErased(_ candidate: inout ImportCandidate, in account: StreamID, unless isAllowed: Bool) throws {
        var candidates = [candidate]
        try markErased(&candidates, in: account, unless: isAllowed)
        candidate = candidates[0]
    }

    /// The same of several.
    func markErased(_ candidates: inout [ImportCandidate], in account: StreamID, unless isAllowed: Bool) throws {
        guard !isAllowed else { return }
        try read { reader in
            let erased = try ErasedMail(reader)
            guard erased.isKnown else { return }
            let same = SameMessage(connection: reader.connection, content: content)
            for index in candidates.indices where candidates[index].reading != nil {
                let digests = candidates[index].digests
                guard try erased.contains(digests), try same.stream(of: digests, in: account) == nil else { continue }
                candidates[index].isErased = true
                candidates[index].content = .stored
            }
        }
    }
}
