internal import Cryptography

/// The parts that a proof leaves out of the file; their digests stay in the entry.
public struct ProofOmissions: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The payload.
    public static let payload = ProofOmissions(rawValue: 1)
    /// The actor, program and reason.
    public static let header = ProofOmissions(rawValue: 2)
}

extension LogReading {
    /// Makes the proof that the log of a checkpoint contains some events, and that it has only grown since an older
    /// one.
    ///
    /// If an earlier key signed the older one, the proof also has the rotations from that key to the present one. They
    /// show whose signature that is to a verifier who trusts the present key alone. So their payloads, which have
    /// public keys and endorsements, are never left out.
    ///
    /// - Throws: ``EventLogError/corrupt(_:)`` if an event does not match its leaf: nothing untrue is proven.
    /// - Complexity: O(log *n*) tiles read and hashed an event, in a log of *n*.
    public func proof(
        of positions: [Position], in signed: SignedCheckpoint, since older: SignedCheckpoint? = nil,
        leavingOut omissions: ProofOmissions = []
    ) throws -> LedgerProof {
        let size = signed.checkpoint.size
        let tree = MerkleTree(LogTiles(of: self), size: size)
        let chain = try keyChain()
        let needed = try older.map { try rotations(since: $0, in: signed.checkpoint) } ?? []
        var events = try positions.map { position in
            try proofEvent(
                at: position, in: tree, needed.contains(position) ? omissions.subtracting(.payload) : omissions)
        }
        for rotation in needed where !positions.contains(rotation) {
            // Who changed the key, and why, has no part in this.
            events.append(try proofEvent(at: rotation, in: tree, .header))
        }
        return LedgerProof(
            keys: chain.keys.map(\.description), checkpoint: signed.note.description,
            endorsements: chain.endorsements.map(\.description),
            events: events,
            since: try older.map { older in
                guard (0...size).contains(older.checkpoint.size) else {
                    throw EventLogError.corrupt(
                        "it has \(size) events, and had \(older.checkpoint.size) at the older checkpoint")
                }
                let path = try tree.consistencyProof(from: older.checkpoint.size, to: size)
                return .init(
                    checkpoint: older.note.description, consistency: path.hashes.map(\.bytes.base64))
            })
    }

    /// The rotations from the key that signed a checkpoint on; none if the present key signed it.
    private func rotations(since older: SignedCheckpoint, in newer: LogCheckpoint) throws -> [Position] {
        let rotations = try keyRotations().filter { $0.position.rawValue <= newer.size }
        let first = rotations.firstIndex { NoteVerifier($0.rotation.verifier.old).map(older.isSigned) ?? false }
        guard let first else { return [] }
        // A reader that is confined to some accounts has none of them.
        return try rotations[first...].map(\.position).filter { try event(at: $0) != nil }
    }

    private func proofEvent(
        at position: Position, in tree: MerkleTree<LogTiles>, _ omissions: ProofOmissions
    ) throws -> ProofEvent {
        guard let event = try event(at: position), let transaction = try transaction(event.transaction) else {
            throw EventLogError.corrupt("event \(position) is missing")
        }
        let entry = Entry.bytes(of: event, in: transaction, ledger: identity.id)
        let path = try tree.inclusionProof(of: position.rawValue - 1, atSize: tree.size)
        let payloadIs = ProofEvent.disclosure(event.payload, omissions.contains(.payload))
        let headerIs = ProofEvent.disclosure(transaction.header, omissions.contains(.header))
        return ProofEvent(
            entry: String(decoding: entry, as: UTF8.self), payloadIs: payloadIs,
            payload: payloadIs == .disclosed ? event.payload.map { String(decoding: $0, as: UTF8.self) } : nil,
            payloadSalt: payloadIs == .disclosed ? event.salt?.hex : nil, headerIs: headerIs,
            header: headerIs == .disclosed ? transaction.header.map { String(decoding: $0, as: UTF8.self) } : nil,
            headerSalt: headerIs == .disclosed ? transaction.salt?.hex : nil,
            inclusion: path.hashes.map(\.bytes.base64))
    }
}

extension ProofEvent {
    fileprivate static func disclosure(_ bytes: [UInt8]?, _ isLeftOut: Bool) -> Disclosure {
        bytes == nil ? .erased : isLeftOut ? .withheld : .disclosed
    }
}
