public import Cryptography
internal import JSONCoding

/// The reason why a proof proves nothing, in words for the person who judges it.
public struct ProofFault: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// The results of verifying a proof.
public struct ProofFindings: Sendable {
    /// The state of the log when the proof was made.
    public let checkpoint: LogCheckpoint
    /// The key that signed the checkpoint.
    public let key: NoteVerifier
    /// The number of endorsements from the verifier's trusted key to the signing key; 0 if it is the same key.
    ///
    /// Nil if the verifier named no key, so that the owner of the signing key is unknown.
    public let endorsementsFollowed: Int?
    public let events: [ProvenEvent]
    /// The earlier checkpoint, if the proof shows that the log has only grown since.
    public let since: LogCheckpoint?
}

/// An event that a proof shows to be in a log.
public struct ProvenEvent: Sendable {
    public let entry: EntryFields
    public let leaf: SHA256Digest
    public let payloadIs: ProofEvent.Disclosure
    /// The JSON of the event, as it was encoded.
    public let payload: String?
    public let headerIs: ProofEvent.Disclosure
    /// The actor, reason and program of its transaction.
    public let header: TransactionHeader?

    /// Reads the disclosed bytes as today's events in their stored form, though the proof covers the bytes only.
    ///
    /// Nil if they are not disclosed, or if the catalogue does not know their shape.
    public func reading(by catalogue: EventCatalogue) -> [Upcaster.Form]? {
        guard let payload, let type = EventType(entry.type) else { return nil }
        return try? catalogue.formsOfToday(Array(payload.utf8), type: type, at: entry.position)
    }
}

extension LedgerProof {
    /// Reads a proof file.
    ///
    /// - Throws: ``ProofFault`` if the text is no proof.
    public init(parsing text: String) throws {
        let bytes = Array(text.utf8)
        do {
            self = try JSONBytesDecoder().decode(LedgerProof.self, from: bytes)
        } catch {
            throw ProofFault("the file is not a proof: \(Self.words(for: bytes, error))")
        }
        guard proof == Self.form else { throw ProofFault("the file is of the form \(proof), not \(Self.form)") }
    }

    /// Describes a file that is no proof.
    private static func words(for bytes: [UInt8], _ error: any Error) -> String {
        guard let first = bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return "it is empty" }
        guard first == UInt8(ascii: "{") else {
            let isNote = SignedNote(String(decoding: bytes, as: UTF8.self)) != nil
            return isNote
                ? "it is a checkpoint: the size and the root of a log, signed, and no event"
                : "a proof is JSON that begins with {"
        }
        guard case DecodingError.dataCorrupted = error else {
            return "it is JSON of another kind, or parts of it are missing"
        }
        return "it is not JSON, or was cut short"
    }

    /// The proof as a file: JSON, one member a line.
    public func text() throws -> String {
        String(decoding: try JSONBytesEncoder(.init(pretty: true)).encode(self), as: UTF8.self) + "\n"
    }

    /// Checks every step from the disclosed bytes to the signature, with nothing but this file and a key.
    ///
    /// - Parameter trusted: The key that the verifier has from the ledger's owner; without it the owner of the
    ///   signature stays unknown.
    /// - Throws: ``ProofFault`` for the first step that fails.
    /// - Complexity: O(log *n*) hashes an event.
    public func verify(trusting trusted: NoteVerifier?) throws -> ProofFindings {
        let (keys, followed) = try signers(trusting: trusted)
        let current = try signed(checkpoint, by: keys.suffix(1), "the checkpoint", "the last key of the file")
        guard !events.isEmpty || since != nil else { throw ProofFault("the file proves no event") }
        let proven = try events.map { try $0.verify(in: current) }
        if let first = proven.first, let other = proven.first(where: { $0.entry.ledger != first.entry.ledger }) {
            throw ProofFault("event \(other.entry.position) is of another ledger than event \(first.entry.position)")
        }
        return ProofFindings(
            checkpoint: current, key: keys[keys.count - 1], endorsementsFollowed: followed, events: proven,
            since: try since.map { try verify($0, current, keys, proven) })
    }

    private static func isRotation(_ event: ProvenEvent) -> Bool {
        event.entry.type.hasPrefix(KeyRotated.type.name + "/")
    }

    /// The keys with those before them, as proven rotations name them: who signs a log vouches for what it says.
    private static func keys(before keys: [NoteVerifier], by proven: [ProvenEvent]) -> [NoteVerifier] {
        var known = keys
        for event in proven.sorted(by: { $0.entry.position > $1.entry.position }) where isRotation(event) {
            guard let payload = event.payload,
                let rotation = try? KeyRotated(payload: Array(payload.utf8), at: event.entry.position),
                let old = NoteVerifier(rotation.verifier.old), let new = NoteVerifier(rotation.verifier.new),
                known.contains(new)
            else { continue }
            known.append(old)
        }
        return known
    }

    /// Follows the keys to the one that signed; it returns at least one key, with the signing one last.
    ///
    /// - Returns: Also the number of endorsements from the trusted key to the signing one, or nil if no key is trusted.
    private func signers(trusting trusted: NoteVerifier?) throws -> (keys: [NoteVerifier], followed: Int?) {
        let named = try keys.map { text in
            guard let key = NoteVerifier(text) else { throw ProofFault("the file names no key") }
            return key
        }
        guard let first = named.first, let last = named.last else { throw ProofFault("the file names no key") }
        let notes = try endorsements.map { text in
            guard let note = SignedNote(text) else { throw ProofFault("an endorsement is not a signed note") }
            return note
        }
        guard KeyEndorsement.successors(of: first, by: notes) == named else {
            throw ProofFault("the keys of the file do not lead to each other")
        }
        guard let trusted else { return (named, nil) }
        guard trusted.name == last.name else {
            throw ProofFault("the key is of the log \(trusted.name), and the proof of the log \(last.name)")
        }
        guard let index = named.firstIndex(of: trusted) else {
            throw ProofFault("the proof is signed by a key that the given one does not lead to: \(last)")
        }
        return (Array(named[index...]), named.count - 1 - index)
    }

    private func signed(
        _ note: String, by verifiers: some Sequence<NoteVerifier>, _ what: String, _ signers: String
    ) throws -> LogCheckpoint {
        guard let signed = SignedCheckpoint(note) else { throw ProofFault("\(what) is not a signed checkpoint") }
        guard verifiers.contains(where: signed.isSigned) else {
            throw ProofFault("\(what) is not signed by \(signers)")
        }
        return signed.checkpoint
    }

    private func verify(
        _ growth: Growth, _ current: LogCheckpoint, _ keys: [NoteVerifier], _ proven: [ProvenEvent]
    ) throws -> LogCheckpoint {
        let hidden = proven.first { Self.isRotation($0) && $0.payload == nil }
        let orShown =
            hidden.map { ", or a proof that shows the content of event \($0.entry.position), which changed the key" }
            ?? ""
        // The older one was signed by the key of its time, which is one of those that lead here.
        let old = try signed(
            growth.checkpoint, by: Self.keys(before: keys, by: proven), "the older checkpoint",
            "a key from the given one to the proof's: give the key of its time\(orShown)")
        let proof = ConsistencyProof(
            oldSize: old.size, newSize: current.size, hashes: try proofHashes(growth.consistency))
        guard proof.verifies(oldRoot: old.root, newRoot: current.root) else {
            throw ProofFault(
                "the log of \(current.size) events is not a continuation of the one of \(old.size) events")
        }
        return old
    }
}

