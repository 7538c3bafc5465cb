extension EventShape {
    static let parts: [EventShape] = [
        EventShape(
            "audio", "The recording of a note, as content of the content store.",
            [
                Field("content", "digest", "SHA-256 of its bytes"),
                Field("media_type", "string", "as in `audio/mp4`"),
                Field("size", "integer", "in bytes"),
                Field("file_name", "string?", "the name of the file that it came from"),
            ]),
        EventShape(
            "link", "What a note is on, by an id alone.",
            [
                Field("message", "id", "the message; of a thread, one of its messages"),
                Field("scope", "string", "`message` or `thread`"),
            ]),
        EventShape(
            "text_part", "The place where a long text differs from the one before.",
            [
                Field("at", "integer", "where it begins, in bytes of UTF-8"),
                Field("removed", "string", "what stood there"),
                Field("added", "string", "what stands there now"),
                Field(
                    "number", "integer",
                    "how many parts there have been since the text was last recorded as a whole, from 1 to 31"),
                Field("digest", "digest", "SHA-256 of the new text in UTF-8"),
            ]),
        EventShape(
            "keyword_change",
            "What left the keywords of a message, and what came; one that is only written otherwise has left and come.",
            [
                Field("removed", "keywords?", "left out if none"),
                Field("added", "keywords?", "left out if none"),
            ]),
        EventShape(
            "execution", "",
            [
                Field("service", "string?", "who did it, as somebody named it"),
                Field("draft", "id?", "the draft message that an e-mail action became"),
                Field("calendar", "digest?", "SHA-256 of the calendar file that a calendar action became"),
            ]),
        EventShape(
            "copy", "One place where a message lies.",
            [
                Field(
                    "number", "integer",
                    "counts the copies of the message from 1; a number is never used for another copy"),
                Field("folder", "id", "the folder that it was put in"),
                Field(
                    "source", "string",
                    "the name by which an import knows the copy again, see [Decisions/0005](../Decisions/0005-source-names-and-identity.md); empty where a command filed it, until a sync writes its file"
                ),
                Field("raw", "digest", "SHA-256 of its own bytes; the content store has them under this digest"),
                Field("flags", "string", "Maildir flags as they were last seen there, sorted; `T` hides the copy"),
                Field("from_line", "string?", "the mbox separator before it"),
                Field("maildir", "string?", "the path of the Maildir that a sync keeps it in step with"),
            ]),
        EventShape(
            "headers", "",
            [
                Field("message_id", "string?", "without its angle brackets, as all such ids here"),
                Field("in_reply_to", "[string]"),
                Field("references", "[string]"),
                Field("subject", "string?"),
                Field("from", "[address]"),
                Field("sender", "[address]"),
                Field("reply_to", "[address]"),
                Field("to", "[address]"),
                Field("cc", "[address]"),
                Field("bcc", "[address]"),
                Field("date", "time?", "the Date field; left out where it cannot be read"),
                Field("list_id", "string?"),
                Field("content_type", "string?"),
            ]),
        EventShape(
            "external_ids", "",
            [
                Field("id", "string?", "by what a server knows the message"),
                Field("thread", "string?", "by what it knows the thread"),
                Field("draft", "string?", "by what it knows the draft, which stays while the message under it changes"),
            ]),
        EventShape(
            "address",
            "A group, such as `Rowing Club: ada@example.org, …;`, is an address with its name alone, and its members behind it; so are words where an address should be. In `from` and `sender` entries with an address come first. A field that says something is never empty. Before parser version 3 the names of groups were left out, and so was each field behind the first one of its name.",
            [
                Field("name", "string?", "the display name"),
                Field("address", "string", "empty where mail says a name alone"),
            ]),
        EventShape(
            "reading", "",
            [
                Field("parser", "integer", "the version of the parser"),
                Field("through", "integer", "the position of the event that brought the last message that it read"),
            ]),
        EventShape(
            "attachment", "",
            [
                Field("part", "string", "the part's place in the message, as IMAP counts"),
                Field("file_name", "string?"),
                Field("mime_type", "string"),
                Field("size", "integer", "decoded bytes"),
                Field("is_inline", "boolean", "whether the message shows it in its text"),
                Field("content_id", "string?", "without its angle brackets"),
            ]),
        EventShape(
            "move", "",
            [
                Field("copy", "integer", "the number of the copy"),
                Field("folder", "change(id)", "its folder"),
            ]),
        EventShape(
            "pruning_rule",
            "By which rule a message or a copy was pruned. What of the rule did not call for it is left out: a message may be too old and yet among the newest, or the contrary.",
            [
                Field(
                    "origin", "string",
                    "`account` or `folder`, whose own rule it is; `command` where it was given to `prune`"),
                Field("folder", "id?", "the folder whose rule it is, or that the command was for"),
                Field("keep_newest", "integer?", "how many were kept"),
                Field("keep_for", "period?", "of how long a time messages were kept"),
                Field(
                    "before", "time?",
                    "what was dated before this was too old: for a period, the beginning of a day in UTC"),
            ]),
        EventShape(
            "side", "A copy as one side of a sync has it.",
            [
                Field("folder", "string", "the path of its folder in the ledger"),
                Field("flags", "string?", "Maildir flags, sorted; left out where version 1 did not record them"),
            ]),
        EventShape(
            "server", "",
            [
                Field("host", "string"),
                Field("port", "integer"),
                Field("security", "string", "`tls`, `starttls` or `none`"),
                Field("username", "string?", "the name to log in with"),
            ]),
        EventShape(
            "server_change",
            "What changed of a server. Where there was none, or is none any more, each of its fields is null on that side.",
            [
                Field("host", "change(string or null)?"),
                Field("port", "change(integer or null)?"),
                Field("security", "change(string or null)?"),
                Field("username", "change(string or null)?"),
            ]),
        EventShape(
            "conversation_facts", "",
            [
                Field("display_name", "string?", "by what people know it"),
                Field("avatar_url", "string?", "where there is a picture of it"),
                Field(
                    "participants", "[string]",
                    "who takes part, by their ids at the source; each once, in the order in which they came"),
                Field("is_group", "boolean", "whether it has more than two participants"),
            ]),
        EventShape(
            "outbox_versions", "",
            [
                Field("local", "integer", "how many events the thing's stream had, those of the outbox left out"),
                Field("server", "integer", "the server's version, as it counts"),
            ]),
        EventShape(
            "rated_claim", "",
            [
                Field("value", "string", "what is claimed"),
                Field("confidence", "number?", "how sure the claimant is, from 0 to 1"),
                Field("by", "string", "the model or the person who says so"),
            ]),
        EventShape(
            "sentiment_claim", "",
            [
                Field("value", "string", "`positive`, `negative`, `urgent` or `neutral`"),
                Field("intensity", "string?", "`low`, `medium` or `high`"),
                Field("by", "string", "the model or the person who says so"),
            ]),
        EventShape(
            "score_claim", "",
            [
                Field("value", "integer", "from 0 to 100"),
                Field("by", "string", "the model or the person who says so"),
            ]),
        EventShape(
            "text_claim", "",
            [
                Field("value", "string"),
                Field("by", "string", "the model or the person who says so"),
            ]),
    ]
}
