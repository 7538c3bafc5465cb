internal import Access
internal import EventLog
public import LedgerKernel
public import Projections

extension LedgerReader {
    /// Returns the tokens in the order of recording, revoked ones too on request.
    public func tokens(includingRevoked: Bool = false) throws -> [TokenRow] {
        try TokensQuery(on: connection).all(includingRevoked: includingRevoked)
    }

    /// Returns the token with a name or a prefix of its id.
    ///
    /// - Throws: ``DomainError/notFound(kind:name:place:similar:)``, ``DomainError/ambiguous(kind:name:count:)``.
    public func token(_ name: String) throws -> TokenRow {
        let all = try tokens()
        let named = all.filter { $0.settings.name == name }
        let found = named.isEmpty && name.count >= 4 ? all.filter { $0.id.description.hasPrefix(name) } : named
        guard let first = found.first else {
            let hasEnded = try tokens(includingRevoked: true).contains { $0.settings.name == name }
            guard !hasEnded else { throw DomainError.conflict("the token \"\(name)\" is revoked already") }
            throw DomainError.notFound(kind: "token", name: name)
        }
        guard found.count == 1 else { throw DomainError.ambiguous(kind: "token", name: name, count: found.count) }
        return first
    }
}
