package import CivilTime
internal import Content
internal import Cryptography
internal import EventLog
internal import Mail
package import MailLedger
internal import Projections

/// Makes a report of a ledger.
package struct ReportGatherer {
    /// The contents and the form of a report.
    package struct Options: Sendable {
        /// The number of messages shown as text.
        package var mail: Int
        /// When it is made, and the clock that gives days and hours.
        package var now: Timestamp
        package var zone: Zone

        package init(mail: Int = 50, now: Timestamp, zone: Zone) {
            self.mail = mail
            self.now = now
            self.zone = zone
        }
    }

    private let ledger: Ledger
    private let scope: ReportScope
    private let options: Options

    /// A page of more than these takes long to open; a part of the span does instead.
    private static let changeLimit = 50_000

    package init(of ledger: Ledger, _ scope: ReportScope, _ options: Options) {
        self.ledger = ledger
        self.scope = scope
        self.options = options
    }

    /// Gathers the events, and signs the present end of the log.
    ///
    /// - Throws: `DomainError.notFound` if nothing in the selection happened, and what `prove` throws.
    /// - Complexity: O(the events of the named things), else O(the log).
    package func gather() throws -> Report {
        let span = try span()
        let told = try positions(in: span).sorted()
        guard !told.isEmpty else { throw scope.subject.missing }
        guard told.count <= Self.changeLimit else {
            throw DomainError.conflict(
                "the report would have \(told.count) changes; say a part of them by --after and --through")
        }
        let (streams, sizes) = try steps(of: told)
        var evidence = Set(told)
        evidence.formUnion(try undoing(sizes.keys, in: streams, span))
        // The first event of a thing has its name.
        evidence.formUnion(streams.map { Position($0.rawValue) })
        evidence.formUnion(try ledger.proofs.events(naming: evidence.sorted()))
        let signed = try ledger.proofs.signCheckpoint()
        let extract = try ledger.store.extract(of: evidence.sorted(), in: signed)
        let findings = try extract.proof().verify(trusting: nil)
        let zone = options.zone
        let timeline = Timeline(findings, telling: Set(told.map(\.rawValue))) { entry in
            Timeline.Setting(
                offset: zone.offset(at: entry.recordedAt.microseconds), changes: sizes[entry.transaction] ?? 0)
        }
        let mail = try read { reader in
            try ReportedMail(
                findings, in: streams, limit: options.mail, text: { try reader.storedText(of: $0) },
                state: { Self.state(try reader.message(withID: $0)) })
        }
        return Report(
            title: title(of: findings), selection: scope.selection, ledger: ledger.store.identity.id,
            accounts: try accounts(streams, findings), made: options.now, span: span,
            timeline: timeline, mail: mail,
            series: ReportedSeries(mail.messages, timeline: timeline),
            holds: try holds(streams, findings, span),
            erasures: try erasures(streams, span), erasuresOfUnknown: try erasuresOfUnknown(), extract: extract,
            checkpoint: findings.checkpoint, key: findings.key)
    }

    /// Reads the ledger at the end of the report.
    private func read<Output>(_ body: (LedgerReader) throws -> Output) throws -> Output {
        guard let end = scope.through else { return try ledger.read(body) }
        return try ledger.read(at: end, body)
    }

    /// The folder and the marks of a message: "in Receipts of mara@example.org; read; label taxes".
    private static func state(_ row: MessageRow?) -> String {
        guard let row else { return "deleted" }
        let labels = row.keywords.filter { !$0.hasPrefix("$") }
        return [
            "in \(row.folders.joined(separator: ", ")) of \(row.accountAddress)",
            row.isUnread ? "unread" : row.isDraft ? "a draft" : "read",
            row.isFlagged ? "flagged" : "",
            row.isAnswered ? "answered" : "",
            labels.isEmpty ? "" : "\(labels.count == 1 ? "label" : "labels") \(labels.joined(separator: ", "))",
        ].filter { !$0.isEmpty }.joined(separator: "; ")
    }

    // MARK: What

    private func span() throws -> Report.Span {
        let from = try scope.after.map(ledger.resolve)
        let to = try ledger.resolve(scope.through ?? .now)
        let after = from?.position ?? .start
        guard after <= to.position else { throw MomentError.reversed(after, to.position) }
        guard scope.after != nil || scope.through != nil else {
            return Report.Span(after: after, through: to.position, from: nil, to: nil)
        }
        let (earliest, latest) = try times(from: (from?.transaction ?? 0) + 1, through: to.transaction)
        return Report.Span(
            after: after, through: to.position, from: from?.recordedAt.map { min($0, earliest ?? $0) },
            to: scope.through == nil ? nil : to.recordedAt.map { max($0, latest ?? $0) })
    }

    /// The earliest and the latest time of some transactions: if the clock was set back, they are not at the ends.
    private func times(from first: Int64, through last: Int64) throws -> (earliest: Timestamp?, latest: Timestamp?) {
        var (earliest, latest): (Timestamp?, Timestamp?) = (nil, nil)
        guard first <= last else { return (nil, nil) }
        try ledger.store.forEachTransaction(from: first, isBackward: false) { transaction in
            guard transaction.number <= last else { return false }
            earliest = min(earliest ?? transaction.recordedAt, transaction.recordedAt)
            latest = max(latest ?? transaction.recordedAt, transaction.recordedAt)
            return true
        }
        return (earliest, latest)
    }

    private func positions(in span: Report.Span) throws -> Set<Position> {
        var positions: Set<Position> = []
        func add(of name: String?, _ filter: LogFilter) throws {
            try ledger.read { reader in
                try reader.forEachHistoryEntry(of: name, HistoryOptions(filter: filter)) { entry in
                    if entry.position > span.after, entry.position <= span.through { positions.insert(entry.position) }
                    return entry.position < span.through
                }
            }
        }
        switch scope.subject {
        case .everything: try add(of: nil, LogFilter())
        case .messages(let ids): for id in ids { try add(of: id, LogFilter()) }
        case .operation(let id): try add(of: nil, LogFilter(operation: id))
        case .actor(let name): try add(of: nil, LogFilter(actor: name))
        case .account(let address): try add(of: nil, LogFilter(account: address))
        case .person(let address):
            let search = try ledger.read { try SubjectSearch(of: address, in: ledger, $0) }
            for match in try search.messages(progress: { _ in }) {
                try add(of: match.id.description, LogFilter())
            }
        }
        return positions
    }

    /// The things that changed, and the steps with the numbers of all their changes.
    private func steps(of positions: [Position]) throws -> (streams: Set<StreamID>, sizes: [Int64: Int]) {
        var (streams, sizes): (Set<StreamID>, [Int64: Int]) = ([], [:])
        for position in positions {
            guard let place = try ledger.store.place(of: position) else { continue }
            streams.insert(place.stream)
            if sizes[place.transaction] == nil {
                sizes[place.transaction] = try ledger.store.transaction(place.transaction)?.eventCount
            }
        }
        return (streams, sizes)
    }

    /// The entries by which later steps undid these ones; those that undid such an undo, too.
    /// - Complexity: O(the transactions from the first of them on)
    private func undoing(_ steps: some Collection<Int64>, in streams: Set<StreamID>, _ span: Report.Span) throws
        -> Set<Position>
    {
        guard let first = steps.min() else { return [] }
        var (numbers, operations) = (Set(steps), Set<OperationID>())
        var found: Set<Position> = []
        try ledger.store.forEachTransaction(from: first, isBackward: false) { transaction in
            guard transaction.firstPosition <= span.through else { return false }
            let isUndo =
                switch try transaction.openedHeader()?.cause.map(Cause.init) {
                case .undo(let operation): operations.contains(operation)
                case .undoOfTransactions(let ranges):
                    ranges.contains { range in numbers.contains { range.contains($0) } }
                default: false
                }
            if isUndo {
                let start = Position(transaction.firstPosition.rawValue - 1)
                for event in try ledger.store.events(EventSelection(after: start, through: transaction.lastPosition))
                where streams.contains(event.stream) {
                    found.insert(event.position)
                    numbers.insert(transaction.number)
                }
            }
            if numbers.contains(transaction.number) { operations.insert(transaction.operation) }
            return true
        }
        return found
    }

    private func title(of findings: ProofFindings) -> String {
        switch scope.subject {
        case .everything: return "What happened in this mail ledger"
        case .messages(let ids):
            let subjects = findings.events.compactMap { event in
                ReportedMail.message(event).flatMap { added in
                    ids.contains { added.id.description.hasPrefix($0) } ? added.headers.subject ?? "(no subject)" : nil
                }
            }
            return switch subjects.count {
            case 0: "What happened to a message"
            case 1: "What happened to “\(subjects[0])”"
            default: "What happened to \(subjects.count) messages"
            }
        case .operation(let id): return "What the operation \(id.prefix(8)) did"
        case .actor(let name): return "What \(name) did"
        case .account(let address): return "What happened in the account \(address)"
        case .person(let address): return "Mail from and to \(address), and what was done to it"
        }
    }

    private func accounts(_ streams: Set<StreamID>, _ findings: ProofFindings) throws -> [String] {
        let accounts = Set(findings.events.filter { streams.contains($0.entry.stream) }.map(\.entry.account))
        return try ledger.read { try $0.accounts(includingDeleted: true) }
            .filter { accounts.contains($0.stream) }.map(\.address).sorted()
    }

    // MARK: Holds and erasures

    /// Whether the report is of some things only, so that others have no place in it.
    private var isOfSome: Bool {
        switch scope.subject {
        case .messages, .person: true
        default: false
        }
    }

    private func holds(_ streams: Set<StreamID>, _ findings: ProofFindings, _ span: Report.Span) throws
        -> [ReportedHold]
    {
        let accounts = Set(findings.events.filter { streams.contains($0.entry.stream) }.map(\.entry.account))
        let ids = Set(findings.events.compactMap { ReportedMail.message($0)?.id })
        return try ledger.read { reader in
            let addresses = Dictionary(
                try reader.accounts(includingDeleted: true).map { ($0.id, $0.address) }
            ) { first, _ in first }
            return try reader.holds(includingRemoved: true).filter { row in
                guard row.stream.rawValue <= span.through.rawValue else { return false }
                guard isOfSome else { return true }
                return switch row.target {
                case .message(let id): ids.contains(id)
                case .account: accounts.contains(row.accountStream)
                case .query: true
                }
            }.map { row in
                let header = try ledger.store.header(ofEvent: Position(row.stream.rawValue))
                let target =
                    switch row.target {
                    case .message(let id): "the message \(id.description.prefix(8))"
                    case .account(let id): "the account \(addresses[id] ?? String(id.description.prefix(8)))"
                    case .query(let query): "mail that is found by: \(query)"
                    }
                return ReportedHold(
                    name: row.name, target: target, added: row.added, actor: header?.actor, reason: header?.reason,
                    isLifted: row.isRemoved)
            }
        }
    }

    private func erasures(_ streams: Set<StreamID>, _ span: Report.Span) throws -> [ReportedErasure] {
        try ledger.read { reader in
            try reader.erasures().filter {
                $0.position > span.after && $0.position <= span.through && (!isOfSome || streams.contains($0.stream))
            }.map { row in
                let header = try ledger.store.header(ofEvent: row.position)
                return ReportedErasure(
                    time: row.time, kind: row.kind, actor: header?.actor, reason: header?.reason,
                    position: row.position, events: row.events)
            }
        }
    }

    /// Erased things no longer show whose they were.
    private func erasuresOfUnknown() throws -> Int? {
        guard case .person = scope.subject else { return nil }
        return try ledger.read { try $0.erasures().count }
    }
}
