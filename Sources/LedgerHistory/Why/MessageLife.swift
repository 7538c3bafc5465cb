package import CivilTime
package import EventLog
package import LedgerKernel
package import Mail

/// A message after each event that decided how it is shown: its own events, and those of its account and folders.
package struct MessageLife {
    /// The state after an event.
    package struct Moment {
        package let position: Position
        package let message: MessageState
        package let facts: MessageFacts
        let containers: Containers

        /// The folders of the copies that are shown.
        var folders: [FolderID] {
            guard !message.isDeleted, containers.isAccountLive else { return [] }
            return message.copies.filter { containers.isLive($0.folder) && !$0.isHidden }.map(\.folder)
        }

        package var isLive: Bool { !folders.isEmpty }
    }

    private let own: [(position: Position, event: any Event)]
    private let timeline: ContainerTimeline
    private let stream: StreamID
    private let account: StreamID

    /// Reads the events of a message; `account` is that of the timeline.
    package init(of stream: StreamID, in account: StreamID, _ timeline: ContainerTimeline, _ reader: LedgerReader)
        throws
    {
        var own: [(position: Position, event: any Event)] = []
        let selection = EventSelection(through: reader.position, stream: stream)
        try reader.store.forEach(selection, decodedBy: reader.catalogue) { recorded in
            if case .event(let event) = recorded.content { own.append((recorded.position, event)) }
            return true
        }
        self.own = own
        self.timeline = timeline
        self.stream = stream
        self.account = account
    }

    /// Returns the message's own event at a position; nil for one of its account or folders.
    func event(at position: Position) -> (any Event)? { own.first { $0.position == position }?.event }

    /// Lends the message's own events, the earliest first; none if the one that made it was erased.
    func forEachOwnEvent(_ body: (Position, any Event) throws -> Void) rethrows {
        guard own.first?.event is MessageAdded else { return }
        for (position, event) in own { try body(position, event) }
    }

    /// Lends each moment from the one at which it came in, the earliest first; none if that was erased.
    package func forEachMoment(_ body: (Moment) throws -> Void) rethrows {
        guard case let added as MessageAdded = own.first?.event else { return }
        var containers = Containers()
        var message = MessageState(added, stream: stream, accountStream: account)
        var facts = MessageFacts(added)
        var next = 0
        func moment(_ position: Position) -> Moment {
            Moment(position: position, message: message, facts: facts, containers: containers)
        }
        for (position, event) in own {
            while next < timeline.events.count, timeline.events[next].position < position {
                let other = timeline.events[next]
                containers.apply(other.event, at: other.position)
                if other.position.rawValue > stream.rawValue { try body(moment(other.position)) }
                next += 1
            }
            message = message.applying(event)
            facts.apply(event)
            try body(moment(position))
        }
        for other in timeline.events[next...] {
            containers.apply(other.event, at: other.position)
            try body(moment(other.position))
        }
    }

    /// The last state, with the paths of its folders or last folders; nil if it was erased.
    package var end: (moment: Moment, folders: [String])? {
        var end: (moment: Moment, folders: [String])?
        forEachMoment { moment in
            let before = end?.folders ?? []
            // Once it is hidden, only the folders of its copies are left.
            let shown = moment.isLive ? moment.folders : before.isEmpty ? moment.message.copies.map(\.folder) : []
            end = (moment, shown.isEmpty ? before : Set(shown.map(moment.containers.path)).sorted())
        }
        return end
    }

    /// The last event behind which something began to hold that holds still, or the one that ended it.
    func lastTurn(of holds: (Moment) -> Bool) -> (position: Position, holds: Bool)? {
        var turn: (position: Position, holds: Bool)?
        forEachMoment { moment in
            let holds = holds(moment)
            if turn?.holds != holds { turn = (moment.position, holds) }
        }
        return turn
    }
}

/// The facts about a message from its own bytes and from its server.
package struct MessageFacts {
    private var reading: MessageReading
    package var size: Int64
    package var receivedAt: Timestamp
    var hasBody: Bool
    var external: ExternalIDs

    package var headers: MessageHeaders { reading.headers }
    var snippet: String { reading.snippet }
    var hasAttachments: Bool { reading.attachments.contains(where: \.isForReaders) }

    init(_ added: MessageAdded) {
        reading = MessageReading(added)
        size = added.size
        receivedAt = added.receivedAt
        hasBody = added.lacksBody != true
        external = added.external ?? ExternalIDs()
    }

    mutating func apply(_ event: any Event) {
        reading.apply(event)
        switch event {
        case let loaded as MessageBodyLoaded: (size, hasBody) = (loaded.size.new, true)
        case let linked as MessageLinked:
            if let id = linked.id { external.id = id.new }
            if let thread = linked.thread { external.thread = thread.new }
            if let draft = linked.draft { external.draft = draft.new }
        default: break
        }
    }
}
