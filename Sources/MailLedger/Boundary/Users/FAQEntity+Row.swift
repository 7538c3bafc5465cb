public import Assist
internal import Domain
internal import EventLog
public import Projections
public import WireModels

extension FAQEntity {
    /// Makes the form of a canned answer.
    public init(_ row: AnswerRow) {
        self.init(
            id: row.id.description, category: row.settings.category, questionPattern: row.settings.questionPattern,
            answer: row.settings.text, usageCount: row.usageCount, lastUsedAt: row.lastUsedAt.map(WireTime.init(_:)),
            isEnabled: row.settings.isEnabled, createdAt: WireTime(row.createdAt), updatedAt: WireTime(row.updatedAt))
    }

    /// The id of the answer; nil where somebody else gave it one that is no UUID.
    public var answerID: AnswerID? { UniqueID(id).map(AnswerID.init(_:)) }

    /// The command that adds it, under its own id where that is a UUID; its uses are counted by events of their own.
    public var addition: AddAnswer {
        AddAnswer(
            id: answerID, category: category, questionPattern: questionPattern, text: answer, isEnabled: isEnabled)
    }

    /// The command that makes the answer of its id like it.
    public var change: ChangeAnswer {
        ChangeAnswer(category: category, questionPattern: questionPattern, text: answer, isEnabled: isEnabled)
    }
}
