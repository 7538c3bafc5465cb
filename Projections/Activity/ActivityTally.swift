/// What the events of one transaction did in one account.
struct ActivityTally {
    var events = 0
    var added = 0
    var marked = 0
    var moved = 0
    var deleted = 0
    var total = 0
    var unread = 0
    /// In bytes.
    var size: Int64 = 0

    /// Counts what became of a message.
    mutating func count(_ transition: MessageTransition) {
        switch (transition.before?.isLive ?? false, transition.after.isLive) {
        case (false, true): added += 1
        case (true, false): deleted += 1
        case (true, true): if transition.before?.folders != transition.after.folders { moved += 1 }
        case (false, false): break
        }
    }
}

/// What was done on a day in an account by an actor with a command.
struct ActivityRow {
    struct Key: Hashable {
        let day: Int64
        let account: Int64
        let actor: String
        let command: String
    }

    private(set) var tally = ActivityTally()
    private(set) var operations = 0
    private(set) var begun = 0
    private(set) var last: Int64 = 0
    private(set) var loudest: Int64 = 0
    private(set) var loudestEvents = 0

    /// - Parameters:
    ///   - tally: What a transaction did in the account.
    ///   - events: How many events the transaction has.
    mutating func add(
        _ tally: ActivityTally, beginning: (operations: Int, begun: Int), first: Int64, last: Int64, events: Int
    ) {
        self.tally.events += tally.events
        self.tally.added += tally.added
        self.tally.marked += tally.marked
        self.tally.moved += tally.moved
        self.tally.deleted += tally.deleted
        self.tally.total += tally.total
        self.tally.unread += tally.unread
        self.tally.size += tally.size
        operations += beginning.operations
        begun += beginning.begun
        self.last = max(self.last, last)
        if events > loudestEvents { (loudest, loudestEvents) = (first, events) }
    }
}
