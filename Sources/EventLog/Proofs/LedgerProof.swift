internal import Hashing
internal import Signing

/// What shows that events stand in a log, in one file that needs nothing else; `Docs/Proofs.md` tells it byte by byte.
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
    /// The verifier keys of the log that lead to each other, the one that signed the checkpoint last.
    public let keys: [String]
    /// The signed note of the log that the events stand in.
    public let checkpoint: String
    /// The notes by which each key but the last names the next.
    public let endorsements: [String]
    public let events: [ProofEvent]
    /// A checkpoint that the log was given before, and what shows that it has only grown since; nil where nobody asked.
    public let since: Growth?

    /// What shows that a log is the continuation of what it was.
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

/// An event of a proof: its entry, what the digests in it are of, and the way from its leaf to the root.
public struct ProofEvent: Hashable, Sendable, Codable {
    /// Why something that a digest is of is not in the file.
    public enum Disclosure: String, Hashable, Sendable, Codable {
        case disclosed
        /// Whoever made the proof left it out.
        case withheld
        /// The ledger has it no more.
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
