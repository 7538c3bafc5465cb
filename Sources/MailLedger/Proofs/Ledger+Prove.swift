public import EventLog
internal import Mail

extension Ledger {
    /// Finds the events that a name means: `event:17`, or `17` where no message's id begins so, the event at that position;
    /// else the message whose id begins so, by the event that it came with.
    ///
    /// - Parameter wholeHistory: Whether all events of the message are meant, not the first one alone.
    public func events(named name: String, wholeHistory: Bool = false) throws -> [Position] {
        let explicit = name.hasPrefix("event:") ? String(name.dropFirst("event:".count)) : nil
        let head = try store.head().position
        let number = Int64(explicit ?? name).map(Position.init(_:))
        if let explicit {
            guard let number, number > .start, number <= head else {
                throw DomainError.notFound(kind: "event", name: explicit)
            }
            return [number]
        }
        return try read { reader in
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
                return try store.events(EventSelection(through: reader.position, stream: stream)).map(\.position)
            } catch let error as DomainError {
                // An id of digits only may be a number, and not the other way round.
                guard case .invalid = error else {
                    guard let number, number > .start, number <= head else { throw error }
                    return [number]
                }
                throw error
            }
        }
    }

    /// Makes one proof of events, against a checkpoint of now; what does not hold is not proven.
    ///
    /// - Parameter older: A checkpoint that the log was given before: the proof then shows that it has only grown since.
    /// - Throws: ``WitnessFault`` where the log is not a continuation of the older checkpoint, ``ProofFault`` where an
    ///   event is not what its leaf says.
    /// - Complexity: O(log *n*) tiles read and hashed an event, in a log of *n*.
    public func prove(
        _ positions: [Position], since older: SignedCheckpoint? = nil, leavingOut omissions: ProofOmissions = []
    ) throws -> LedgerProof {
        if let older { try check(older.checkpoint, keptAt: "the older checkpoint") }
        let signed = try signCheckpoint()
        let proof = try store.proof(of: positions, in: signed, since: older, leavingOut: omissions)
        _ = try proof.verify(trusting: nil)
        return proof
    }
}
