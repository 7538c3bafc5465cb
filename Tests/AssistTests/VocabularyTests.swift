import Assist
import TestSupport
import Testing

/// The words that are stored: who changes one, changes what old ledgers say.
@Suite struct `Words of this context` {
    @Test(.requirement(134)) func `the raw values of categories, moods and their strengths are frozen`() {
        #expect(MessageCategory.allCases.map(\.rawValue) == ["fan", "business", "spam", "urgent"])
        #expect(Sentiment.allCases.map(\.rawValue) == ["positive", "negative", "urgent", "neutral"])
        #expect(SentimentIntensity.allCases.map(\.rawValue) == ["low", "medium", "high"])
    }

    @Test(.requirement(134)) func `the raw values of canned answers' categories are frozen, and capitalised`() {
        #expect(
            AnswerCategory.allCases.map(\.rawValue) == [
                "Equipment", "Software", "Business", "Personal", "Career", "Other",
            ])
    }

    @Test func `the raw values of features and services are frozen`() {
        #expect(
            AssistFeature.allCases.map(\.rawValue) == [
                "categorization", "smart_reply", "canned_answers", "sentiment", "opportunity_scoring", "memory_storage",
            ])
        #expect(ConnectedService.allCases.map(\.rawValue) == ["google", "apple"])
    }
}
