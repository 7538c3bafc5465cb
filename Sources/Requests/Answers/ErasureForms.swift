internal import CivilTime
package import EventLog
internal import LedgerContexts
package import LedgerKernel
package import Projections

/// The effects of an erasure, or of a dry run.
public struct ErasureForm: Encodable, Sendable {
    let plan: ErasurePlan
    let operation: String?
    package let remaining: ErasureSteps
    let isDryRun: Bool
    /// Nil for a ledger of one machine, and where nothing was erased.
    package let elsewhere: CopiesElsewhere?

    init(
        plan: ErasurePlan, operation: String?, remaining: ErasureSteps, isDryRun: Bool,
        elsewhere: CopiesElsewhere? = nil
    ) {
        self.plan = plan
        self.operation = operation
        self.remaining = remaining
        self.isDryRun = isDryRun
        self.elsewhere = elsewhere
    }

    enum CodingKeys: CodingKey {
        case account, messages, conversations, notes, actions, answers, profiles, events, headers,
            sharedHeaders, contents, bytes, keptContents, maildirs, holds, operation, remaining, isDryRun, elsewhere
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(plan.account, forKey: .account)
        try container.encode(plan.messages, forKey: .messages)
        try container.encode(plan.things["conversation"] ?? 0, forKey: .conversations)
        try container.encode(plan.things["note"] ?? 0, forKey: .notes)
        try container.encode(plan.things["action"] ?? 0, forKey: .actions)
        try container.encode(plan.things["answer"] ?? 0, forKey: .answers)
        try container.encode(plan.things["profile"] ?? 0, forKey: .profiles)
        try container.encode(plan.events, forKey: .events)
        try container.encode(plan.headers, forKey: .headers)
        try container.encode(plan.sharedHeaders, forKey: .sharedHeaders)
        try container.encode(plan.contents, forKey: .contents)
        try container.encode(plan.bytes, forKey: .bytes)
        try container.encode(plan.keptContents, forKey: .keptContents)
        try container.encode(plan.maildirs, forKey: .maildirs)
        try container.encode(plan.holds.map(\.name), forKey: .holds)
        try container.encode(operation, forKey: .operation)
        try container.encode(remaining.names, forKey: .remaining)
        try container.encode(isDryRun, forKey: .isDryRun)
        try container.encode(elsewhere, forKey: .elsewhere)
    }
}

/// Something that was erased.
public struct ErasedForm: Encodable, Sendable {
    package let position: Int64
    package let time: String
    package let kind: String
    package let id: String
    /// Nil for a thing of no account.
    let account: String?
    package let events: Int
    package let actor: String?
    package let osUser: String?
    package let host: String?
    package let reason: String?

    package init(_ row: ErasureRow, header: TransactionHeader?) {
        position = row.position.rawValue
        time = row.time.iso8601
        kind = row.kind
        id = row.id.description
        account = row.account?.description
        events = row.events
        actor = header?.actor
        osUser = header?.osUser
        host = header?.host
        reason = header?.reason
    }
}
