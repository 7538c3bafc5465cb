/// The formats in which a ledger takes in and gives out chats, tags and events.
public struct LedgerExchange {
    package let ledger: Ledger
}

extension Ledger {
    /// Chats, tags and events that come in and go out as files and lines.
    public var exchange: LedgerExchange { LedgerExchange(ledger: self) }
}
