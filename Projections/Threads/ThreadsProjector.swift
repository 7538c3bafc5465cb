internal import Chat
public import EventLog
internal import Mail
public import SQLiteDatabase

/// Joins messages into threads by References and In-Reply-To, and keeps the marks of each thread.
///
/// Two messages of an account belong to one thread if a chain of Message-IDs leads from one to the other, even through
/// messages that never came. That is a partition by connected components, so the order of arrival cannot matter.
/// Subjects join nothing, and a message without ids stays alone. Deleting never splits a thread. Erasing splits one
/// that the message held together, once the views are built from the blanked log. So does a later reading of a message.
public final class ThreadsProjector: Projection {
    public static let name = "threads"
    public static let version = 12
    public static let after = ["folders", "messages", "chats"]
    public static let prepared: [any Event.Type] = [MessageReparsed.self]

    private let connection: Connection
    private let partition: ThreadPartition
    private let joins: ThreadJoins
    private let summaries: ThreadSummaries
    private let places: ThreadPlaces
    private var touched: Set<Int64> = []
    /// The numbers of live messages of threads whose number was requested or changed since the last flush.
    private var live: [Int64: Int] = [:]

    public convenience init(on connection: Connection) throws {
        try self.init(on: connection, splittingBySubject: false)
    }

    /// - Parameter splits: Whether an answer with another subject begins a thread of its own.
    init(on connection: Connection, splittingBySubject splits: Bool) throws {
        self.connection = connection
        partition = try ThreadPartition(on: connection, splitsBySubject: splits)
        joins = try ThreadJoins(on: connection)
        summaries = try ThreadSummaries(on: connection)
        places = try ThreadPlaces(on: connection)
    }

    public static func createTables(on connection: Connection) throws {
        try ThreadsSchema.createTables(on: connection)
    }

