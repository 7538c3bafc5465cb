internal import Assist
internal import EventLog
package import Projections

/// The claims about a message, with their claimants.
public struct ClassificationForm: Encodable, Sendable {
    private let row: ClassificationRow

    package init(_ row: ClassificationRow) {
        self.row = row
    }

    enum CodingKeys: CodingKey {
        case category, sentiment, opportunityScore, answer, replyDraft, memory, conversation
    }

    private enum ClaimKeys: CodingKey { case value, confidence, intensity, by }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let claims = row.classification
        try Self.encode(claims.category?.value.rawValue, by: claims.category?.by, into: &container, .category) {
            try $0.encode(claims.category?.confidence, forKey: .confidence)
        }
        try Self.encode(claims.sentiment?.value.rawValue, by: claims.sentiment?.by, into: &container, .sentiment) {
            try $0.encode(claims.sentiment?.intensity?.rawValue, forKey: .intensity)
        }
        let score = claims.opportunityScore
        try Self.encode(score?.value, by: score?.by, into: &container, .opportunityScore)
        try Self.encode(claims.answer?.value.description, by: claims.answer?.by, into: &container, .answer) {
            try $0.encode(claims.answer?.confidence, forKey: .confidence)
        }
        try Self.encode(claims.replyDraft?.value, by: claims.replyDraft?.by, into: &container, .replyDraft)
        try container.encode(row.memory.memory, forKey: .memory)
        try container.encode(row.memory.conversation, forKey: .conversation)
    }

    /// Writes a claim, or null if there is none.
    private static func encode(
        _ value: (some Encodable)?, by claimant: String?, into container: inout KeyedEncodingContainer<CodingKeys>,
        _ key: CodingKeys, _ companion: (inout KeyedEncodingContainer<ClaimKeys>) throws -> Void = { _ in }
    ) throws {
        guard let value else { return try container.encodeNil(forKey: key) }
        var claim = container.nestedContainer(keyedBy: ClaimKeys.self, forKey: key)
        try claim.encode(value, forKey: .value)
        try companion(&claim)
        try claim.encode(claimant, forKey: .by)
    }
}
