extension EventShape {
    static let assist: [EventShape] = [
        EventShape(
            "assist.message-classified/1",
            "Somebody, a model or a person, claimed something of a message, or took a claim away. It stands in the message's stream. Each claim that changed has its old and its new form, with who said either.",
            [
                Field("message", "id", "the message"),
                Field("category", "change(rated_claim or null)?", "its value is `fan`, `business`, `spam` or `urgent`"),
                Field("sentiment", "change(sentiment_claim or null)?"),
                Field("opportunity_score", "change(score_claim or null)?"),
                Field("answer", "change(rated_claim or null)?", "its value is the id of a canned answer"),
                Field("reply_draft", "change(text_claim or null)?", "a reply that is proposed"),
            ]),
        EventShape(
            "assist.memory-linked/1",
            "A memory outside of the ledger knows a message by other names. It stands in the message's stream.",
            [
                Field("message", "id", "the message"),
                Field("memory", "change(string or null)?", "by what it knows the message"),
                Field("conversation", "change(string or null)?", "by what it knows the message's conversation"),
            ]),
        EventShape(
            "assist.answer-added/1", "A canned answer is there.",
            [
                Field("id", "id", "the answer"),
                Field("profile", "id?", "whose it is: it ends with the profile; left out where the ledger had none"),
                Field("category", "string", "`Equipment`, `Software`, `Business`, `Personal`, `Career` or `Other`"),
                Field("question_pattern", "string", "words of the questions that it answers"),
                Field("text", "string", "the answer"),
                Field("is_enabled", "boolean", "whether it is proposed and may be used"),
            ]),
        EventShape(
            "assist.answer-changed/1", "",
            [
                Field("answer", "id", "the answer"),
                Field("category", "change(string)?"),
                Field("question_pattern", "change(string)?"),
                Field("text", "change(string)?"),
                Field("is_enabled", "change(boolean)?"),
            ]),
        EventShape(
            "assist.answer-used/1", "A canned answer was used. How often and when last is counted from these.",
            [
                Field("answer", "id", "the answer"),
                Field("message", "id?", "what was answered"),
                Field("draft", "id?", "the draft that was made of it, in the same transaction"),
            ]),
        EventShape(
            "assist.answer-use-cancelled/1", "A use was undone, and does not count any more.",
            [
                Field("answer", "id", "the answer"),
                Field("use", "integer", "the position of the event that recorded the use"),
            ]),
        EventShape(
            "assist.answer-use-restored/1", "A use that had been undone counts again.",
            [
                Field("answer", "id", "the answer"),
                Field("use", "integer", "the position of the event that recorded the use"),
            ]),
        EventShape(
            "assist.answer-deleted/1", "",
            [
                Field("answer", "id", "the answer")
            ]),
        EventShape(
            "assist.answer-restored/1", "A deleted answer came back as it was.",
            [
                Field("answer", "id", "the answer")
            ]),
        EventShape(
            "assist.answer-erased/1",
            "A canned answer was erased: what the events of its stream said is blank from here back.",
            [
                Field("answer", "id", "the answer"),
                Field("events", "integer", "how many events of its stream were blanked"),
            ]),
        EventShape(
            "assist.profile-created/1", "The ledger got an owner. It has one live profile at most.",
            [
                Field("id", "id", "the profile"),
                Field("external_id", "string?", "by what another system knows the owner"),
                Field("email", "string"),
                Field("display_name", "string?"),
                Field("photo_url", "string?"),
                Field("time_zone", "string?", "as in `Europe/Oslo`"),
                Field("auto_transcribe", "boolean", "whether recorded speech is written down by itself"),
                Field("auto_create_actions", "boolean", "whether actions are made of notes by themselves"),
                Field(
                    "features", "[string]",
                    "what is switched on, of `canned_answers`, `categorization`, `memory_storage`, `opportunity_scoring`, `sentiment` and `smart_reply`"
                ),
                Field("services", "[string]", "what is connected, of `apple` and `google`"),
            ]),
        EventShape(
            "assist.profile-changed/1", "",
            [
                Field("profile", "id", "the profile"),
                Field("external_id", "change(string or null)?"),
                Field("email", "change(string)?"),
                Field("display_name", "change(string or null)?"),
                Field("photo_url", "change(string or null)?"),
                Field("time_zone", "change(string or null)?"),
                Field("auto_transcribe", "change(boolean)?"),
                Field("auto_create_actions", "change(boolean)?"),
            ]),
        EventShape(
            "assist.profile-feature-switched/1", "Features were switched on or off. One that was not is left out.",
            [
                Field("profile", "id", "the profile"),
                Field("categorization", "change(boolean)?"),
                Field("smart_reply", "change(boolean)?"),
                Field("canned_answers", "change(boolean)?"),
                Field("sentiment", "change(boolean)?"),
                Field("opportunity_scoring", "change(boolean)?"),
                Field("memory_storage", "change(boolean)?"),
            ]),
        EventShape(
            "assist.profile-service-switched/1",
            "Services were connected or disconnected. What it takes to speak to them is in no event.",
            [
                Field("profile", "id", "the profile"),
                Field("google", "change(boolean)?"),
                Field("apple", "change(boolean)?"),
            ]),
        EventShape(
            "assist.profile-deleted/1", "A profile ended, and its canned answers with it.",
            [
                Field("profile", "id", "the profile")
            ]),
        EventShape(
            "assist.profile-restored/1", "A deleted profile came back as it was, and the answers that ended with it.",
            [
                Field("profile", "id", "the profile")
            ]),
        EventShape(
            "assist.profile-erased/1",
            "A profile was erased: what the events of its stream said is blank from here back.",
            [
                Field("profile", "id", "the profile"),
                Field("events", "integer", "how many events of its stream were blanked"),
            ]),
    ]
}