    public static func createIndexes(on connection: Connection) throws {
        try ThreadsSchema.createIndexes(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content else { return }
        switch content {
        case let added as MessageAdded:
            try join(added.headers, event, changes)
        case let reparsed as MessageReparsed: try reread(reparsed, event, changes)
        case is MessageBodyLoaded: try renew(event, changes)
        case let marked as ThreadMarked:
            let thread = try partition.thread(of: event.stream.rawValue)
            try announceIfChanged(thread, event, changes) {
                try summaries.mark(marked, message: event.stream.rawValue, at: event.position)
            }
        case let changed as AccountChanged:
            guard let address = changed.address else { break }
            try follow(address, event, changes)
        case let changed as FolderChanged where changed.role != nil: places.touchRoles()
        case is ChatMessageJoined:
            if let thread = try partition.threadIfKnown(of: event.stream.rawValue) { places.touch(thread) }
        case is MessageErased: try erase(event, changes)
        default: try followMessages(event, changes)
        }
    }

    // A thread's numbers are worked out once for many events: adding to a long thread would else cost its length each time.
    public func flush() throws {
        live.removeAll(keepingCapacity: true)
        if !touched.isEmpty { try summaries.settle(touched) }
        touched.removeAll()
        try places.settle()
    }

    // MARK: Messages that come

    private func join(_ headers: MessageHeaders, _ event: RecordedEvent, _ changes: ChangeRecorder) throws {
        let message = event.stream.rawValue
        var before = 0
        var row: ThreadSummaries.Shown?
        let outcome = try partition.insert(message: message, headers: headers, account: event.account.rawValue) {
            threads in
            for thread in threads.dropFirst() {
                try announceMessages(of: thread, event, changes)
                let count = try liveCount(thread)
                if count > 0 { changes.announce(change(.destroyed, thread, event)) }
            }
            before = try liveCount(threads[0])
            row = try shown(threads[0])
            try joins.join(threads, by: message)
        }
        let isNew = outcome.thread == message
        if !isNew, outcome.merged.isEmpty { before = try liveCount(outcome.thread) }
        var after = before
        changes.forEachTransition { transition, _ in
            if transition.message == message, transition.after.isLive { after += 1 }
        }
        for merged in outcome.merged {
            after += try liveCount(merged)
            live[merged] = 0
            touch(merged)
        }
        live[outcome.thread] = after
        touch(outcome.thread)
        if before != after {
            announce(outcome.thread, from: before, to: after, event, changes)
        } else if !outcome.merged.isEmpty, try shown(outcome.thread) != row {
            changes.announce(change(.updated, outcome.thread, event))
        }
        if !outcome.merged.isEmpty { changes.tell(ThreadsJoined(thread: outcome.thread)) }
    }

    /// Announces the live messages of a thread that another takes in: they are of that from now on.
    private func announceMessages(of thread: Int64, _ event: RecordedEvent, _ changes: ChangeRecorder) throws {
        for message in try partition.liveMessages(of: thread) {
            changes.announce(
                RowChange(.updated, entity: Entity.message, id: message, account: event.account.rawValue))
        }
    }

    // MARK: Messages that are read otherwise

    /// The visible values of a thread are computed before the message changes.
    public func prepare(for event: RecordedEvent) throws {
        guard case .event(let content) = event.content, content is MessageReparsed,
            let thread = try partition.threadIfKnown(of: event.stream.rawValue)
        else { return }
        _ = try shown(thread)
    }

    private func reread(_ reparsed: MessageReparsed, _ event: RecordedEvent, _ changes: ChangeRecorder) throws {
        let (message, account) = (event.stream.rawValue, event.account.rawValue)
        let changesThread = partition.isConcerned(by: reparsed)
        let concerned = try partition.threads(concernedBy: reparsed, message: message, account: account)
        let before = try rows(of: concerned)
        let members = try members(of: concerned)
        let remaining =
            try changesThread
            ? partition.reread(reparsed, message: message, account: account) : Set(concerned)
        let all = remaining.union(concerned).sorted()
        for thread in all {
            touch(thread)
            live[thread] = nil
        }
        let after = try rows(of: all)
        let membersAfter = try changesThread ? self.members(of: all) : members
        var renewed = Set(membersAfter.keys.filter { members[$0]?.thread != membersAfter[$0]?.thread })
        if reparsed.changesFields { renewed.insert(message) }
        try partition.renew(renewed, at: event.position)
        guard try connection.isLive(account: account) else { return }
        let shown = renewed.filter { members[$0]?.isLive ?? false }
        let touching = Set(shown.flatMap { [members[$0]?.thread, membersAfter[$0]?.thread] })
        for thread in all where before[thread] != after[thread] || touching.contains(thread) {
            let kind = RowChange.Kind(wasShown: before[thread] != nil, isShown: after[thread] != nil)
            if let kind { changes.announce(change(kind, thread, event)) }
        }
        // The message itself was announced where it lives.
        for member in shown.subtracting([message]).sorted() {
            changes.announce(RowChange(.updated, entity: Entity.message, id: member, account: account))
        }
    }

    /// The whole message is another email than its header alone was: its bytes, size and first words never change (RFC 8621
    /// section 4.1).
    private func renew(_ event: RecordedEvent, _ changes: ChangeRecorder) throws {
        let message = event.stream.rawValue
        guard let thread = try partition.threadIfKnown(of: message) else { return }
        try partition.renew([message], at: event.position)
        // A live message was announced itself.
        guard changes.changes.contains(where: { $0.entity == Entity.message && $0.id == message }) else { return }
        changes.announce(change(.updated, thread, event))
    }

    private func rows(of threads: [Int64]) throws -> [Int64: ThreadSummaries.Shown] {
        var rows: [Int64: ThreadSummaries.Shown] = [:]
        for thread in threads { rows[thread] = try shown(thread) }
        return rows
    }

    /// The messages of threads, deleted ones too, each with its thread.
    private func members(of threads: [Int64]) throws -> [Int64: (thread: Int64, isLive: Bool)] {
        var members: [Int64: (thread: Int64, isLive: Bool)] = [:]
        for thread in threads {
            for (message, isLive) in try partition.messages(of: thread) { members[message] = (thread, isLive) }
        }
        return members
    }

    // MARK: Messages that change

    /// The effect of an event on the numbers of a thread.
    private struct Difference {
        var live = 0
        var unread = 0
        var isElse = false
    }

    private func followMessages(_ event: RecordedEvent, _ changes: ChangeRecorder) throws {
        var differences: [Int64: Difference] = [:]
        var isShown = true
        try changes.forEachTransition { transition, transitionIsShown in
            guard let before = transition.before else { return }
            isShown = transitionIsShown
            let after = transition.after
            guard before != after else { return }
            let thread = try partition.thread(of: transition.message)
            places.touch(thread)
            guard before.isLive != after.isLive || before.isUnread != after.isUnread || before.isDraft != after.isDraft
            else { return }
            var difference = differences[thread] ?? Difference()
            difference.live += (after.isLive ? 1 : 0) - (before.isLive ? 1 : 0)
            difference.unread += (after.isLive && after.isUnread ? 1 : 0) - (before.isLive && before.isUnread ? 1 : 0)
            // A draft brings no archived thread back.
            if before.isLive, after.isLive, before.isDraft != after.isDraft,
                try summaries.isArchivedButFor(transition.message, thread)
            {
                difference.isElse = true
            }
            differences[thread] = difference
        }
        for (thread, difference) in differences.sorted(by: { $0.key < $1.key }) {
            touched.insert(thread)
            if difference.live != 0 {
                let before = try liveCount(thread)
                live[thread] = before + difference.live
                if isShown { announce(thread, from: before, to: before + difference.live, event, changes) }
            } else if isShown, difference.unread != 0 || difference.isElse {
                changes.announce(change(.updated, thread, event))
            }
        }
    }

    // The account's own address decides whether a message is inbound and returns its archived thread to the list. As long as a
    // build folds, no thread is archived.
    private func follow(_ address: Change<String>, _ event: RecordedEvent, _ changes: ChangeRecorder) throws {
        let isShown = try connection.isLive(account: event.account.rawValue)
        for thread in try summaries.archivedThreads(of: event.account.rawValue) {
            touched.insert(thread)
            guard isShown, try liveCount(thread) > 0 else { continue }
            let before = try summaries.isArchived(thread, toAddress: address.old)
            if try summaries.isArchived(thread, toAddress: address.new) != before {
                changes.announce(change(.updated, thread, event))
            }
        }
    }

    // MARK: Messages that are erased

    private func erase(_ event: RecordedEvent, _ changes: ChangeRecorder) throws {
        let message = event.stream.rawValue
        guard let thread = try partition.threadIfKnown(of: message) else { return }
        var wasLive = false
        changes.forEachTransition { transition, _ in
            if transition.message == message { wasLive = true }
        }
        let before = try liveCount(thread)
        let row = wasLive ? nil : try shown(thread)
        let changed = try partition.remove(message: message)
        let after = before - (wasLive ? 1 : 0)
        for thread in changed { touch(thread) }
        let last = changed.last ?? thread
        live[thread] = 0
        live[last] = after
        guard try connection.isLive(account: event.account.rawValue) else { return }
        guard last == thread else {
            if before > 0 { changes.announce(change(.destroyed, thread, event)) }
            if after > 0 { changes.announce(change(.created, last, event)) }
            return try announceMessages(of: last, event, changes)
        }
        if before != after {
            announce(thread, from: before, to: after, event, changes)
        } else if try shown(thread) != row {
            changes.announce(change(.updated, thread, event))
        }
    }

    private func touch(_ thread: Int64) {
        touched.insert(thread)
        places.touch(thread)
    }

    // MARK: What is shown

    private func liveCount(_ thread: Int64) throws -> Int {
        if let known = live[thread] { return known }
        let count = try summaries.liveCount(thread)
        live[thread] = count
        return count
    }

    /// The visible values of a thread, after computing its numbers; nil if it is hidden.
    private func shown(_ thread: Int64) throws -> ThreadSummaries.Shown? {
        if touched.remove(thread) != nil { try summaries.settle([thread]) }
        return try summaries.shown(thread)
    }

    private func announceIfChanged(
        _ thread: Int64, _ event: RecordedEvent, _ changes: ChangeRecorder, _ body: () throws -> Void
    ) throws {
        let before = try shown(thread)
        try body()
        touched.insert(thread)
        if try shown(thread) != before, try connection.isLive(account: event.account.rawValue) {
            changes.announce(change(.updated, thread, event))
        }
    }

    private func announce(
        _ thread: Int64, from before: Int, to after: Int, _ event: RecordedEvent, _ changes: ChangeRecorder
    ) {
        guard let kind = RowChange.Kind(wasShown: before > 0, isShown: after > 0) else { return }
        changes.announce(change(kind, thread, event))
    }

    private func change(_ kind: RowChange.Kind, _ thread: Int64, _ event: RecordedEvent) -> RowChange {
        RowChange(kind, entity: Entity.thread, id: thread, account: event.account.rawValue)
    }
}

extension ThreadsProjector: FoldedProjection {
    package static let folded = FoldedEvents.all

    package func makeFold(into tables: FoldedTables) throws -> ProjectionFold? { try ThreadsFold(into: tables).steps }
}
