extension AnswerForm {
    static let answer = AnswerForm(
        "answer", "A canned answer",
        [
            Key("id", .string, "Its id."),
            Key(
                "category", .word("Equipment", "Software", "Business", "Personal", "Career", "Other"),
                "What it is about."),
            Key("question_pattern", .string, "Words of the questions that it answers."),
            Key("text", .string, "The answer."),
            Key("is_enabled", .boolean, "Whether it is proposed and may be used."),
            Key("usage_count", .integer, "How often it was used."),
            Key("last_used_at", .string.orNull, "When it was used last."),
            Key("created_at", .string, "When it was added."),
            Key("updated_at", .string, "When it was changed last."),
        ])

    static let suggestion = AnswerForm(
        "suggestion", "A canned answer that may fit a message",
        [
            Key("answer", .string, "The canned answer."),
            Key(
                "score", .number, "Which share of the words of its question the message has, more than 0 and 1 at most."
            ),
            Key("words", .list(.string), "Those words, folded."),
            Key("question_pattern", .string, "Words of the questions that it answers."),
            Key("text", .string, "The answer."),
        ])

    static let profile = AnswerForm(
        "profile", "Who owns the ledger",
        [
            Key("id", .string, "Its id."),
            Key("external_id", .string.orNull, "By what another system knows the owner."),
            Key("email", .string, "The address of the owner."),
            Key("display_name", .string.orNull, "The name of the owner."),
            Key("photo_url", .string.orNull, "Where a picture of the owner is."),
            Key("time_zone", .string.orNull, "The name of a time zone, as in `Europe/Oslo`."),
            Key("auto_transcribe", .boolean, "Whether recordings are transcribed automatically."),
            Key("auto_create_actions", .boolean, "Whether actions are created from notes automatically."),
            Key(
                "features", .list(.string),
                "What is switched on, of `canned_answers`, `categorization`, `memory_storage`, `opportunity_scoring`, `sentiment` and `smart_reply`."
            ),
            Key("services", .list(.string), "What is connected, of `apple` and `google`."),
            Key("created_at", .string, "When it was made."),
            Key("updated_at", .string, "When it was changed last."),
        ])

    static let classification = AnswerForm(
        "classification", "What is claimed of a message",
        [
            Key("category", .form("rated_claim").orNull, "The category of the message."),
            Key("sentiment", .form("sentiment_claim").orNull, "The mood in which it is written."),
            Key("opportunity_score", .form("score_claim").orNull, "What may come of it."),
            Key("answer", .form("rated_claim").orNull, "The canned answer that fits, by its id."),
            Key("reply_draft", .form("text_claim").orNull, "A reply that is proposed."),
            Key("memory", .string.orNull, "By what a memory outside of the ledger knows the message."),
            Key("conversation", .string.orNull, "The id of its conversation in that memory."),
        ])

    static let ratedClaim = AnswerForm(
        "rated_claim", "A claim with how sure its claimant is",
        [
            Key("value", .string, "What is claimed."),
            Key("confidence", .number.orNull, "How sure the claimant is, from 0 to 1."),
            Key("by", .string, "The model or the person who says so."),
        ])

    static let sentimentClaim = AnswerForm(
        "sentiment_claim", "A claim of a mood",
        [
            Key("value", .word("positive", "negative", "urgent", "neutral"), "The mood."),
            Key("intensity", .string.orNull, "How strong it is."),
            Key("by", .string, "The model or the person who says so."),
        ])

    static let scoreClaim = AnswerForm(
        "score_claim", "A claim of an opportunity score",
        [
            Key("value", .integer, "The score, from 0 to 100."),
            Key("by", .string, "The model or the person who says so."),
        ])

    static let textClaim = AnswerForm(
        "text_claim", "A claim that is a text",
        [
            Key("value", .string, "The text."),
            Key("by", .string, "The model or the person who says so."),
        ])
}
