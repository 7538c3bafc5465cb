internal import Assist
internal import EventLog
internal import Projections

extension Ledger {
    /// Ranks the enabled canned answers by how many words of their patterns a message has.
    ///
    /// - Throws: ``DomainError/forbidden(_:)`` where canned answers are switched off.
    /// - Complexity: O(the text of the message + all patterns).
    public func suggestAnswers(for message: String, limit: Int = 5) throws -> [AnswerSuggestion] {
        try read { reader in
            try AssistFeature.cannedAnswers.require(in: reader.features())
            let row = try reader.message(message)
            let words = AnswerRanking.words(of: [row.subject ?? "", try text(of: row) ?? ""])
            return AnswerRanking.suggestions(
                among: try reader.answers().filter(\.settings.isEnabled), forWords: words, limit: limit)
        }
    }
}
