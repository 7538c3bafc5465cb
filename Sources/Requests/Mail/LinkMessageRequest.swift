internal import EventLog
internal import LedgerContexts
public import LedgerKernel
internal import Mail
internal import Projections

/// Records a server's ids for a message; omitted ids stay unchanged, and an empty text removes an id.
///
/// An id belongs to one message of an account: ``DomainError/alreadyExists(kind:name:)`` if another one has it.
public struct LinkMessageRequest: LedgerCommand {
    public static let name = "link-message"
    public typealias Answer = OutcomeForm
    /// The first digits of its id.
    public var message: String
    public var externalID: String?
    public var externalThread: String?
    /// The draft that it is a state of.
    public var draftID: String?

    enum CodingKeys: String, CodingKey {
        case message
        case externalID = "external_id"
        case externalThread = "external_thread"
        case draftID = "draft_id"
    }

    public init(
        message: String, externalID: String? = nil, externalThread: String? = nil, draftID: String? = nil
    ) {
        self.message = message
        self.externalID = externalID
        self.externalThread = externalThread
        self.draftID = draftID
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let row = try reader.message(message)
        guard let known = try KnownMessage(row.stream, reader: reader) else { return .outcome(of: 1, changed: 0, []) }
        func id(_ said: String?, _ old: String?) -> String? { said.map { $0.isEmpty ? nil : $0 } ?? old }
        let external = ExternalIDs(
            id: id(externalID, row.external.id), thread: id(externalThread, row.external.thread),
            draft: id(draftID, row.external.draft))
        if let id = external.id,
            let other = try reader.messageStream(externalID: id, in: known.state.accountStream),
            other != known.state.stream
        {
            throw DomainError.alreadyExists(kind: "message", name: id)
        }
        let events = known.linking(to: external).map { [known.proposing($0)] } ?? []
        return .outcome(of: 1, changed: events.count, events)
    }
}
