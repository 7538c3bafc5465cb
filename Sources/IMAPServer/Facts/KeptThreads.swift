internal import Cryptography
internal import EventLog
internal import IMAPProtocol
internal import MailLedger
internal import Projections

/// The answer to THREAD about all messages of a mailbox, in a file for as long as the same messages are there.
///
/// A UID says which bytes a message has, and threads are made of these alone, as they are read.
struct KeptThreads {
    private let erasures: Int64
    private let name: FactFiles.Name
    private let folder: Int64
    /// Of their UIDs, and of how often any were read otherwise.
    private let messages: SHA256Digest

    /// To make the threads of fewer messages takes no longer than to read a file.
    private static let fewest = 16

    /// Nil for a question whose answer is not kept: about some messages, or about a mailbox as a session alone sees it.
    init?(of request: ThreadRequest, in selected: SelectedMailbox, _ reader: LedgerReader) throws {
        guard case .and([]) = request.key, selected.isOfToday, selected.gone.isEmpty, selected.count >= Self.fewest,
            reader.factFiles != nil
        else { return nil }
        erasures = try reader.erasureCount()
        name = FactFiles.Name(
            "threads" + request.algorithm.lowercased() + (request.isByUID ? "uid" : "number"),
            selected.folder.rawValue)
        folder = selected.folder.rawValue
        var hasher = SHA256Hasher()
        hasher.update(selected.digest.bytes)
        hasher.update(Array("\(try MailboxesQuery(on: reader.connection).countRenewals())".utf8))
        messages = hasher.finalize()
    }

    /// Returns the answer, if it was kept of the same messages.
    func find(_ reader: LedgerReader) throws -> ArraySlice<UInt8>? {
        guard let bytes = reader.factFiles?.contents(of: name),
            let file = FactSegment(bytes, version: FactShelf.version), let index = file.index(of: folder),
            file.digest(of: file[index]) == messages, try reader.has(file)
        else { return nil }
        return bytes[file[index].place]
    }

    /// Keeps the answer, unless something was erased since this was made: before the messages are read.
    func keep(_ answer: [UInt8], _ reader: LedgerReader) throws {
        guard let files = reader.factFiles, !reader.isOfPast, let leaf = try reader.recordedLeaf(at: reader.position)
        else { return }
        let fact = FactSegment.Fact(digest: messages, since: reader.position.rawValue, bytes: answer)
        let bytes = FactSegment.made(
            adding: [folder: fact], to: nil, version: FactShelf.version, position: reader.position.rawValue, leaf: leaf)
        try files.write(bytes, to: name) { try reader.erasureCount() != erasures }
    }
}
