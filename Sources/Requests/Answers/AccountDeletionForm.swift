public import Projections

/// The result of deleting an account, or of a dry run.
public struct AccountDeletionForm: Encodable, Sendable {
    /// The answer of any command, in two numbers.
    public let outcome: OutcomeForm
    /// The things that disappear from lists with it, or lose their place.
    public let holdings: AccountHoldings

    /// The number of its messages.
    public var matched: Int { outcome.matched }
    package var told: OutcomeForm.Told { outcome.told }

    enum CodingKeys: CodingKey { case folders, messages, conversations, claims, notes, actions }

    public func encode(to encoder: any Encoder) throws {
        try outcome.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(holdings.folders, forKey: .folders)
        try container.encode(holdings.messages, forKey: .messages)
        try container.encode(holdings.conversations, forKey: .conversations)
        try container.encode(holdings.claims, forKey: .claims)
        try container.encode(holdings.notes, forKey: .notes)
        try container.encode(holdings.actions, forKey: .actions)
    }
}
