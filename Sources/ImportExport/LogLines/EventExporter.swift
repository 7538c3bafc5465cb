internal import Content
public import Cryptography
public import EventLog
internal import JSONCoding
internal import LedgerContexts
public import LedgerKernel
internal import Mail
internal import Mailboxes
internal import SQLiteDatabase

/// Options for exporting the events of a log.
public struct EventExportOptions: Hashable, Sendable {
    /// Behind which position to begin: the last one of a transaction, or the start.
    public var after: Position
    /// Whether the contents that the events name are to go along.
    public var withContents: Bool
    /// Whether a file that is there is replaced.
    public var overwriting: Bool
    public var dryRun: Bool

    public init(
        after: Position = .start, withContents: Bool = false, overwriting: Bool = false, dryRun: Bool = false
    ) {
        self.after = after
        self.withContents = withContents
        self.overwriting = overwriting
        self.dryRun = dryRun
    }
}

/// The result of exporting events.
public struct EventExportReport: Sendable {
    public internal(set) var events: Int64 = 0
    public internal(set) var transactions: Int64 = 0
    /// The contents that went along, and their bytes.
    public internal(set) var contents = 0
    public internal(set) var contentBytes: Int64 = 0
    /// Contents that are missing or damaged in the ledger and did not go along.
    public internal(set) var leftOut: [SHA256Digest] = []
    /// The position that the last line names, and the root over all events up to there.
    public internal(set) var position = Position.start
    public internal(set) var root: SHA256Digest

    public var isPartial: Bool { !leftOut.isEmpty }
}

/// Writes the log of a ledger as lines of JSON from which ``EventImporter`` makes the same log.
///
/// Nothing is decoded unless contents are to go along, so that a ledger of other shapes than this program's can be
/// exported too.
public struct EventExporter {
    public typealias Progress = (_ done: Position, _ end: Position) -> Void

    private let place: any LedgerPlace
    private let environment: LedgerEnvironment
    private let options: EventExportOptions
    private let progress: Progress

    public init(
        of location: LedgerLocation, environment: LedgerEnvironment = .current(), options: EventExportOptions,
        progress: @escaping Progress = { _, _ in }
    ) {
        self.init(at: location, environment: environment, options: options, progress: progress)
    }

    /// Exports from a place that may be no folder.
    package init(
        at place: any LedgerPlace, environment: LedgerEnvironment, options: EventExportOptions,
        progress: @escaping Progress
    ) {
        self.place = place
        self.environment = environment
        self.options = options
        self.progress = progress
    }

    /// Writes all events up to the present end of the log.
    ///
    /// - Throws: ``LogFault`` for the first fault in the log; then no file is at the target's path.
    /// - Complexity: Linear in the lines; memory for one event, and with contents for a digest each.
    public func run(to target: ExportTarget) throws -> EventExportReport {
        try target.requireOutsideLedgers(on: place.disk)
        let log = try place.openLog()
        // In one state of the log: an event of that state erased each of its blank events.
        return try log.withSnapshot { try run(log, to: target) }
    }

    private func run(_ log: any LogStore, to target: ExportTarget) throws -> EventExportReport {
        let head = try log.head()
        try options.after.requireWithin(logUpTo: head.position)
        guard let start = try log.transaction(endingAt: options.after) else {
            throw DomainError.invalid(
                field: "after", reason: "position \(options.after) is within a transaction, and not its last",
                hint: .listTransactions)
        }
        var report = EventExportReport(root: try log.root(at: head.position))
        report.position = head.position
        do {
            var file: StagedFile?
            if !options.dryRun {
                file = try target.stagedFile(overwriting: options.overwriting, on: place.disk)
            }
            try write(log, after: start, through: head, to: file?.output, &report)
            try file?.publish()
        } catch let failure as WriteFailure where !failure.isReaderGone {
            throw LedgerError.io(path: failure.path, reason: "\(failure.reason), after \(report.events) events")
        } catch let refusal as WriteRefusal {
            throw refusal.conflict
        }
        return report
    }

