internal import LedgerKernel

extension Contexts {
    /// The request with a name; nil if there is none.
    func request(named name: String, isCommand: Bool) -> RequestEntry? {
        let known = isCommand ? LedgerRequests.command(named: name) : LedgerRequests.query(named: name)
        return known
            ?? added.lazy.flatMap { $0.requests }.first { $0.name == name && $0.isCommand == isCommand }
    }
}
