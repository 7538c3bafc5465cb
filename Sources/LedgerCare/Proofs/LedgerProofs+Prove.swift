public import EventLog
internal import JSONCoding
internal import LedgerHistory
internal import LedgerKernel
internal import Mail
internal import Projections

extension LedgerProofs {
    /// Finds the events for a name: the event at a position, or those of a message by a prefix of its id.
    ///
    /// `event:17` is the event at that position, and so is `17` unless a message's id begins with it. A message stands
    /// for the event that added it.
    ///
    /// - Parameter wholeHistory: Whether to return all events of the message, not only the first one.
    public func events(named name: String, wholeHistory: Bool = false) throws -> [Position] {
        let explicit = name.hasPrefix("event:") ? String(name.dropFirst("event:".count)) : nil
        let head = try ledger.store.head().position
        let number = Int64(explicit ?? name).map(Position.init(_:))
        if let explicit {
            guard let number, number > .start, number <= head else {
                throw DomainError.notFound(kind: "event", name: explicit)
            }
            return [number]
        }
        return try ledger.read { reader in
            do {
                let stream = try reader.messageStream(name, includingDeleted: true)
                if let number, number > .start, number <= head {
                    throw DomainError.invalid(
                        field: "name",
                        reason:
                            "\"\(name)\" is an event and the beginning of a message's id; write event:\(name), or more digits of the id"
                    )
                }
                guard wholeHistory else { return [Position(stream.rawValue)] }
                return try ledger.store.events(EventSelection(through: reader.position, stream: stream)).map(\.position)
            } catch let error as DomainError {
                // An id of digits only may be a number, but a number cannot be an id.
                guard case .invalid = error else {
                    guard let number, number > .start, number <= head else { throw error }
                    return [number]
                }
                throw error
            }
        }
    }

    /// Finds the events that name the accounts and folders of events, and those that ended or restored them.
    ///
    /// - Complexity: O(the events, and those of their accounts and folders).
    package func events(naming positions: [Position]) throws -> [Position] {
        try ledger.read { reader in
            let folders = Dictionary(
                try reader.folders(includingDeleted: true).map { ($0.id.description, $0.stream) }
            ) { first, _ in first }
            var waiting = positions
            var seen: Set<StreamID> = []
            var found: Set<Position> = []
            while let position = waiting.popLast() {
                let selection = EventSelection(after: position.advanced(by: -1), through: position)
                guard let event = try ledger.store.events(selection).first else { continue }
                let changes = EventDeed(event.type, payload: try ledger.store.payload(of: event)).changes
                let ids = changes.filter { ["folder", "copies.folder", "parent"].contains($0.field) }
                    .flatMap { [$0.old, $0.new] }.compactMap { if case .string(let id) = $0 { id } else { nil } }
                for stream in ids.compactMap({ folders[$0] }) + [event.account] where seen.insert(stream).inserted {
                    let places = try Self.namingEndings.flatMap {
                        try ledger.store.places(in: stream, through: reader.position, typeEndingIn: $0).map(\.position)
                    }
                    found.formUnion(places)
                    waiting += places
                }
            }
            return found.sorted()
        }
    }

    /// Refuses a proof of events whose transaction has some of an account that is not reached.
    ///
    /// - Throws: ``BeyondReach``.
    package func requireReach(of positions: [Position]) throws {
        guard ledger.audience.reach != .all else { return }
        let accounts = try ledger.read { $0.part?.accounts ?? [] }
        for position in positions {
            guard let transaction = try ledger.store.transaction(holding: position),
                try ConfinedLog.holds(transaction, of: accounts, ledger.store)
            else { throw BeyondReach() }
        }
    }

    /// How the names of events end that say what an account or a folder is called, or that it ended or came back.
    private static let namingEndings = [
        "-created", "-renamed", ".folder-moved", ".account-changed", "-deleted", "-restored",
    ]

    /// Makes one proof of events, with a checkpoint of the present; it refuses to prove what is not true.
    ///
    /// - Parameter older: A checkpoint that the log issued before: the proof then shows that the log has only grown
    ///   since.
    /// - Throws: ``WitnessFault`` if the log does not continue the older checkpoint, ``ProofFault`` if an event does
    ///   not match its leaf.
    /// - Complexity: O(log *n*) tiles read and hashed an event, in a log of *n*.
    public func prove(
        _ positions: [Position], since older: SignedCheckpoint? = nil, leavingOut omissions: ProofOmissions = []
    ) throws -> LedgerProof {
        if let older { try check(older.checkpoint, keptAt: "the older checkpoint") }
        let signed = try signCheckpoint()
        let proof = try ledger.store.proof(of: positions, in: signed, since: older, leavingOut: omissions)
        _ = try proof.verify(trusting: nil)
        return proof
    }
}
