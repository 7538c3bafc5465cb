internal import CivilTime
public import EventLog
internal import Mail
public import SQLiteDatabase

/// Counts what was done on each day, in which account, by whom and with which command; and live messages by their dates.
///
/// So a chart reads days, not events. What an erasure blanked is counted as an event and nothing else.
public final class ActivityProjector: Projection {
    public static let name = "activity"
    public static let version = 1
    public static let after = ["messages", "unread"]
    public static let prepared: [any Event.Type] = [MessageReparsed.self]

    private let connection: Connection
    private let upsert: Statement
    private let upsertDay: Statement
    private let selectMessage: Statement
    /// What transactions did in each account, in the order of the first event, until it is known who made them.
    private var open: [Int64: [(account: Int64, tally: ActivityTally)]] = [:]
    /// The transaction whose events come now.
    private var current: (number: Int64, accounts: [(account: Int64, tally: ActivityTally)]) = (0, [])
    private var rows: [ActivityRow.Key: ActivityRow] = [:]
    private var days: [MailDay: Int] = [:]
    /// The event that was counted last.
    private var counted = Position.start
    /// The day of a message before a parser reads it again; nil where it does not live.
    private var dayBefore: MailDay?

    private struct MailDay: Hashable {
        let account: Int64
        let day: Int64
    }

    public init(on connection: Connection) throws {
        self.connection = connection
        upsert = try connection.prepare(
            """
            INSERT INTO activity VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
            ON CONFLICT DO UPDATE SET
                operations = operations + excluded.operations, begun = begun + excluded.begun,
                events = events + excluded.events, added = added + excluded.added, marked = marked + excluded.marked,
                moved = moved + excluded.moved, deleted = deleted + excluded.deleted,
                total_delta = total_delta + excluded.total_delta, unread_delta = unread_delta + excluded.unread_delta,
                size_delta = size_delta + excluded.size_delta, last = max(last, excluded.last),
                loudest = iif(excluded.loudest_events > loudest_events, excluded.loudest, loudest),
                loudest_events = max(loudest_events, excluded.loudest_events)
            """)
        upsertDay = try connection.prepare(
            "INSERT INTO mail_day VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET messages = messages + excluded.messages"
        )
        selectMessage = try connection.prepare("SELECT account, sort_date, is_live FROM message WHERE id = ?")
    }

    public static func createTables(on connection: Connection) throws {
        try ActivitySchema.createTables(on: connection)
    }

    // MARK: Events

    public func prepare(for event: RecordedEvent) throws {
        dayBefore = try day(of: event.stream.rawValue)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        let index = count(event, changes)
        guard case .event(let content) = event.content, !changes.changes.isEmpty else { return }
        switch content {
        case is MessageMarked: current.accounts[index].tally.marked += 1
        case let changed as CopyChanged where changed.keywords != nil: current.accounts[index].tally.marked += 1
        case let loaded as MessageBodyLoaded:
            current.accounts[index].tally.size += loaded.size.new - loaded.size.old
        case is MessageReparsed:
            guard let before = dayBefore, let after = try day(of: event.stream.rawValue), before != after else { break }
            days[before, default: 0] -= 1
            days[after, default: 0] += 1
        case is AccountDeleted, is AccountRestored:
            for case let size as AccountSize in changes.notes {
                current.accounts[index].tally.size += (content is AccountDeleted ? -1 : 1) * size.bytes
            }
        default: break
        }
    }

    /// Counts an event and what became of messages, and returns where its account is counted.
    @discardableResult
    private func count(_ event: RecordedEvent, _ changes: ChangeRecorder) -> Int {
        let index = index(of: event)
        // One that an older program wrote may be read as several.
        if counted != event.position { current.accounts[index].tally.events += 1 }
        counted = event.position
        for case let change as AccountCountChange in changes.notes {
            current.accounts[index].tally.total += change.total
            current.accounts[index].tally.unread += change.unread
        }
        changes.forEachTransition { transition, isShown in
            current.accounts[index].tally.count(transition)
            weigh(transition, isShown: isShown, index)
        }
        return index
    }

    private func index(of event: RecordedEvent) -> Int {
        if current.number != event.transaction {
            putAside()
            current = (event.transaction, [])
        }
        let account = event.account.rawValue
        if let index = current.accounts.firstIndex(where: { $0.account == account }) { return index }
        current.accounts.append((account, ActivityTally()))
        return current.accounts.count - 1
    }

    private func putAside() {
        if !current.accounts.isEmpty { open[current.number] = current.accounts }
    }

    /// Counts the bytes and the day of a message that came or went.
    private func weigh(_ transition: MessageTransition, isShown: Bool, _ index: Int) {
        let wasLive = transition.before?.isLive ?? false
        // What was erased has no weight; the views go with it.
        guard wasLive != transition.after.isLive, let weight = transition.weight else { return }
        let sign = wasLive ? -1 : 1
        days[MailDay(account: transition.account, day: Self.day(at: weight.sortDate)), default: 0] += sign
        if isShown { current.accounts[index].tally.size += Int64(sign) * weight.size }
    }

    private func day(of id: Int64) throws -> MailDay? {
        let message = try selectMessage.first(id) { try ($0.next(Int64.self), $0.next(Int64.self), $0.next(Bool.self)) }
        guard let (account, sortDate, isLive) = message, isLive else { return nil }
        return MailDay(account: account, day: Self.day(at: sortDate))
    }

    private static func day(at microseconds: Int64) -> Int64 { microseconds.floored(by: 86_400_000_000) }

    // MARK: Transactions

    public func finish(_ transaction: TransactionOrigin) throws {
        putAside()
        current = (0, [])
        let count = Int(transaction.lastPosition.rawValue - transaction.firstPosition.rawValue + 1)
        // Of a context that this program does not have no event is shown.
        let accounts = open.removeValue(forKey: transaction.number) ?? [(0, ActivityTally(events: count))]
        for (number, (account, tally)) in accounts.enumerated() {
            let key = ActivityRow.Key(
                day: Self.day(at: transaction.recordedAt.microseconds), account: account,
                actor: transaction.actor ?? "", command: transaction.command ?? "")
            rows[key, default: ActivityRow()].add(
                tally,
                beginning: transaction.beginsOperation ? (operations: 1, begun: number == 0 ? 1 : 0) : (0, 0),
                first: transaction.firstPosition.rawValue, last: transaction.lastPosition.rawValue, events: count)
        }
    }

    public func flush() throws {
        for (key, row) in rows {
            try upsert.run(
                key.day, key.account, key.actor, key.command, row.operations, row.begun, row.tally.events,
                row.tally.added, row.tally.marked, row.tally.moved, row.tally.deleted, row.tally.total,
                row.tally.unread, row.tally.size, row.last, row.loudest, row.loudestEvents)
        }
        rows.removeAll(keepingCapacity: true)
        for (day, count) in days { try upsertDay.run(day.account, day.day, count) }
        days.removeAll(keepingCapacity: true)
    }
}

extension ActivityProjector: FoldedProjection {
    package static let folded = FoldedEvents.all

    package func makeFold(into tables: FoldedTables) throws -> ProjectionFold? {
        var steps = ProjectionFold()
        steps.take(MessageAdded.self) { _, event, changes in self.count(event, changes) }
        return steps
    }
}
