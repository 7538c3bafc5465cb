internal import Assist
internal import MIME
internal import Mail
public import Projections

/// A canned answer that may fit a message.
public struct AnswerSuggestion: Sendable, Hashable {
    public let answer: AnswerRow
    /// The share of its pattern's words that the message has: more than 0, and 1 for all.
    public let score: Double
    /// Those words, folded, in the order of the pattern.
    public let words: [String]
}

/// Ranks patterns of questions for a text, by the share of a pattern's words that are in it.
///
/// score = |words of the pattern that the text has| ÷ |words of the pattern|, with each word counted once, and folded as
/// search folds words. Nothing is learnt and nothing is guessed: the same ledger gives the same ranking.
enum AnswerRanking {
    /// The different words of some texts, folded as those of the full text are.
    static func words(of texts: [String]) -> Set<String> {
        Set(texts.flatMap(orderedWords))
    }

    /// Ranks answers: the higher score first, then more words found, then more use, then the earlier one.
    static func suggestions(
        among answers: [AnswerRow], forWords words: Set<String>, limit: Int
    ) -> [AnswerSuggestion] {
        let found = answers.compactMap { answer -> AnswerSuggestion? in
            var seen: Set<String> = []
            let pattern = orderedWords(answer.settings.questionPattern).filter { seen.insert($0).inserted }
            let shared = pattern.filter(words.contains)
            guard !shared.isEmpty else { return nil }
            return AnswerSuggestion(answer: answer, score: Double(shared.count) / Double(pattern.count), words: shared)
        }
        let ranked = found.sorted { left, right in
            if left.score != right.score { return left.score > right.score }
            if left.words.count != right.words.count { return left.words.count > right.words.count }
            if left.answer.usageCount != right.answer.usageCount {
                return left.answer.usageCount > right.answer.usageCount
            }
            return left.answer.stream < right.answer.stream
        }
        return Array(ranked.prefix(max(limit, 0)))
    }

    /// The words of a text, folded, with one blank between them.
    static func line(_ text: String) -> String { orderedWords(text).joined(separator: " ") }

    private static func orderedWords(_ text: String) -> [String] {
        TextMatch.tokens(of: SearchFold.fold(text))
    }
}
