internal import Content
public import Cryptography
public import EventLog
internal import JSONCoding
package import LedgerCare
internal import LedgerContexts
public import LedgerKernel
internal import Mail
internal import Mailboxes
internal import SQLiteDatabase

/// The result of an import of events.
public struct EventImportReport: Sendable {
    public internal(set) var ledger: LedgerID
    /// Whether the import made the ledger.
    public internal(set) var isNew: Bool
    public internal(set) var added: Int64 = 0
    /// Events that were there already.
    public internal(set) var present: Int64 = 0
    /// Events of the ledger that were erased because the imported events are.
    public internal(set) var erased = 0
    /// The steps of an erasure that another process prevents now; the next command continues them.
    public internal(set) var remaining: ErasureSteps = []
    public internal(set) var contents = 0
    /// Contents of added events that are missing here: they were not exported, or did not exist.
    public internal(set) var missing = 0
    public internal(set) var position = Position.start
    public internal(set) var root: SHA256Digest
}

/// Makes the same log from the lines of ``EventExporter``: a new ledger, or the missing rest of one with the same
/// beginning.
///
/// All of it is taken, or nothing; nothing either if the read models cannot apply one of the events, or if one makes a
/// thing that there is already. Events that are erased in the lines are also erased in a ledger that still has them, as
/// by its own erasure. The bytes, and so the digests, the root and every proof, are those of the source ledger. The log
/// of a new ledger has the format and the shapes of this program, which must be able to read each event.
public struct EventImporter {
    public typealias Progress = (_ done: Position) -> Void

    private let site: any LedgerSite
    private let environment: LedgerEnvironment
    private let dryRun: Bool
    private let progress: Progress

    public init(
        into location: LedgerLocation, environment: LedgerEnvironment = .current(), dryRun: Bool = false,
        progress: @escaping Progress = { _ in }
    ) {
        self.init(at: location, environment: environment, dryRun: dryRun, progress: progress)
    }

    /// Imports into a ledger in any place.
    package init(
        at site: any LedgerSite, environment: LedgerEnvironment, dryRun: Bool, progress: @escaping Progress
    ) {
        self.site = site
        self.environment = environment
        self.dryRun = dryRun
        self.progress = progress
    }

    /// Reads a file, compressed or not, or standard input if the path is `-`.
    ///
    /// - Throws: ``RefusedLine``.
    /// - Complexity: Linear in the lines; memory for one line, one piece of a content, and the names of contents.
    public func run(_ path: String) throws -> EventImportReport {
        let input = try LogLines(path)
        let start = try input.start()
        guard let ledger = try site.openLedger(environment: environment) else { return try makeLedger(start, input) }
        try ledger.writing.requireWritable()
        let own = ledger.store.identity
        guard own.id == start.ledger, own.origin == start.origin else {
            throw DomainError.conflict(
                "\(site.name) is the ledger \(own.id), and the events are those of \(start.ledger)",
                hint: .nameNewLedger)
        }
        var report = EventImportReport(ledger: start.ledger, isNew: false, root: start.root)
        try rehearsing {
            guard dryRun else {
                try ledger.erasure.withErasureLock {
                    try ledger.writing.receiving { takeIn in
                        try ledger.erasure.keepingBuildsOut {
                            try ledger.writing.storing {
                                _ = try take(
                                    start, input, into: ledger.store, ledger.content,
                                    viewsGeneration: ledger.stores.register.latestGeneration(), &report
                                ) { if $0.added > 0 { try takeIn($0.erased > 0) } }
                            }
                        }
                    }
                    report.remaining = try ledger.erasure.finishErasure()
                }
                return
            }
            let scratch = LedgerLocation.scratch(on: site.disk)
            try ContentStore.withScratch(in: scratch.directory, on: site.disk) { content in
                try ledger.writing.receiving { takeIn in
                    _ = try take(start, input, into: ledger.store, content, beside: ledger.content, &report) {
                        if $0.added > 0 { try takeIn($0.erased > 0) }
                        throw Rehearsed()
                    }
                }
            }
        }
        return report
    }

    /// A ledger with the id of the source ledger.
    private func makeLedger(_ start: LogLine.Start, _ input: LogLines) throws -> EventImportReport {
        let place: any LedgerSite = dryRun ? LedgerLocation.scratch(on: site.disk) : site
        var report = EventImportReport(ledger: start.ledger, isNew: true, root: start.root)
        try rehearsing {
            try place.makeLedger(as: start.identity, environment: environment) { store, content, takeIn in
                let intake = try take(start, input, into: store, content, &report) { _ in }
                try intake.namingLine(takeIn)
                if dryRun { throw Rehearsed() }
            }
        }
        return report
    }

    /// Ends a trial, so that nothing of it stays.
    private struct Rehearsed: Error {}

    private func rehearsing(_ body: () throws -> Void) throws {
        do { try body() } catch is Rehearsed {}
    }

    /// - Parameter takeIn: Called before the log commits, with what it will have got.
    private func take(
        _ start: LogLine.Start, _ input: LogLines, into store: any LogStore, _ content: ContentStore,
        beside other: ContentStore? = nil, viewsGeneration: Int64 = 0, _ report: inout EventImportReport,
        _ takeIn: (EventImportReport) throws -> Void
    ) throws -> EventIntake {
        var intake = EventIntake(of: start, input, into: store, content, filling: report)
        try store.receive(readableBy: Contexts.builtIn.catalogue) { receiver in
            try intake.requireSharedBeginning(with: receiver.start)
            let end = try intake.takeLines(into: &receiver, progress)
            try intake.finish(&receiver, at: end)
            try intake.requireNewThings()
            try intake.blankErased(viewsGeneration: viewsGeneration)
            try intake.requireContents(before: end, beside: other)
            report = intake.report
            try intake.namingLine { try takeIn(report) }
        }
        return intake
    }
}

extension LogLine.Start {
    /// The ledger of the lines.
    var identity: LedgerIdentity {
        LedgerIdentity(
            copying: ledger, origin: origin, format: format, createdAt: createdAt)
    }
}