    private func write(
        _ log: any LogStore, after start: LogHead, through head: LogHead, to file: OutputFile?,
        _ report: inout EventExportReport
    ) throws {
        let encoder = JSONBytesEncoder()
        func write(_ line: LogLine) throws {
            guard let file else { return }
            try file.write(try encoder.encode(line))
            try file.write([UInt8(ascii: "\n")])
        }
        let identity = log.identity
        try write(
            .start(
                LogLine.Start(
                    ledger: identity.id, origin: identity.origin, format: identity.format,
                    createdAt: identity.createdAt,
                    verifier: try log.firstVerifier()?.description, program: environment.program, after: options.after,
                    root: try log.root(at: options.after),
                    erasedHeaders: start.transaction > 0 ? try log.blankHeaders(through: start.transaction) : nil,
                    hasContents: options.withContents ? true : nil)))
        // By the connection that has the snapshot: a pooler may have no other to give meanwhile.
        var contents = options.withContents ? ContentLines(of: place.contents(beside: log, .readOnly)) : nil
        try inHundreds({ lend in
            try log.forEachItem(after: options.after, through: head.position) { _ = try lend($0) }
        }) { items in
            try contents?.readAhead(of: items)
            for item in items {
                switch item {
                case .transaction: report.transactions += 1
                case .event(let event, _):
                    try contents?.forEach(of: event, into: &report) { try write(.content($0)) }
                    report.events += 1
                    if report.events % 1024 == 0 { progress(event.position, head.position) }
                }
                try write(.item(item))
            }
            return true
        }
        for (size, note) in try log.keptCheckpoints()
        where size > options.after.rawValue && size <= head.position.rawValue {
            try write(.checkpoint(LogLine.Checkpoint(note: note)))
        }
        try write(
            .end(
                LogLine.End(
                    position: head.position, transaction: head.transaction, root: report.root,
                    leftOut: report.leftOut.isEmpty ? nil : report.leftOut)))
    }
}

/// The lines of the contents that events name, each content once.
private struct ContentLines {
    private let store: ContentStore
    private var written: Set<SHA256Digest> = []
    private var ahead: ContentsAhead
    /// The contents of the events that are written now, by their positions.
    private var named: [Position: [SHA256Digest]] = [:]

    init(of store: ContentStore) {
        self.store = store
        ahead = ContentsAhead([], of: store)
    }

    /// Takes note of the contents that come next, so that they are read together.
    mutating func readAhead(of items: [LogItem]) throws {
        named = [:]
        var digests: [SHA256Digest] = []
        for case .event(let event, _) in items {
            let contents = try ContentReferences.digests(in: event, by: Contexts.builtIn.catalogue)
            for digest in contents where written.insert(digest).inserted {
                named[event.position, default: []].append(digest)
                digests.append(digest)
            }
        }
        ahead = ContentsAhead(digests, of: store)
    }

    mutating func forEach(
        of event: StoredEvent, into report: inout EventExportReport, _ body: (LogLine.Content) throws -> Void
    ) throws {
        // In an event of a missing context, not every digest need be one of a content.
        let isNaming = !Contexts.builtIn.catalogue.isOfNoContext(event.type)
        for digest in named[event.position] ?? [] {
            do {
                let content = try ahead.read(digest)
                var pieces = ContentPieces(digest: digest, size: content.size)
                try content.forEachPiece { try pieces.take($0, body) }
                try pieces.finish(body)
                report.contents += 1
                report.contentBytes += content.size
            } catch ContentError.missing {
                guard isNaming else { continue }
                report.leftOut.append(digest)
            } catch ContentError.corrupt {
                report.leftOut.append(digest)
            }
        }
    }
}

/// Cuts the bytes of a content into lines.
private struct ContentPieces {
    let digest: SHA256Digest
    let size: Int64
    private var offset: Int64 = 0
    private var waiting: [UInt8] = []

    init(digest: SHA256Digest, size: Int64) {
        self.digest = digest
        self.size = size
    }

    mutating func take(_ bytes: [UInt8], _ body: (LogLine.Content) throws -> Void) throws {
        waiting += bytes
        while waiting.count > LogLine.pieceSize { try write(LogLine.pieceSize, body) }
    }

    mutating func finish(_ body: (LogLine.Content) throws -> Void) throws {
        try write(waiting.count, body)
    }

    private mutating func write(_ count: Int, _ body: (LogLine.Content) throws -> Void) throws {
        try body(
            LogLine.Content(digest: digest, size: size, offset: offset, bytes: Array(waiting.prefix(count)).base64))
        waiting.removeFirst(count)
        offset += Int64(count)
    }
}
