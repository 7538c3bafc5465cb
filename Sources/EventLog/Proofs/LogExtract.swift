internal import CivilTime
internal import Cryptography
internal import JSONCoding

/// Events of a log with one proof for all of them, in the form for reports; `Docs/Report.md` describes each member.
///
/// It contains no leaf or digest of what it shows: a verifier computes both from the bytes, and the root from all of
/// them. That takes a fifth of the room of a ``LedgerProof``, to which it can be converted.
public struct LogExtract: Hashable, Sendable, Codable {
    static let form = "mailledger-extract/1"

    /// ``form``.
    let extract: String
    /// The verifier keys, the signed note and the endorsements, as in a ``LedgerProof``.
    public let keys: [String]
    public let checkpoint: String
    public let endorsements: [String]
    public let ledger: String
    public let transactions: [Transaction]
    /// The hashes of a ``JointProof`` in Base64.
    public let hashes: [String]

    /// A transaction with those of its events that are shown.
    public struct Transaction: Hashable, Sendable, Codable {
        public let number: Int64
        /// Microseconds since 1970.
        public let time: Int64
        /// The JSON byte for byte, and its salt in hexadecimal; nil once they are erased.
        public let header: String?
        public let salt: String?
        /// SHA-256 of salt and header in hexadecimal, where these are erased.
        public let digest: String?
        public let events: [Event]
    }

    public struct Event: Hashable, Sendable, Codable {
        public let position: Int64
        /// The account's stream, the event's stream and its number there.
        public let account: Int64
        public let stream: Int64
        public let version: Int
        /// The type and its schema, as in `mail.message-added/1`.
        public let type: String
        public let payload: String?
        public let salt: String?
        public let digest: String?
    }
}

extension LogExtract {
    /// Reads an extract.
    ///
    /// - Throws: ``ProofFault`` if the text is no extract.
    public init(parsing text: String) throws {
        do {
            self = try JSONBytesDecoder().decode(LogExtract.self, from: Array(text.utf8))
        } catch {
            throw ProofFault("the record in the file cannot be read: it was cut short or changed")
        }
        guard extract == Self.form else { throw ProofFault("the record is of the form \(extract), not \(Self.form)") }
    }

    /// The extract as JSON in one line.
    public func text() throws -> String {
        String(decoding: try JSONBytesEncoder().encode(self), as: UTF8.self)
    }

    /// Makes it a proof in which each event has a way of its own.
    ///
    /// - Throws: ``ProofFault`` if the hashes are none of such a tree. Nothing else is checked: that is what
    ///   ``LedgerProof/verify(trusting:)`` is for.
    /// - Complexity: O(log *n*) hashes an event.
    public func proof() throws -> LedgerProof {
        guard let size = SignedCheckpoint(checkpoint)?.checkpoint.size else {
            throw ProofFault("the checkpoint is not a signed checkpoint")
        }
        guard let ledger = LedgerID(ledger) else { throw ProofFault("the file names no ledger") }
        var hasher = MerkleHasher()
        var events: [(position: Position, entry: [UInt8], event: Event, transaction: Transaction)] = []
        for transaction in transactions {
            for event in transaction.events {
                let entry = try entry(of: event, in: transaction, ledger)
                events.append((Position(event.position), entry, event, transaction))
            }
        }
        events.sort { $0.position < $1.position }
        let joint = JointProof(
            leafIndices: events.map { $0.position.rawValue - 1 }, treeSize: size, hashes: try proofHashes(hashes))
        guard let paths = joint.inclusionProofs(of: events.map { hasher.leafHash(of: $0.entry) }) else {
            throw ProofFault("the hashes of the file do not lead to a root")
        }
        return LedgerProof(
            keys: keys, checkpoint: checkpoint, endorsements: endorsements,
            events: zip(events, paths).map { found, path in
                let (event, transaction) = (found.event, found.transaction)
                return ProofEvent(
                    entry: String(decoding: found.entry, as: UTF8.self),
                    payloadIs: event.payload == nil ? .erased : .disclosed, payload: event.payload,
                    payloadSalt: event.salt, headerIs: transaction.header == nil ? .erased : .disclosed,
                    header: transaction.header, headerSalt: transaction.salt, inclusion: path.hashes.map(\.bytes.base64)
                )
            }, since: nil)
    }

