internal import Content
internal import Cryptography
internal import Domain
internal import EventLog
internal import LedgerContexts
internal import LedgerKernel

/// Takes the lines of an exported log into a log and a content store.
///
/// Its steps are called in the order in which they stand here, under the writer's lock.
struct EventIntake {
    private let start: LogLine.Start
    private let input: LogLines
    private let store: any LogStore
    private let content: ContentStore
    private var contents: ContentReceiver
    private var erasures: IncomingErasures
    private var checkpoints: [String] = []
    private var lines = EventLines()
    private var things = IncomingThings()
    /// The contents that new events name.
    private var named: Set<SHA256Digest> = []
    /// What only events name that are blank here, though not in the lines.
    private var returning: Set<SHA256Digest> = []
    /// The contents of the lines that stay stored.
    private var brought: Set<SHA256Digest> = []
    /// Says what was done so far.
    private(set) var report: EventImportReport

    init(
        of start: LogLine.Start, _ input: LogLines, into store: any LogStore, _ content: ContentStore,
        filling report: EventImportReport
    ) {
        self.start = start
        self.input = input
        self.store = store
        self.content = content
        contents = ContentReceiver(content)
        erasures = IncomingErasures(headers: start.erasedHeaders ?? [])
        self.report = report
    }

    /// Refuses lines that begin behind the end of the log, or go on from other events than it has.
    func requireSharedBeginning(with head: LogHead) throws {
        guard start.after <= head.position else {
            throw input.refusal(
                .conflicting,
                "the lines begin behind position \(start.after), and the ledger ends at \(head.position)",
                .exportEventsAfter(head.position.rawValue))
        }
        guard try store.root(at: start.after) == start.root else {
            throw input.refusal(.conflicting, "the ledger has other events up to position \(start.after)")
        }
    }

    // MARK: The lines

    /// Takes all lines behind the first, and returns the last one.
    mutating func takeLines(
        into receiver: inout LogReceiver, _ progress: EventImporter.Progress
    ) throws -> LogLine.End {
        while let line = try input.next() {
            switch line {
            case .start: throw input.refusal(.malformed, "a second first line")
            case .content(let piece): try input.naming { try contents.take(piece) }
            case .item(let item): try take(item, into: &receiver, progress)
            case .checkpoint(let checkpoint): checkpoints.append(checkpoint.note)
            case .end(let end): return end
            }
        }
        throw input.refusal(.malformed, "the lines end early: the last one does not say where the log ends")
    }

    private mutating func take(
        _ item: LogItem, into receiver: inout LogReceiver, _ progress: EventImporter.Progress
    ) throws {
        let isNew = try input.naming { try receiver.takeIfNew(item) }
        erasures.take(item, isNew: isNew)
        guard case .event(let event, _) = item else { return try requireHeader(of: item, isNew: isNew) }
        lines.note(event, line: input.number)
        try input.naming { try things.take(event, isNew: isNew, line: input.number) }
        if isNew { report.added += 1 } else { report.present += 1 }
        try noteContents(of: event, isNew: isNew)
        if event.position.rawValue % 1024 == 0 { progress(event.position) }
    }

    /// Refuses a transaction of which nobody could say who made it.
    private func requireHeader(of item: LogItem, isNew: Bool) throws {
        guard case .transaction(let transaction) = item, isNew else { return }
        do {
            _ = try transaction.openedHeader()
        } catch EventLogError.corrupt(let reason) {
            throw input.refusal(.tampered, reason)
        }
    }

    private mutating func noteContents(of event: StoredEvent, isNew: Bool) throws {
        let catalogue = Contexts.builtIn.catalogue
        let isErasedHere =
            try !isNew && start.hasContents == true && event.payload != nil && isBlank(event.position)
        guard isNew || isErasedHere, !catalogue.isOfNoContext(event.type) else { return }
        let digests = try input.naming { try ContentReferences.digests(in: event, by: catalogue) }
        if isNew { named.formUnion(digests) } else { returning.formUnion(digests) }
    }

    private func isBlank(_ position: Position) throws -> Bool {
        var isBlank = false
        let event = EventSelection(after: Position(position.rawValue - 1), through: position)
        try store.forEach(event) { stored in
            isBlank = stored.payload == nil
            return false
        }
        return isBlank
    }

    /// Runs a closure by which read models take in the events; one that they cannot apply is refused with its line.
    func namingLine(_ takeIn: () throws -> Void) throws {
        do {
            try takeIn()
        } catch EventLogError.projectionFailed(let failure) {
            let before = Position(failure.position.rawValue - 1)
            let event = try store.events(EventSelection(after: before, through: failure.position)).first
            guard let line = event.flatMap({ lines.line(of: $0) }) else {
                throw EventLogError.projectionFailed(failure)
            }
            throw input.refusal(.tampered, failure.description, line: line)
        }
    }

    // MARK: Behind the last line

    /// Refuses lines that do not end with the log that they made, and takes their signatures and what waits of contents.
    mutating func finish(_ receiver: inout LogReceiver, at end: LogLine.End) throws {
        let (now, root) = try input.naming { try receiver.finish() }
        let isWhole =
            end.position >= receiver.start.position
            ? end.position == now.position && end.transaction == now.transaction && end.root == root
            : try store.root(at: end.position) == end.root
        guard isWhole else {
            throw input.refusal(.tampered, "it names another root or another end than the events before it have")
        }
        try input.naming { try store.takeSignatures(verifier: start.key(), checkpoints: checkpoints) }
        try input.requireEnd()
        try input.naming { try contents.finish() }
        (report.position, report.root) = (now.position, root)
    }

    /// Refuses a new thing with the id of one that the log had before the first line.
    func requireNewThings() throws {
        guard let (fault, line) = try things.fault(in: store, through: start.after) else { return }
        throw input.refusal(.tampered, fault.description, line: line)
    }

    /// Erases here what is erased in the lines, and what came back with them of events that are blank here.
    mutating func blankErased(viewsGeneration: Int64) throws {
        // Also what an import that came to no end has left.
        let cameBack = try content.stored(among: returning)
        report.erased = try input.naming {
            try erasures.blank(in: store, removing: cameBack, viewsGeneration: viewsGeneration)
        }
        brought = contents.stored.subtracting(cameBack.subtracting(named))
        report.contents = brought.count
    }

    /// Counts the contents of new events that are missing, and refuses lines that should have brought one of them.
    ///
    /// - Parameters:
    ///   - end: Names the contents that could not be brought.
    ///   - other: Another store in which contents may be.
    mutating func requireContents(before end: LogLine.End, beside other: ContentStore?) throws {
        var missing = named.subtracting(try content.stored(among: named))
        if let other {
            missing.subtract(try other.stored(among: missing))
            // A trial stores aside what the ledger has already.
            report.contents -= try other.stored(among: brought).count
        }
        report.missing = missing.count
        let lost = missing.subtracting(end.leftOut ?? [])
        if start.hasContents == true, let first = lost.min() {
            let more = lost.count > 1 ? ", and so are those of \(lost.count - 1) more" : ""
            throw input.refusal(.tampered, "the lines of content \(first) are missing, which an event names\(more)")
        }
    }
}

extension LogLine.Start {
    /// The key that it names.
    fileprivate func key() throws -> NoteVerifier? {
        guard let verifier else { return nil }
        guard let key = NoteVerifier(verifier), key.name == origin else {
            throw UnfitLine("the first line names no key")
        }
        return key
    }
}
