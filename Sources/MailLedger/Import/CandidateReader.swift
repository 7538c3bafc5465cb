internal import Content
internal import EventLog
internal import Hashing
internal import MIME
internal import Mailboxes

/// Reads found messages, and parses those that the ledger does not seem to know.
struct CandidateReader {
    let ledger: Ledger
    let account: StreamID
    let reader: MessageReader
    let isDryRun: Bool
    let allowsErased: Bool

    // A message that is known to the ledger as it is need not be parsed: its digests tell.
    func candidate(for found: FoundMessage) throws -> ImportCandidate {
        let content = try reader.read(found)
        var candidate = ImportCandidate(found, digests: content.digests, size: content.size)
        let isKnown = try look(up: &candidate)
        // The bytes of what was erased must not come into the content store again, not even for a moment.
        if !isKnown, !candidate.isErased {
            let parser = MessageParser()
            if let bytes = content.bytes {
                candidate.parsed = try parser.parse(.bytes(bytes))
                candidate.content = .bytes(bytes)
            } else {
                candidate.parsed = try content.withDescriptor { descriptor, offset, length in
                    try parser.parse(.file(descriptor: descriptor, offset: offset, length: length))
                }
                // Too large to wait in memory: it goes to the store at once, and is there before its event.
                if !isDryRun {
                    _ = try content.withDescriptor { descriptor, offset, length in
                        try ledger.content.batch { store in
                            try store.put(fileDescriptor: descriptor, offset: offset, length: length)
                        }
                    }
                }
            }
            try content.checkUnchanged()
        }
        // A thousand compressed mboxes of one message each must not stay open.
        candidate.found = found.lettingGo
        return candidate
    }

    /// Returns whether the ledger has the message as it is; notes whether it was erased.
    private func look(up candidate: inout ImportCandidate) throws -> Bool {
        try ledger.read { reader in
            let identity = candidate.digests.identity
            guard try !reader.knowsMessage(withIdentity: identity, in: account) else {
                return try ledger.content.contains(candidate.digests.raw)
            }
            candidate.isErased = try ledger.erasedMail(reader, unless: allowsErased)?.contains(identity) ?? false
            return false
        }
    }

    /// Puts the bytes that wait into the content store, before the events that name them.
    static func store(_ candidates: [ImportCandidate], in content: ContentStore) throws {
        let fresh = candidates.compactMap { candidate -> (SHA256Digest, [UInt8])? in
            guard case .bytes(let bytes) = candidate.content else { return nil }
            return (candidate.digests.raw, bytes)
        }
        guard !fresh.isEmpty else { return }
        try content.batch { store in
            for (digest, bytes) in fresh { try store.put(bytes: bytes, digest: digest) }
        }
    }
}

extension ImportCandidate {
    /// The bytes that it holds in memory.
    var waitingBytes: Int {
        guard case .bytes(let bytes) = content else { return 0 }
        return bytes.count
    }
}
