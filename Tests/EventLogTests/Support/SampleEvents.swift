import EventLog

/// A note was written: the first event of a stream.
struct NoteAdded: Event, Hashable {
    static let type = EventType("test.note-added", schema: 1)
    let text: String
}

/// A note's text became another.
struct NoteEdited: Event, Hashable {
    static let type = EventType("test.note-edited", schema: 1)
    let text: Change<String>
}

/// A note was erased, with all that its stream said.
struct NoteErased: Event, Hashable {
    static let type = EventType("test.note-erased", schema: 1)
    let events: Int
}

extension EventCatalogue {
    /// What the logs of these tests hold.
    static let sample = EventCatalogue([NoteAdded.self, NoteEdited.self, NoteErased.self])
}

extension ProposedEvent {
    /// A note on a stream of its own.
    static func added(_ text: String, account: AccountReference = .none) -> ProposedEvent {
        ProposedEvent(NoteAdded(text: text), target: .noStream, account: account)
    }

    /// An edit of a note, of which `version` many events are expected to be there; any number when nil.
    static func edited(
        _ stream: StreamReference, version: Int? = nil, _ text: String, account: AccountReference = .none
    ) -> ProposedEvent {
        ProposedEvent(
            NoteEdited(text: Change(old: "", new: text)),
            target: version.map { .exact(stream, version: $0) } ?? .any(stream), account: account)
    }
}

extension ProposedEvent {
    /// The end of a note.
    static func erased(_ stream: StreamReference, account: AccountReference = .none) -> ProposedEvent {
        ProposedEvent(NoteErased(events: 1), target: .any(stream), account: account)
    }
}

extension ProposedEvent.StreamReference {
    /// The stream whose first event is at a position.
    static func at(_ position: Int64) -> Self { .existing(StreamID(position)) }
}

extension OperationContext {
    static func sample(command: String = "note", reason: String? = nil) -> OperationContext {
        OperationContext(
            operation: .random(), command: command, actor: "ada", osUser: "ada", host: "analytical", program: "tests/1",
            reason: reason)
    }
}

extension OperationID {
    static func random() -> OperationID {
        OperationID(UniqueID.random { count in (0..<count).map { _ in UInt8.random(in: 0...255) } })
    }
}

extension LogWriting {
    /// Appends events as an operation of their own.
    @discardableResult
    func record(_ events: [ProposedEvent], ifHead: Position? = nil, key: String? = nil) throws -> Receipt {
        try append(ProposedTransaction(events, context: .sample(), idempotencyKey: key), ifHead: ifHead)
    }

    /// Each event as `position: stream@version type transaction account`.
    func lines(_ selection: EventSelection = EventSelection()) throws -> [String] {
        try events(selection).map {
            "\($0.position): \($0.stream)@\($0.version) \($0.type) \($0.transaction) \($0.account)"
        }
    }

    /// Appends transactions of random sizes about random streams.
    func recordAtRandom(_ count: Int, from generator: inout some RandomNumberGenerator, largest: Int = 7) throws {
        var streams: [StreamID] = []
        for number in 0..<count {
            let first = try head().position
            var events: [ProposedEvent] = []
            for offset in 0..<Int.random(in: 1...largest, using: &generator) {
                if let stream = streams.randomElement(using: &generator), Bool.random(using: &generator) {
                    events.append(.edited(.existing(stream), "\(number) \(offset)"))
                } else {
                    events.append(.added("\(number) \(offset)", account: Bool.random(using: &generator) ? .own : .none))
                }
            }
            try record(events)
            for (offset, event) in events.enumerated() where event.target == .noStream {
                streams.append(StreamID(first.advanced(by: offset + 1).rawValue))
            }
        }
    }
}
