internal import Assist
internal import WireModels

extension FAQEntity {
    /// The request that adds it under an id; its uses are counted by events of their own.
    func addition(under id: AnswerID) -> AddAnswerRequest {
        AddAnswerRequest(
            id: id, category: category, questionPattern: questionPattern, text: answer, isEnabled: isEnabled)
    }
}
