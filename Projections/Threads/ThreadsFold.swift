internal import EventLog
internal import Mail
internal import SQLiteDatabase

/// Joins the messages of a fold into threads, and writes the tables of threads behind the last of them.
final class ThreadsFold {
    private let joins: ThreadJoins
    private let renew: Statement
    private let replies: TreeWriter
    private let members: TreeWriter
    private let threads: TreeWriter
    private let membersByThread: SortedRows
    /// The account and the text of each reference, and the message that brought it.
    private let references: SortedRows
    private let referenceTree: TreeWriter
    private let referencesByThread: SortedRows
    private let indexes: ThreadIndexes
    private var record = RecordBuilder()
    private var key = SortKey()

    private var partition = FoldedPartition()
    private var places: ThreadPlacesFold
    private var known = ReferenceTable()

    init(into tables: FoldedTables) throws {
        joins = try ThreadJoins(on: tables.connection)
        renew = try tables.connection.prepare(ThreadPartition.renewal)
        replies = tables.tree("thread_reply", .table)
        members = tables.tree("thread_member", .table)
        threads = tables.tree("thread", .table)
        membersByThread = tables.rows("thread_member_by_thread")
        references = tables.rows()
        referenceTree = tables.tree("thread_reference", .index)
        referencesByThread = tables.rows("thread_reference_by_thread")
        indexes = ThreadIndexes(in: tables)
        places = try ThreadPlacesFold(into: tables)
    }

    var steps: ProjectionFold {
        var steps = ProjectionFold(finish: finish)
        steps.take(MessageAdded.self, add)
        for type in FoldedEvents.ofMessages { steps.take(any: type) { _, changes in try self.follow(changes) } }
        return steps
    }

    private func add(_ added: MessageAdded, _ event: RecordedEvent, _ changes: ChangeRecorder) throws {
        let headers = added.headers
        let account = event.account.rawValue
        let message = partition.add(event.stream.rawValue)
        var found: Set<FoldedPartition.Member> = []
        for id in ThreadPartition.ids(headers.messageID, headers.inReplyTo + headers.references) {
            if let member = known.member(insertingUnlessKnown: id, account: account, message) {
                found.insert(partition.first(of: member))
            } else {
                // Its thread is known at the end.
                key.removeAll()
                key.append(account)
                key.append(id)
                key.append(Int64(message))
                try references.append(key)
            }
        }
        if !headers.inReplyTo.isEmpty || !headers.references.isEmpty {
            try ThreadReplies.append(
                inReplyTo: headers.inReplyTo, references: headers.references, of: event.stream.rawValue, to: &record)
            record.finish()
            try replies.append(record.record, row: event.stream.rawValue)
        }
        try join(found.sorted(), message, added, event, changes)
    }

    /// Puts a message into the first of the threads that it follows, which takes in the others.
    private func join(
        _ found: [FoldedPartition.Member], _ message: FoldedPartition.Member, _ added: MessageAdded,
        _ event: RecordedEvent, _ changes: ChangeRecorder
    ) throws {
        let account = event.account.rawValue
        func change(_ kind: RowChange.Kind, _ thread: FoldedPartition.Member) -> RowChange {
            RowChange(kind, entity: Entity.thread, id: partition.id(of: thread), account: account)
        }
        let merged = found.dropFirst()
        for thread in merged {
            for member in partition.members(of: thread) {
                try renew.run(partition.id(of: member), event.position.rawValue)
                guard partition.isLive(member) else { continue }
                changes.announce(
                    RowChange(.updated, entity: Entity.message, id: partition.id(of: member), account: account))
            }
            if partition.liveCount(of: thread) > 0 { changes.announce(change(.destroyed, thread)) }
        }
        if !merged.isEmpty { try joins.join(found.map(partition.id(of:)), by: event.position.rawValue) }
        let before = found.first.map { partition.liveCount(of: $0) } ?? 0
        var state: MessageTransition.State?
        changes.forEachTransition { transition, _ in state = transition.after }
        let isLive = state?.isLive ?? false
        partition.begin(message, account: account)
        partition.setLive(message, isLive)
        let fate = changes.fate
        places.append(fate?.message.arrival.after ?? state)
        if fate?.message.isLive ?? !added.copy.isHidden {
            let date = SortTime.of(
                date: added.headers.date, receivedAt: added.receivedAt, recordedAt: event.recordedAt)
            partition.count(
                message, isUnread: (fate?.message.keywords ?? added.keywords).isUnread, date: date,
                subject: added.headers.subject)
        }
        let thread = found.first ?? message
        for other in merged { partition.join(other, into: thread) }
        if thread != message { partition.join(message, into: thread) }
        let after = partition.liveCount(of: thread)
        if before != after, let kind = RowChange.Kind(wasShown: before > 0, isShown: after > 0) {
            changes.announce(change(kind, thread))
        }
        if !merged.isEmpty { changes.tell(ThreadsJoined(thread: partition.id(of: thread))) }
    }

    /// Follows what happens to a message: an event of a fold concerns one.
    private func follow(_ changes: ChangeRecorder) throws {
        var announced: RowChange?
        try changes.forEachTransition { transition, isShown in
            guard let before = transition.before else { return }
            guard let member = partition.member(transition.message) else {
                throw ProjectionError.unknown("message \(transition.message)")
            }
            let (after, thread) = (transition.after, partition.first(of: member))
            func change(_ kind: RowChange.Kind) -> RowChange {
                RowChange(kind, entity: Entity.thread, id: partition.id(of: thread), account: transition.account)
            }
            if before.isLive != after.isLive {
                let count = partition.liveCount(of: thread)
                partition.setLive(member, after.isLive)
                let kind = RowChange.Kind(wasShown: count > 0, isShown: partition.liveCount(of: thread) > 0)
                if isShown { announced = kind.map(change) }
            } else if isShown, after.isLive, before.isUnread != after.isUnread {
                announced = change(.updated)
            }
        }
        if let announced { changes.announce(announced) }
    }

    private func finish() throws {
        known = ReferenceTable()
        for member in partition.all {
            let (id, first) = (partition.id(of: member), partition.first(of: member))
            let thread = partition.id(of: first)
            record.appendNull()
            record.append(thread)
            record.finish()
            try members.append(record.record, row: id)
            try membersByThread.append(thread, id, id, by: &key)
            guard first == member else { continue }
            let totals = partition.totals(of: member)
            try totals.append(thread: id, isPinned: false, isMuted: false, isArchived: false, to: &record)
            record.finish()
            try threads.append(record.record, row: id)
            try indexes.append(totals, thread: id)
            try places.write(member, of: partition)
        }
        try places.finish()
        try writeReferences()
    }

    private func writeReferences() throws {
        try references.forEach { encoded in
            var place = encoded.count - SortKey.integerSize
            let first = partition.first(of: FoldedPartition.Member(SortKey.nextInteger(of: encoded, at: &place)))
            let thread = partition.id(of: first)
            place = 0
            let account = SortKey.nextInteger(of: encoded, at: &place)
            record.append(account)
            key.removeAll()
            key.append(thread)
            key.append(account)
            SortKey.withNextContent(of: encoded, at: &place) { text in
                record.append(text: text)
                key.append(text: text)
            }
            record.append(thread)
            record.finish()
            try referenceTree.append(record.record)
            try referencesByThread.append(key)
        }
    }
}
