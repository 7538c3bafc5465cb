internal import Access
internal import EventLog
internal import LedgerKernel
internal import Projections

/// Tokens, as the ledger knows them.
enum AccessContext: LedgerContext {
    static let name = "access"

    static var events: [any Event.Type] { AccessCatalogue.events }

    static func makeUndoing(_ walk: UndoWalk) throws -> any ContextUndoing { try AccessUndoing(walk.reader) }
}

/// Revokes access, and never grants it: only `issue-token` and `change-token` do.
///
/// So a token that may undo cannot widen the scopes of a token.
struct AccessUndoing: ContextUndoing {
    private var tokens: [TokenID: TokenState]

    init(_ reader: LedgerReader) throws {
        let rows = try reader.tokens(includingRevoked: true)
        tokens = Dictionary(rows.map { ($0.id, $0.state) }) { first, _ in first }
    }

    mutating func answer(to event: any Event, _ recorded: RecordedEvent) throws -> UndoAnswer {
        switch event {
        case let issued as TokenIssued:
            guard let token = tokens[issued.id] else { return .events([]) }
            tokens[issued.id]?.isRevoked = true
            return .events(RevokeToken().decide(token))
        case let changed as TokenChanged where tokens[changed.tokenID]?.isRevoked == false:
            return .obstacle("what a token may do is never changed by an undo; change the token")
        case let revoked as TokenRevoked:
            return .obstacle(
                "the token \"\(tokens[revoked.tokenID]?.settings.name ?? "")\" is revoked for good; issue another one")
        default:
            return .events([])
        }
    }
}
