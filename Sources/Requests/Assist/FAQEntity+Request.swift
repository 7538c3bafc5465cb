internal import Assist
internal import WireModels

extension FAQEntity {
    /// The request that adds it, under its own id if that is a UUID; its uses are counted by events of their own.
    var addition: AddAnswerRequest {
        AddAnswerRequest(
            id: answerID, category: category, questionPattern: questionPattern, text: answer, isEnabled: isEnabled)
    }
}
