internal import Cryptography
internal import EventLog
internal import LedgerContexts
internal import LedgerKernel
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
    private let same: SameMessage
    private var folders: FoundFolders
    /// Whether a file that a sync found brings a deleted message back.
    var revives: (MessageState) -> Bool = { _ in false }
    /// What the entries of an mbox are, from one batch to the next.
    var entries = MboxEntries()
    /// Messages that this transaction touches, as its events leave them: the read models do not show that yet.
    private var touched: [Touched] = []
    private var touchedByReading: [SHA256Digest: Int] = [:]
    private var touchedByStream: [StreamID: Int] = [:]
    private var addedIdentities: Set<SHA256Digest> = []
    private(set) var events: [ProposedEvent] = []
    private(set) var texts: [SHA256Digest: IndexedText] = [:]
    /// The roles that folders get which it makes.
    var roles: [FoundRole] { folders.roles }

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
        newID = ledger.writing.newID
        erased = try ledger.mail.erased(reader, unless: options.allowsErased)
        states = try MessageStates(on: reader.connection)
        same = SameMessage(connection: reader.connection, content: ledger.content)
        folders = try FoundFolders(of: account, top: options.folder, reader: reader, newID: newID)
    }

    /// Whether a message that the account does not have is to stay out.
    private func isErased(_ candidate: ImportCandidate) throws -> Bool {
        try candidate.isErased || erased?.contains(candidate.digests) ?? false
    }

    // MARK: Messages

    mutating func record(_ candidate: ImportCandidate, counting report: inout ImportReport) throws {
        let index = try find(candidate)
        let copy = try recognised(candidate, of: index.map { touched[$0].state })
        guard let index else {
            if try isErased(candidate) { return report.countErased() }
            if try hasIdentity(of: candidate.digests) { report.countReadingOtherwise(candidate.found.path) }
            try recordNew(copy, candidate)
            return report.countAdded(to: folders.path(of: candidate.found.folder))
        }
        let known = touched[index]
        let decided = try RecordCopy.decide(
            copy, message: known.state, stream: known.stream, keepsHidden: keepsHidden(copy, of: known.state)
        ) {
            try folders.folder(for: candidate.found.folder, adding: &events)
        }
        guard let event = decided else {
            return report.countExisting(folders.standing(of: known.state, foundIn: candidate.found.folder))
        }
        events.append(event)
        var state = known.state.applying(event.event)
        if event.event is MessageCopied, state.isDeleted, revives(known.state) {
            let restored = MessageRestored(message: state.id)
            events.append(ProposedEvent(restored, target: event.target, account: event.account))
            state = state.applying(restored)
        }
        touched[index] = Touched(stream: known.stream, state: state)
        switch event.event {
        case is CopyChanged: report.countUpdated()
        // An undone import had brought it: it comes back.
        case is MessageCopied where known.state.copies.isEmpty && !known.state.isDeleted:
            report.countAdded(to: folders.path(of: candidate.found.folder))
        case is MessageCopied: report.countCopied(to: folders.path(of: candidate.found.folder))
        default: report.countExisting(.here)
        }
    }

    /// The copy under the name by which its message has it.
    private mutating func recognised(_ candidate: ImportCandidate, of message: MessageState?) throws -> FoundCopy {
        let (folders, reader) = (folders, reader)
        return try entries.recognise(candidate.copy, candidate.found, among: message?.copies ?? []) { copy in
            guard let folder = folders.existing(candidate.found.folder), let message else { return false }
            return try copy.folder == folder || Self.firstFolder(of: copy, in: message.stream, reader) == folder
        }
    }

    /// The folder into which a copy came; nil if it came in this transaction.
    private static func firstFolder(
        of copy: MessageCopy, in message: StreamID, _ reader: LedgerReader
    ) throws -> FolderID? {
        var folder: FolderID?
        try reader.store.forEach(
            EventSelection(through: reader.position, stream: message), decodedBy: reader.catalogue
        ) { recorded in
            guard case .event(let event) = recorded.content else { return true }
            let came = (event as? MessageAdded)?.copy ?? (event as? MessageCopied)?.copy
            if let came, came.number == copy.number { folder = came.folder }
            return folder == nil
        }
        return folder
    }

    /// Counts what `record` would do, and decides nothing.
    mutating func rehearse(
        _ candidate: ImportCandidate, in rehearsal: inout ImportRehearsal, counting report: inout ImportReport
    ) throws {
        let stream = try stream(of: candidate)
        let known = try stream.flatMap { try states.state(of: $0) }
        if known == nil, try isErased(candidate) { return report.countErased() }
        let copy = try recognised(candidate, of: known)
        let outcome = try rehearsal.record(
            copy, flags: candidate.found.flags.rawValue, digests: candidate.digests, known: known
        ) { try keepsHidden(copy, of: $0) }
        if known == nil, outcome == .added {
            let isFirst = rehearsal.addIdentity(candidate.digests.identity)
            if try !isFirst || same.hasIdentity(of: candidate.digests, in: account.stream) {
                report.countReadingOtherwise(candidate.found.path)
            }
        }
        try foresee(copy, candidate, known: known, in: &rehearsal)
        switch outcome {
        case .added: report.countAdded(to: folders.path(of: candidate.found.folder))
        case .copied: report.countCopied(to: folders.path(of: candidate.found.folder))
        case .existing:
            report.countExisting(known.map { folders.standing(of: $0, foundIn: candidate.found.folder) } ?? .here)
        case .updated: report.countUpdated()
        }
    }

    /// Notes what `record` would leave to the rules of retention.
    private func foresee(
        _ copy: FoundCopy, _ candidate: ImportCandidate, known: MessageState?, in rehearsal: inout ImportRehearsal
    ) throws {
        guard let top = rehearsal.retention?.top else { return }
        let path = candidate.found.folder.isEmpty ? top : folders.path(of: candidate.found.folder)
        try rehearsal.retention?.record(
            copy, of: candidate.digests, known: known, in: folders.nearest(to: path),
            keepsHidden: { try keepsHidden(copy, of: $0) },
            date: { stream in
                try MessagesQuery(on: reader.connection).dated(stream)
                    ?? DatedMessage(
                        stream: stream, date: candidate.reading?.headers.date,
                        receivedAt: ReceivedTime.of(candidate.found, in: environment),
                        recordedAt: environment.log.now())
            },
            start: { stream, folder in
                MessageState(
                    id: MessageID(.none), stream: stream, accountStream: account.stream, keywords: copy.keywords,
                    keywordsAreSet: false, copies: [copy.numbered(1, in: folder)], nextCopy: 2, isDeleted: false)
            })
    }

    /// Returns what `record` would change of a copy that an earlier import took from the same file of a Maildir.
    func recognition(of candidate: ImportCandidate) throws -> RecognisedCopy? {
        guard let stream = try stream(of: candidate),
            let known = try states.state(of: stream)
        else { return nil }
        return try RecordCopy.recognition(
            of: candidate.copy, in: known, keepsHidden: keepsHidden(candidate.copy, of: known)
        ).map { RecognisedCopy(stream: stream, change: $0) }
    }

    /// Returns a message that the account has, before and after `record`; nil if it has none, or nothing changes.
    func foreseen(_ candidate: ImportCandidate) throws -> (before: MessageState, after: MessageState)? {
        guard let stream = try stream(of: candidate), let known = try states.state(of: stream) else { return nil }
        let decided = try RecordCopy.decide(
            candidate.copy, message: known, stream: .existing(stream),
            keepsHidden: keepsHidden(candidate.copy, of: known)
        ) { FolderID(.none) }
        return decided.map { (before: known, after: known.applying($0.event)) }
    }

    /// Whether a copy was hidden or shown by a command since its file was seen, whose `T` is as it was then.
    ///
    /// The log alone tells: the read models have the flags that a copy has here.
    private func keepsHidden(_ found: FoundCopy, of message: MessageState) throws -> Bool {
        guard let known = RecordCopy.knownCopy(of: found, in: message), known.isHidden != found.isHidden,
            let record = try CopyRecord.record(ofCopy: known.number, in: message.stream, reader)
        else { return false }
        return MessageCopy.isHidden(flags: record.flags) == found.isHidden
    }

    private func stream(of candidate: ImportCandidate) throws -> StreamID? {
        try same.stream(of: candidate.digests, in: account.stream, from: candidate.copy.source)
    }

    /// Returns where the message is among those that are touched.
    private mutating func find(_ candidate: ImportCandidate) throws -> Int? {
        if let index = touchedByReading[candidate.digests.reading] { return index }
        guard let stream = try stream(of: candidate) else { return nil }
        if let index = touchedByStream[stream] { return index }
        guard let state = try states.state(of: stream) else { return nil }
        touched.append(Touched(stream: .existing(stream), state: state))
        touchedByStream[stream] = touched.count - 1
        return touched.count - 1
    }

    /// Whether another message has its identity.
    private func hasIdentity(of digests: MessageDigests) throws -> Bool {
        try addedIdentities.contains(digests.identity) || same.hasIdentity(of: digests, in: account.stream)
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
        touched.append(
            Touched(
                stream: .started(events.count),
                state: MessageState(added, stream: .none, accountStream: account.stream)))
        touchedByReading[candidate.digests.reading] = touched.count - 1
        addedIdentities.insert(candidate.digests.identity)
        events.append(ProposedEvent(added, target: .noStream, account: .stream(.existing(account.stream))))
    }

    // MARK: Skipped files

    /// Records why a file was skipped, unless that is recorded already.
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
