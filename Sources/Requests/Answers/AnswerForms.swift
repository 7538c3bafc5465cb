internal import Assist
internal import CivilTime
internal import EventLog
package import LedgerContexts
package import Projections

/// A canned answer.
public struct AnswerForm: Encodable, Sendable {
    package let row: AnswerRow

    package init(_ row: AnswerRow) {
        self.row = row
    }

    package var id: String { row.id.description }
    package var questionPattern: String { row.settings.questionPattern }

    enum CodingKeys: CodingKey {
        case id, category, questionPattern, text, isEnabled, usageCount, lastUsedAt, createdAt, updatedAt
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(row.id.description, forKey: .id)
        try container.encode(row.settings.category.rawValue, forKey: .category)
        try container.encode(row.settings.questionPattern, forKey: .questionPattern)
        try container.encode(row.settings.text, forKey: .text)
        try container.encode(row.settings.isEnabled, forKey: .isEnabled)
        try container.encode(row.usageCount, forKey: .usageCount)
        try container.encode(row.lastUsedAt?.iso8601, forKey: .lastUsedAt)
        try container.encode(row.createdAt.iso8601, forKey: .createdAt)
        try container.encode(row.updatedAt.iso8601, forKey: .updatedAt)
    }
}

/// A canned answer that may fit a message, and how well.
public struct SuggestionForm: Encodable, Sendable {
    package let suggestion: AnswerSuggestion

    package init(_ suggestion: AnswerSuggestion) {
        self.suggestion = suggestion
    }

    enum CodingKeys: CodingKey { case answer, score, words, questionPattern, text }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(suggestion.answer.id.description, forKey: .answer)
        try container.encode(suggestion.score, forKey: .score)
        try container.encode(suggestion.words, forKey: .words)
        try container.encode(suggestion.answer.settings.questionPattern, forKey: .questionPattern)
        try container.encode(suggestion.answer.settings.text, forKey: .text)
    }
}
