internal import Cryptography
package import EventLog
package import LedgerKernel
package import Mail
internal import Mailboxes
internal import Projections
internal import SQLiteDatabase

/// A message of the ledger, or of the transaction that is being decided, in its state after the decisions so far.
package struct KnownMessage {
    let stream: ProposedEvent.StreamReference
    package private(set) var state: MessageState
    private(set) var identity: SHA256Digest
    /// The first copy's bytes.
    private(set) var raw: SHA256Digest
    private(set) var size: Int64
    private(set) var hasBody: Bool
    private(set) var external: ExternalIDs

    /// The message that an event starts, at this offset of the transaction.
    init(_ added: MessageAdded, offset: Int, accountStream: StreamID) {
        stream = .started(offset)
        state = MessageState(added, stream: .none, accountStream: accountStream)
        identity = added.identity
        raw = added.copy.raw
        size = added.size
        hasBody = added.lacksBody != true
        external = added.external ?? ExternalIDs()
    }

    /// Reads the message with this stream, deleted or not; nil if there is none.
    package init?(_ stream: StreamID, reader: LedgerReader) throws {
        guard let state = try MessageStates(on: reader.connection).state(of: stream) else { return nil }
        let columns = try reader.connection.first(
            """
            SELECT identity, content, size, has_body FROM message WHERE id = \(bind: stream.rawValue)
            """
        ) { row in
            try (row.next(SHA256Digest.self), row.next(SHA256Digest.self), row.next(Int64.self), row.next(Bool.self))
        }
        guard let columns else { return nil }
        self.stream = .existing(stream)
        self.state = state
        (identity, raw, size, hasBody) = columns
        external = try reader.externalIDs(of: stream)
    }

    mutating func apply(_ event: any Event) {
        state = state.applying(event)
        switch event {
        case let loaded as MessageBodyLoaded:
            (identity, raw, size, hasBody) = (loaded.identity.new, loaded.raw.new, loaded.size.new, true)
        case let linked as MessageLinked:
            external = ExternalIDs(
                id: linked.id.map(\.new) ?? external.id, thread: linked.thread.map(\.new) ?? external.thread,
                draft: linked.draft.map(\.new) ?? external.draft)
        default: break
        }
    }

    // MARK: Events

    /// An event at the end of the message's stream.
    package func proposing(_ event: any Event) -> ProposedEvent {
        ProposedEvent(event, target: .any(stream), account: .stream(.existing(state.accountStream)))
    }

    /// Puts the whole message in the place of its header.
    func loading(_ arrival: Arrival) -> MessageBodyLoaded {
        MessageBodyLoaded(
            message: state.id, raw: Change(old: raw, new: arrival.digests.raw),
            identity: Change(old: identity, new: arrival.digests.identity),
            size: Change(old: size, new: arrival.size), attachments: arrival.attachments, snippet: arrival.snippet)
    }

    /// Gives it these names on its server; nil if it has them.
    package func linking(to names: ExternalIDs) -> MessageLinked? {
        MessageLinked(message: state.id, from: external, to: names)
    }
}

extension LedgerReader {
    /// The ids of a message on a server.
    func externalIDs(of message: StreamID) throws -> ExternalIDs {
        try connection.first(
            "SELECT external_id, external_thread, draft_id FROM message WHERE id = \(bind: message.rawValue)"
        ) { try ExternalIDs(id: $0.next(), thread: $0.next(), draft: $0.next()) }
            ?? ExternalIDs()
    }
}
