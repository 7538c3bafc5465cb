internal import Assist
internal import Domain
internal import EventLog
internal import Projections
internal import WireModels

extension FAQEntity {
    /// Makes the form of a canned answer.
    init(_ row: AnswerRow) {
        self.init(
            id: row.id.description, category: row.settings.category, questionPattern: row.settings.questionPattern,
            answer: row.settings.text, usageCount: row.usageCount, lastUsedAt: row.lastUsedAt.map(WireTime.init(_:)),
            isEnabled: row.settings.isEnabled, createdAt: WireTime(row.createdAt), updatedAt: WireTime(row.updatedAt))
    }

    /// The id of the answer; nil if somebody else gave it one that is no UUID.
    var answerID: AnswerID? { UniqueID(id).map(AnswerID.init(_:)) }

    /// The command that makes the answer of its id like it.
    var change: ChangeAnswer {
        ChangeAnswer(category: category, questionPattern: questionPattern, text: answer, isEnabled: isEnabled)
    }
}
