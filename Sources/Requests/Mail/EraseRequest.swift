internal import EventLog
internal import LedgerContexts
internal import LedgerHistory
public import LedgerKernel
internal import Mail
internal import Projections
internal import QueryLanguage

/// The kind of thing that an erasure removes.
public enum RequestedErasure: String, Codable, Hashable, Sendable {
    case message
    case account
    case conversation
    case query
    /// All mail whose header names this whole address.
    case address
    /// A note and its actions.
    case note
    case answer
    /// A thing of a context that the program brings, by its id.
    case thing
    /// Every profile that the ledger had, with their canned answers.
    case profile
}

/// Destroys mail and other things for good; needs a reason.
public struct EraseRequest: LedgerWork {
    public static let name = "erase"
    public typealias Answer = ErasureForm
    public var kind: RequestedErasure
    /// The name or the first digits of the id of the thing, deleted or not, or a query; nothing of a profile.
    public var target: String?
    /// Whether who and why of transactions that other events share goes, too.
    public var sharedHeaders: Bool?
    /// Whether a new key is made if that of earlier erasures is lost; what those erased is then no longer recognised.
    public var newKey: Bool?

    enum CodingKeys: String, CodingKey {
        case kind, target
        case sharedHeaders = "shared_headers"
        case newKey = "new_key"
    }

    public init(
        kind: RequestedErasure, target: String? = nil, sharedHeaders: Bool? = nil, newKey: Bool? = nil
    ) {
        self.kind = kind
        self.target = target
        self.sharedHeaders = sharedHeaders
        self.newKey = newKey
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        let erasure = try PlannedErasure(
            of: resolved(in: ledger), in: ledger, includingSharedHeaders: sharedHeaders ?? false,
            newKey: newKey ?? false, call)
        try erasure.check()
        guard !call.isDryRun, !erasure.plan.isEmpty else { return CommandResult(erasure.look, operation: nil) }
        return try erasure.carryOut()
    }

    private func resolved(in ledger: Ledger) throws -> ErasureTarget {
        if kind == .profile {
            guard target == nil else {
                throw DomainError.invalid(field: "target", reason: "a profile has none; all that there were are meant")
            }
            return .streams(try ledger.read { try $0.streamsOfProfiles() })
        }
        guard let target else {
            throw DomainError.invalid(field: "target", reason: ValueError.Reason.isMissing.rawValue)
        }
        return switch kind {
        case .message: .message(prefix: target)
        case .account: .account(target)
        case .conversation: .conversation(target)
        case .query: .query(try ledger.read { try $0.filter(ofErasure: MessageQuery(target)) })
        case .address: .address(try Self.person(target).address)
        case .note: .note(prefix: target)
        case .thing: .streams([try ledger.read { try $0.streamOfAddedThing(target) }])
        case .answer, .profile:
            .streams([try ledger.read { try $0.answer(target, includingDeleted: true).stream }])
        }
    }

    private static func person(_ text: String) throws -> EmailAddress {
        guard let person = EmailAddress(ofPerson: text) else {
            throw DomainError.invalid(field: "target", reason: "\"\(text)\" is not an e-mail address")
        }
        return person
    }
}
