internal import Cryptography
internal import Mail
internal import Mailboxes
internal import Projections

/// The memory of a dry run, so that it counts as the real import would.
///
/// The real import sees in the read models what its earlier transactions recorded. This keeps two small numbers for
/// each message instead of events: digests of the found copies, under a random key for each process.
struct ImportRehearsal {
    /// Messages that would have a copy of this import.
    private var messages: Set<Int> = []
    /// Identities of messages that would be added.
    private var identities: Set<Int> = []
    /// What the rules of the account and its folders will find; nil if there are none.
    var retention: RetentionRehearsal?
    /// The flags of the copies that would be there.
    private var flags: [Int: UInt8] = [:]

    enum Outcome {
        case added
        /// A copy more of a message that is known.
        case copied
        case existing
        case updated
    }

    /// Records a copy, given the ledger's knowledge of its message.
    mutating func record(
        _ found: FoundCopy, flags letters: UInt8, digests: MessageDigests, known: MessageState?,
        keepsHidden: (MessageState) throws -> Bool
    ) rethrows -> Outcome {
        let message = Self.number(digests.reading, nil)
        let copy = Self.number(digests.reading, found)
        if let before = flags.updateValue(letters, forKey: copy) { return before == letters ? .existing : .updated }
        let isTouched = !messages.insert(message).inserted
        guard let known else { return isTouched ? .copied : .added }
        if RecordCopy.knownCopy(of: found, in: known) != nil {
            let change = try RecordCopy.recognition(of: found, in: known, keepsHidden: keepsHidden(known))
            return change == nil ? .existing : .updated
        }
        return known.copies.isEmpty && !known.isDeleted && !isTouched ? .added : .copied
    }

    /// Records an added message, and returns whether it is the first of its identity.
    mutating func addIdentity(_ identity: SHA256Digest) -> Bool {
        identities.insert(Self.number(identity, nil)).inserted
    }

    private static func number(_ digest: SHA256Digest, _ copy: FoundCopy?) -> Int {
        var hasher = Hasher()
        hasher.combine(digest)
        hasher.combine(copy?.source)
        hasher.combine(copy?.raw)
        return hasher.finalize()
    }
}
