/// What a token may do. The raw values are stored, and stand in JSON.
public enum AccessScope: String, Codable, Hashable, Sendable, CaseIterable {
    /// Reads mail, notes and what else there is, as it is now.
    case read
    /// Changes them.
    case write
    /// Reads history: who did what, earlier moments, events and proofs.
    case audit
    /// Takes operations back.
    case undo
    /// Erases for good.
    case erase
    /// Keeps accounts, holds and tokens.
    case admin
}