    private func entry(of event: Event, in transaction: Transaction, _ ledger: LedgerID) throws -> [UInt8] {
        guard let type = EventType(event.type) else { throw ProofFault("event \(event.position) has no type") }
        let header = try digest(of: transaction.header, transaction.salt, transaction.digest)
        let payload = try digest(of: event.payload, event.salt, event.digest)
        let stored = StoredEvent(
            position: Position(event.position), stream: StreamID(event.stream), version: event.version, type: type,
            transaction: transaction.number, account: StreamID(event.account), payload: nil, salt: nil, digest: payload)
        return Entry.bytes(of: stored, at: Timestamp(microseconds: transaction.time), header: header, ledger: ledger)
    }

    /// The digest of a shown text, computed from it; for an erased text, the remaining digest.
    private func digest(of text: String?, _ salt: String?, _ left: String?) throws -> SHA256Digest {
        guard let text else {
            guard let digest = left.flatMap({ SHA256Digest(hex: $0) }) else { throw ProofFault("a digest is missing") }
            return digest
        }
        guard let salt = salt.flatMap({ [UInt8](hex: $0) }), salt.count == saltSize else {
            throw ProofFault("a salt of \(saltSize) bytes is missing")
        }
        var hasher = SHA256Hasher()
        return saltedDigest(of: Array(text.utf8), salt: salt, with: &hasher)
    }
}

extension LogReading {
    /// Makes the extract of events in the log of a checkpoint.
    ///
    /// - Parameter positions: The smallest first and each once.
    /// - Throws: ``EventLogError/corrupt(_:)`` if one is missing.
    public func extract(of positions: [Position], in signed: SignedCheckpoint) throws -> LogExtract {
        let size = signed.checkpoint.size
        let tree = MerkleTree(LogTiles(of: self), size: size)
        let chain = try keyChain()
        var transactions: [LogExtract.Transaction] = []
        var current: (stored: StoredTransaction, events: [LogExtract.Event])?
        func close() {
            guard let (stored, events) = current else { return }
            transactions.append(.init(stored, events))
        }
        for position in positions {
            guard let event = try event(at: position) else {
                throw EventLogError.corrupt("event \(position) is missing")
            }
            if current?.stored.number != event.transaction {
                close()
                guard let stored = try transaction(event.transaction) else {
                    throw EventLogError.corrupt("transaction \(event.transaction) is missing")
                }
                current = (stored, [])
            }
            current?.events.append(.init(event))
        }
        close()
        let joint = try tree.jointProof(of: positions.map { $0.rawValue - 1 }, atSize: size)
        return LogExtract(
            extract: LogExtract.form, keys: chain.keys.map(\.description), checkpoint: signed.note.description,
            endorsements: chain.endorsements.map(\.description), ledger: identity.id.description,
            transactions: transactions, hashes: joint.hashes.map(\.bytes.base64))
    }
}

extension LogExtract.Transaction {
    fileprivate init(_ stored: StoredTransaction, _ events: [LogExtract.Event]) {
        let isShown = stored.header != nil
        self.init(
            number: stored.number, time: stored.recordedAt.microseconds,
            header: stored.header.map { String(decoding: $0, as: UTF8.self) }, salt: isShown ? stored.salt?.hex : nil,
            digest: isShown ? nil : stored.digest.hex, events: events)
    }
}

extension LogExtract.Event {
    fileprivate init(_ event: StoredEvent) {
        let isShown = event.payload != nil
        self.init(
            position: event.position.rawValue, account: event.account.rawValue, stream: event.stream.rawValue,
            version: event.version, type: event.type.description,
            payload: event.payload.map { String(decoding: $0, as: UTF8.self) }, salt: isShown ? event.salt?.hex : nil,
            digest: isShown ? nil : event.digest.hex)
    }
}
