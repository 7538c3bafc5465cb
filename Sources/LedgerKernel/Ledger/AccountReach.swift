package import Domain
package import EventLog
internal import Mail
internal import Projections
internal import SQLiteDatabase

/// The accounts of a ledger that questions and commands reach.
///
/// The reader that they are handed has the rows and events of these accounts and no others, whatever they ask for.
package enum AccountReach: Hashable, Sendable {
    case all
    case only(Set<AccountID>)

    /// Nothing of any account.
    package static let none = AccountReach.only([])

    /// The idempotency key as the log has it.
    ///
    /// A caller of some accounts has keys of its own: from an answer it must not learn which keys others have used.
    func scoped(_ idempotencyKey: String) -> String {
        guard case .only(let accounts) = self else { return idempotencyKey }
        return (accounts.map(\.description).sorted() + [idempotencyKey]).joined(separator: "\n")
    }
}

/// What somebody may see who is served by a ledger.
package struct Audience: Hashable, Sendable {
    /// The accounts that questions and commands reach.
    package var reach = AccountReach.all
    /// Whether filters and moments may ask for what was.
    package var showsHistory = true
    /// Whether filters may ask for more than ids, and answers of commands have more: both tell what mail says.
    package var showsMail = true

    package init(reach: AccountReach = .all, showsHistory: Bool = true, showsMail: Bool = true) {
        (self.reach, self.showsHistory, self.showsMail) = (reach, showsHistory, showsMail)
    }

    /// Somebody who may see nothing.
    package static let nobody = Audience(reach: .none, showsHistory: false, showsMail: false)
}

/// What a reader of some accounts alone is a part of.
package struct AccountPart {
    package let wholeLog: any LogReading
    package let accounts: Set<StreamID>
}

extension LedgerReader {
    /// Lends this reader as somebody has it who reaches some accounts alone.
    ///
    /// - Throws: ``BeyondReach`` where more is asked for.
    func within<Output>(_ reach: AccountReach, _ body: (LedgerReader) throws -> Output) throws -> Output {
        // Nothing is left of somebody who was here before.
        guard case .only(let accounts) = reach else {
            try connection.endConfinement()
            return try body(self)
        }
        do {
            return try connection.confined(to: ReachedRows.confinement(to: accounts)) {
                let streams = Set(try self.accounts(includingDeleted: true).map(\.stream))
                var reader = self
                (reader.store, reader.part) = (
                    ConfinedLog(store, to: streams), AccountPart(wholeLog: store, accounts: streams)
                )
                return try body(reader)
            }
        } catch let error as SQLiteError where error.isDenied {
            throw BeyondReach()
        }
    }

    /// Lends this reader as it has all accounts, for rules that hold for everybody.
    func beyondReach<Output>(_ body: (LedgerReader) throws -> Output) throws -> Output {
        guard let part else { return try body(self) }
        return try connection.unconfined {
            var reader = self
            (reader.store, reader.part) = (part.wholeLog, nil)
            return try body(reader)
        }
    }

    /// Refuses events of accounts that are not reached, and those of no account.
    func requireReach(of events: [ProposedEvent]) throws(BeyondReach) {
        guard let part else { return }
        for event in events {
            guard case .stream(.existing(let account)) = event.account, part.accounts.contains(account) else {
                throw BeyondReach()
            }
        }
    }
}

extension Ledger {
    var reach: AccountReach { audience.reach }
    var showsHistory: Bool { audience.showsHistory }
    var showsMail: Bool { audience.showsMail }
}

extension Audience {
    /// Refuses what concerns the ledger as a whole.
    package func requireReachOfAll() throws(BeyondReach) {
        guard reach == .all else { throw BeyondReach() }
    }
}
