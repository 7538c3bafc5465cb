internal import ArgumentParsing
internal import Assist

extension MessageCategory: DomainWord {}
extension Sentiment: DomainWord {}
extension SentimentIntensity: DomainWord {}
extension AnswerCategory: DomainWord {}
extension AssistFeature: DomainWord {}
extension ConnectedService: DomainWord {}

/// `on` or `off`.
enum OnOrOff: String, CaseIterable, ExpressibleByArgument, Sendable {
    case on
    case off
}

/// A claim that is to be taken away.
enum ClaimName: String, DomainWord, Sendable {
    case category
    case sentiment
    case score
    case answer
    case replyDraft = "reply_draft"
    case memory
    case conversation
}