/// Reads the hashes of a proof.
func proofHashes(_ texts: [String]) throws -> [SHA256Digest] {
    try texts.map { text in
        guard let digest = [UInt8](base64: text).flatMap({ SHA256Digest(bytes: $0) }) else {
            throw ProofFault("\"\(text)\" is no hash")
        }
        return digest
    }
}

extension ProofEvent {
    fileprivate func verify(in checkpoint: LogCheckpoint) throws -> ProvenEvent {
        guard let fields = EntryFields(entry) else { throw ProofFault("an entry is none") }
        let position = fields.position
        guard position.rawValue <= checkpoint.size else {
            throw ProofFault("event \(position) lies beyond the \(checkpoint.size) events of the checkpoint")
        }
        var hasher = MerkleHasher()
        let leaf = hasher.leafHash(of: Array(entry.utf8))
        let path = InclusionProof(
            leafIndex: position.rawValue - 1, treeSize: checkpoint.size, hashes: try proofHashes(inclusion))
        guard path.verifies(leafHash: leaf, root: checkpoint.root) else {
            throw ProofFault("event \(position) does not stand in the log of the checkpoint as the file tells it")
        }
        try check(payload, salt: payloadSalt, payloadIs, against: fields.payloadDigest, "payload", of: position)
        try check(header, salt: headerSalt, headerIs, against: fields.headerDigest, "header", of: position)
        let decoded = try header.map { text in
            guard let header = try? JSONBytesDecoder().decode(TransactionHeader.self, from: Array(text.utf8)),
                header.number == fields.transaction, header.time == fields.recordedAt
            else { throw ProofFault("the header of event \(position) differs from its entry") }
            return header
        }
        return ProvenEvent(
            entry: fields, leaf: leaf, payloadIs: payloadIs, payload: payload, headerIs: headerIs, header: decoded)
    }

    private func check(
        _ text: String?, salt: String?, _ disclosure: Disclosure, against digest: SHA256Digest, _ what: String,
        of position: Position
    ) throws {
        guard disclosure == .disclosed else {
            guard text == nil, salt == nil else {
                throw ProofFault("the \(what) of event \(position) is called \(disclosure.rawValue), and is there")
            }
            return
        }
        guard let text, let salt = salt.flatMap({ [UInt8](hex: $0) }) else {
            throw ProofFault("the \(what) of event \(position) or its salt is missing")
        }
        var hasher = SHA256Hasher()
        guard isDigest(digest, of: Array(text.utf8), salt: salt, with: &hasher) else {
            throw ProofFault("the \(what) of event \(position) is not the one that was recorded")
        }
    }
}
