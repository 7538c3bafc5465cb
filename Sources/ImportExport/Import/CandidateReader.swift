internal import Content
internal import MIME
internal import Mailboxes

/// Reads found messages, and parses those that the ledger does not seem to know.
struct CandidateReader {
    let reader: MessageReader
    let known: KnownMessages
    /// Nil if nothing is stored, or if this thread stores it itself.
    var packer: ContentPacker?

    // A message that the ledger knows need not be parsed: its digests are enough.
    func candidate(for found: FoundMessage) throws -> ImportCandidate {
        let content = try reader.read(found)
        var candidate = ImportCandidate(found, digests: content.digests, size: content.size)
        if try !known.contains(candidate.digests) {
            candidate.reading = ImportCandidate.Reading(try parse(content))
            try content.checkUnchanged()
            if let bytes = content.bytes {
                let packed = packer?.pack(bytes, digest: candidate.digests.raw)
                candidate.content = packed.map { .packed($0) } ?? .bytes(bytes)
            } else {
                candidate.content = .file(.init(content))
            }
        }
        // A thousand compressed mboxes of one message each must not stay open.
        candidate.found = found.lettingGo
        return candidate
    }

    private func parse(_ content: borrowing MessageContent) throws -> ParsedMessage {
        let parser = MessageParser()
        if let bytes = content.bytes { return try parser.parse(.bytes(bytes)) }
        return try content.withFile { file, offset, length in
            try parser.parse(.file(file, offset: offset, length: length))
        } ?? ParsedMessage()
    }
}
