internal import EventLog
internal import JSONCoding
internal import LedgerHistory
internal import LedgerKernel
internal import Mail
internal import Notes
internal import Projections

/// The visible notebook and links of a note, event by event: its own events, and those of the things it refers to.
///
/// A reference is visible while its target is live, as in the read models.
struct NoteReferences {
    private enum Step {
        case own(any Event)
        /// An event of an account or one of its folders.
        case container(StreamID, any Event)
        case message(MessageID, isLive: Bool)
        case thread(MessageID, String)
    }

    private var steps: [(position: Position, step: Step)] = []
    /// The accounts of the notebooks that it was in.
    private var accounts: [FolderID: StreamID] = [:]

    /// - Complexity: O(the events of the note, of its messages and of those in the threads that it is on, and of their accounts'
    ///   folders).
    init(of note: StreamID, _ reader: LedgerReader) throws {
        var folders: Set<FolderID> = []
        var links: Set<NoteLink> = []
        let selection = EventSelection(through: reader.position, stream: note)
        try reader.store.forEach(selection, decodedBy: reader.catalogue) { recorded in
            guard case .event(let event) = recorded.content else { return true }
            steps.append((recorded.position, .own(event)))
            switch event {
            case let added as NoteAdded: if let folder = added.folder { folders.insert(folder) }
            case let changed as NoteChanged: if let folder = changed.folder?.new { folders.insert(folder) }
            case let linked as NoteLinked: if let link = linked.link.new { links.insert(link) }
            default: break
            }
            return true
        }
        try addFolders(folders, reader)
        try addMessages(links, reader)
        // The events at one position have one effect on each reference: the order of their steps does not matter.
        steps.sort { $0.position < $1.position }
    }

    private mutating func addFolders(_ folders: Set<FolderID>, _ reader: LedgerReader) throws {
        let query = FoldersQuery(on: reader.connection)
        for id in folders {
            accounts[id] = try query.stream(of: id).flatMap(query.folder)?.accountStream
        }
        for account in Set(accounts.values) {
            for (position, event) in try ContainerTimeline(of: account, reader).events {
                steps.append((position, .container(account, event)))
            }
        }
    }

    private mutating func addMessages(_ links: Set<NoteLink>, _ reader: LedgerReader) throws {
        let states = try MessageStates(on: reader.connection)
        var added: Set<MessageID> = []
        for link in links {
            // Nothing is known of an erased message.
            guard let stream = try reader.streamIfKnown(of: link.message) else { continue }
            var streams = [stream]
            if link.scope == .thread {
                let evidence = try ThreadEvidence(of: stream, reader)
                for member in evidence.members {
                    streams.append(member.stream)
                    for (position, thread) in evidence.threads(of: member.stream) {
                        steps.append((position, .thread(member.id, thread)))
                    }
                }
            }
            for stream in streams {
                guard let state = try states.state(of: stream), added.insert(state.id).inserted else { continue }
                let timeline = try ContainerTimeline(of: state.accountStream, reader)
                try MessageLife(of: stream, in: state.accountStream, timeline, reader).forEachMoment { moment in
                    steps.append((moment.position, .message(state.id, isLive: moment.isLive)))
                }
            }
        }
    }

    /// Lends the visible values of the note after each event, from its first event on.
    func forEachMoment(_ body: (Position, [(field: String, value: JSONValue)]) -> Void) {
        var (folder, links): (FolderID?, Set<NoteLink>) = (nil, [])
        var containers: [StreamID: Containers] = [:]
        var live: Set<MessageID> = []
        var threads: [MessageID: String] = [:]
        var isThere = false
        func isLive(_ link: NoteLink) -> Bool {
            guard link.scope == .thread, let thread = threads[link.message] else { return live.contains(link.message) }
            return live.contains { threads[$0] == thread }
        }
        for (number, (position, step)) in steps.enumerated() {
            switch step {
            case .own(let event):
                isThere = true
                switch event {
                case let added as NoteAdded: folder = added.folder
                case let changed as NoteChanged: if let change = changed.folder { folder = change.new }
                case let linked as NoteLinked: if let link = linked.link.new { links.insert(link) }
                case let unlinked as NoteUnlinked: if let link = unlinked.link.old { links.remove(link) }
                default: break
                }
            case .container(let account, let event):
                containers[account, default: Containers()].apply(event, at: position)
            case .message(let message, let isLive):
                if isLive { live.insert(message) } else { live.remove(message) }
            case .thread(let message, let thread): threads[message] = thread
            }
            let isLast = number + 1 == steps.count || steps[number + 1].position != position
            guard isThere, isLast else { continue }
            let holder = folder.flatMap { accounts[$0] }.flatMap { containers[$0] }
            let isFiled = folder.map { holder?.isAccountLive == true && holder?.isLive($0) == true } ?? false
            let shown = links.filter(isLive).map { (message: $0.message.description, scope: $0.scope.rawValue) }
                .sorted { $0 < $1 }
            body(
                position,
                [
                    ("folder", isFiled ? folder.map { .string($0.description) } ?? .null : .null),
                    ("links", .array(shown.map { ["message": .string($0.message), "scope": .string($0.scope)] })),
                ])
        }
    }
}

extension LedgerReader {
    /// Returns the stream of the message with an id, deleted or not; nil if it was erased.
    fileprivate func streamIfKnown(of message: MessageID) throws -> StreamID? {
        try MessagesQuery(on: connection).streams(
            withPrefix: message.description, includingDeleted: true, limit: 1
        ).first
    }
}
