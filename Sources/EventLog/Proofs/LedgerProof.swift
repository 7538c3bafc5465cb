internal import Cryptography

/// A proof that a log contains some events, in one file that needs nothing else; `Docs/Proofs.md` describes each byte.
///
/// ```swift
/// let proof = try LedgerProof(parsing: text)
/// let findings = try proof.verify(trusting: NoteVerifier(key))
/// ```
public struct LedgerProof: Hashable, Sendable, Codable {
    /// Names the form of the file.
    static let form = "mailledger-proof/1"

    /// ``form``.
    let proof: String
    /// The log's verifier keys, each endorsing the next; the last one signed the checkpoint.
    public let keys: [String]
    /// The signed note of the log that contains the events.
    public let checkpoint: String
    /// The notes in which each key but the last endorses the next.
    public let endorsements: [String]
    public let events: [ProofEvent]
    /// An earlier checkpoint, and the proof that the log has only grown since; nil if nobody asked for that.
    public let since: Growth?

    /// The proof that a log continues an earlier state of itself.
    public struct Growth: Hashable, Sendable, Codable {
        /// The older checkpoint: the signed note.
        public let checkpoint: String
        /// The hashes of the consistency proof (RFC 6962 section 2.1.2) in Base64.
        public let consistency: [String]
    }

    init(
        keys: [String], checkpoint: String, endorsements: [String], events: [ProofEvent], since: Growth?
    ) {
        proof = Self.form
        self.keys = keys
        self.checkpoint = checkpoint
        self.endorsements = endorsements
        self.events = events
        self.since = since
    }
}

/// An event of a proof: its entry, the bytes behind the digests in it, and the path from its leaf to the root.
public struct ProofEvent: Hashable, Sendable, Codable {
    /// Why the file has, or does not have, the bytes behind a digest.
    public enum Disclosure: String, Hashable, Sendable, Codable {
        case disclosed
        /// The maker of the proof left it out.
        case withheld
        /// The ledger no longer has it.
        case erased
    }

    /// The eleven lines that the leaf is the hash of.
    public let entry: String
    public let payloadIs: Disclosure
    /// The JSON byte for byte, and its salt in hexadecimal.
    public let payload: String?
    public let payloadSalt: String?
    public let headerIs: Disclosure
    public let header: String?
    public let headerSalt: String?
    /// The hashes of the inclusion proof (RFC 6962 section 2.1.1) in Base64, from the leaf up.
    public let inclusion: [String]

    enum CodingKeys: String, CodingKey {
        case entry
        case payloadIs = "payload_is"
        case payload
        case payloadSalt = "payload_salt"
        case headerIs = "header_is"
        case header
        case headerSalt = "header_salt"
        case inclusion
    }
}
