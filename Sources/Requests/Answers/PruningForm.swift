public import QueryLanguage

/// The answer of a command that prunes, place by place; a message in two places counts in both.
public struct PruningForm: Encodable, Sendable {
    public let outcome: OutcomeForm
    /// One for each rule; none if no rule is stored.
    public let places: [PrunedPlace]

    init(_ places: [PrunedPlace], operation: String?, isDryRun: Bool) {
        self.places = places
        outcome = OutcomeForm(
            matched: places.reduce(0) { $0 + $1.messages }, changed: places.reduce(0) { $0 + $1.pruned },
            operation: operation, isDryRun: isDryRun)
    }

    private enum CodingKeys: CodingKey { case places }

    public func encode(to encoder: any Encoder) throws {
        try outcome.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(places, forKey: .places)
    }
}
