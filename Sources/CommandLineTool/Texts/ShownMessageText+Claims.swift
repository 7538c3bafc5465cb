internal import Assist
internal import EventLog
internal import Projections

extension ShownMessageText {
    /// Writes what is claimed of a message, by whom.
    func write(_ row: ClassificationRow) {
        let claims = row.classification
        session.line("Claims", .bold)
        var table = Table([.init(looks: [.dim]), .init(minimum: 12, isFlexible: true), .init(looks: [.dim])])
        func add(_ label: String, _ value: String, _ claimant: String, _ companion: String? = nil) {
            table.append([.init("  " + label), .init(value + (companion.map { ", \($0)" } ?? "")), .init(claimant)])
        }
        if let claim = claims.category {
            add("category", claim.value.rawValue, claim.by, claim.confidence.map { "\($0)" })
        }
        if let claim = claims.sentiment {
            add("sentiment", claim.value.rawValue, claim.by, claim.intensity?.rawValue)
        }
        if let claim = claims.opportunityScore { add("score", "\(claim.value)", claim.by) }
        if let claim = claims.answer {
            add("answer", String(claim.value.description.prefix(8)), claim.by, claim.confidence.map { "\($0)" })
        }
        if let claim = claims.replyDraft { add("reply", claim.value.replacing("\n", with: " "), claim.by) }
        if let memory = row.memory.memory { add("memory", memory, "") }
        if let conversation = row.memory.conversation { add("conversation", conversation, "") }
        session.write(table)
    }
}
