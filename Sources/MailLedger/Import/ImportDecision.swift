internal import EventLog
internal import Hashing
internal import MIME
internal import Mail
internal import Mailboxes
internal import Projections

/// Decides what of a batch is new, under the writer's lock and against the read models at the head.
struct ImportDecision {
    private let account: AccountRow
    private let reader: LedgerReader
    private let environment: LedgerEnvironment
    private let newID: () -> UniqueID
    private let erased: ErasedMail?
    private let states: MessageStates
    private var folders: FoundFolders
    /// Whether a file that a sync found brings a deleted message back.
    var revives: (MessageState) -> Bool = { _ in false }
    /// Messages that this transaction touches, as its events leave them: the read models do not show that yet.
    private var touched: [SHA256Digest: Touched] = [:]
    private(set) var events: [ProposedEvent] = []
    private(set) var texts: [SHA256Digest: IndexedText] = [:]

    private struct Touched {
        let stream: ProposedEvent.StreamReference
        let state: MessageState
    }

    init(
        account name: String, options: ImportOptions, reader: LedgerReader, ledger: Ledger
    ) throws {
        account = try reader.account(name)
        self.reader = reader
        environment = ledger.environment
        newID = ledger.newID
        erased = try ledger.erasedMail(reader, unless: options.allowsErased)
        states = try MessageStates(on: reader.connection)
        folders = try FoundFolders(of: account, top: options.folder, reader: reader, newID: newID)
    }

    /// Whether a message that the account does not have is to stay out.
    private func isErased(_ candidate: ImportCandidate) throws -> Bool {
        try candidate.isErased || erased?.contains(candidate.digests.identity) ?? false
    }

    // MARK: Messages

    mutating func record(_ candidate: ImportCandidate, counting report: inout ImportReport) throws {
        let copy = candidate.copy
        guard let known = try touched[candidate.digests.identity] ?? stored(candidate.digests.identity) else {
            if try isErased(candidate) { return report.countErased() }
            try recordNew(copy, candidate)
            return report.countAdded()
        }
        let decided = try RecordCopy.decide(copy, message: known.state, stream: known.stream) {
            try folders.folder(for: candidate.found.folder, adding: &events)
        }
        guard let event = decided else { return report.countExisting() }
        events.append(event)
        var state = known.state.applying(event.event)
        if event.event is MessageCopied, state.isDeleted, revives(known.state) {
            let restored = MessageRestored(message: state.id)
            events.append(ProposedEvent(restored, target: event.target, account: event.account))
            state = state.applying(restored)
        }
        touched[candidate.digests.identity] = Touched(stream: known.stream, state: state)
        switch event.event {
        case is CopyChanged: report.countUpdated()
        // An undone import had brought it: it comes back.
        case is MessageCopied where known.state.copies.isEmpty && !known.state.isDeleted: report.countAdded()
        default: report.countExisting()
        }
    }

    /// Counts what `record` would do, and decides nothing.
    func rehearse(
        _ candidate: ImportCandidate, in rehearsal: inout ImportRehearsal, counting report: inout ImportReport
    ) throws {
        let identity = candidate.digests.identity
        let known = try stored(identity)?.state
        if known == nil, try isErased(candidate) { return report.countErased() }
        let outcome = rehearsal.record(
            candidate.copy, flags: candidate.found.flags.rawValue, identity: identity, known: known)
        switch outcome {
        case .added: report.countAdded()
        case .existing: report.countExisting()
        case .updated: report.countUpdated()
        }
    }

    private func stored(_ identity: SHA256Digest) throws -> Touched? {
        guard let stream = try states.stream(withIdentity: identity, account: account.stream),
            let state = try states.state(of: stream)
        else { return nil }
        return Touched(stream: .existing(stream), state: state)
    }

    private mutating func recordNew(_ found: FoundCopy, _ candidate: ImportCandidate) throws {
        guard let reading = candidate.reading else {
            // It was known when it was read, and is not any more.
            throw DomainError.conflict("\(candidate.found.path) was known a moment ago; run the import again")
        }
        let folder = try folders.folder(for: candidate.found.folder, adding: &events)
        let added = MessageAdded(
            id: MessageID(newID()), account: account.id, copy: found.numbered(1, in: folder), headers: reading.headers,
            attachments: reading.attachments, snippet: reading.snippet, keywords: found.keywords,
            receivedAt: ReceivedTime.of(candidate.found, in: environment), identity: candidate.digests.identity,
            size: candidate.size, parser: MessageParser.version)
        texts[found.raw] = reading.text
        touched[candidate.digests.identity] = Touched(
            stream: .started(events.count),
            state: MessageState(added, stream: .none, accountStream: account.stream))
        events.append(ProposedEvent(added, target: .noStream, account: .stream(.existing(account.stream))))
    }

    // MARK: Skipped files

    /// Records why a file was passed over, unless that is recorded already.
    mutating func skip(_ file: SkippedFile, counting report: inout ImportReport) throws {
        report.skip(file)
        let recorded = try SkippedQuery(on: reader.connection).reason(for: file.path, account: account.stream)
        guard recorded != file.reason.code else { return }
        let event = FileSkipped(
            account: account.id, source: file.path, reason: file.reason.code, detail: file.reason.description)
        events.append(
            ProposedEvent(
                event, target: .any(.existing(account.stream)), account: .stream(.existing(account.stream))))
    }
}
