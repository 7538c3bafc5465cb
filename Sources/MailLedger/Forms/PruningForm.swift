internal import EventLog

/// What pruning did in each place, or would do.
public struct PruningForm: Encodable, Sendable {
    let outcome: OutcomeForm
    let places: [Place]

    struct Place: Encodable {
        let place: PrunedPlace

        enum CodingKeys: CodingKey { case account, folder, rule, messages, pruned }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(place.account, forKey: .account)
            try container.encode(place.folder, forKey: .folder)
            try container.encode(place.rule, forKey: .rule)
            try container.encode(place.messages, forKey: .messages)
            try container.encode(place.pruned, forKey: .pruned)
        }
    }

    package init(_ outcome: PruneOutcome, isDryRun: Bool) {
        self.outcome = OutcomeForm(
            matched: outcome.messages, changed: outcome.pruned, operation: outcome.receipt?.operation.description,
            isDryRun: isDryRun)
        places = outcome.places.map(Place.init)
    }

    enum CodingKeys: CodingKey { case places }

    public func encode(to encoder: any Encoder) throws {
        try outcome.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(places, forKey: .places)
    }
}
