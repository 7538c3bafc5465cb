internal import CivilTime
internal import Cryptography
internal import EventLog
internal import Mail

/// Events of 772 bytes in the mean, as those of a log of marks, moves and short messages are.
struct SampleEvents {
    private let account = AccountID(UniqueID.random(from: { randomBytes($0) }))
    private let folder = FolderID(UniqueID.random(from: { randomBytes($0) }))

    /// A message that comes in; each starts a stream of its own.
    func message(_ index: Int) throws -> ProposedEvent {
        guard let digest = SHA256Digest(bytes: randomBytes(SHA256Digest.byteCount)) else {
            throw Program.Failure(description: "a digest has 32 bytes")
        }
        let person = EmailAddress(name: "Person \(index % 4_004)", address: "person\(index % 4_004)@example.org")
        var headers = MessageHeaders()
        headers.messageID = "\(index).generated@example.org"
        headers.subject = "Re: what is measured, number \(index)"
        headers.from = [person]
        headers.to = [EmailAddress(address: "list@lists.example.org")]
        headers.date = Timestamp(microseconds: 1_700_000_000_000_000 + Int64(index) * 1_000_000)
        let added = MessageAdded(
            id: MessageID(UniqueID.random(from: { randomBytes($0) })), account: account,
            copy: MessageCopy(number: 1, folder: folder, source: "\(index).example", raw: digest, flags: ""),
            headers: headers, attachments: [], snippet: "The first words of the text of message \(index).",
            keywords: KeywordSet(), receivedAt: Timestamp(microseconds: 1_700_000_000_000_000), identity: digest,
            size: 6_600, parser: 1)
        return ProposedEvent(added, target: .noStream, account: .none)
    }
}
