extension EventShape {
    static let chats: [EventShape] = [
        EventShape(
            "chat.conversation-opened/1",
            "A conversation began. It is the first event of its stream; that messages are of it, their own streams say.",
            [
                Field("id", "id", "the conversation"),
                Field("account", "id", "the account"),
                Field("name", "string", "by what its source knows it; no other conversation of the account has it"),
                Field("facts", "conversation_facts", "what is said of it"),
            ]),
        EventShape(
            "chat.conversation-changed/2",
            "Something else is said of a conversation; each field that changed is there.",
            [
                Field("conversation", "id", "the conversation"),
                Field("display_name", "change(string or null)?", "by what people know it"),
                Field("avatar_url", "change(string or null)?", "where there is a picture of it"),
                Field("participants", "list_change(string)?", "who takes part"),
                Field("is_group", "change(boolean)?", "whether it has more than two participants"),
            ]),
        EventShape(
            "chat.conversation-deleted/1", "A conversation ended. Its messages end by events of their own.",
            [
                Field("conversation", "id", "the conversation")
            ]),
        EventShape(
            "chat.conversation-restored/1", "A conversation that had ended came back as it was.",
            [
                Field("conversation", "id", "the conversation")
            ]),
        EventShape(
            "chat.conversation-erased/1",
            "A conversation was erased: what the events of its stream said is blank from here back. Its messages are erased by events of their own.",
            [
                Field("conversation", "id", "the conversation"),
                Field("account", "id", "its account"),
                Field("events", "integer", "how many events were blanked"),
            ]),
        EventShape(
            "chat.message-joined/2",
            "A message is one of a conversation. It stands in the stream of the message, in the transaction that brought it.",
            [
                Field("message", "id", "the message"),
                Field("conversation", "id", "the conversation"),
                Field("sender", "string", "who wrote it, by the id at the source"),
                Field("created_at", "time", "when it was written, as the source tells"),
                Field("updated_at", "time", "when the source last changed it"),
                Field(
                    "status", "string?",
                    "`sending`, `sent`, `delivered` or `read`; left out where the source does not tell"),
                Field(
                    "read_by", "[string]",
                    "who has read it, by their ids at the source, in the order in which they first did"),
            ]),
        EventShape(
            "chat.message-delivery-changed/1",
            "A message of a conversation came further to those that it was written to. It never goes back but by an undo.",
            [
                Field("message", "id", "the message"),
                Field("status", "change(string or null)", "`sending`, `sent`, `delivered` or `read`"),
            ]),
        EventShape(
            "chat.message-readers-changed/2",
            "It became known who else has read a message of a conversation; an undo takes that back.",
            [
                Field("message", "id", "the message"),
                Field("read_by", "list_change(string)", "who has read it, in the order in which they first did"),
            ]),
        EventShape(
            "outbox.state-changed/1",
            "A thing came further on its way to its server, or did not arrive. It stands in the stream of the thing.",
            [
                Field("entity", "string", "what kind of thing it is: `message`, `folder`, …"),
                Field("id", "id", "the thing"),
                Field(
                    "status", "change(string or null)?",
                    "`pending`, `synced`, `failed` or `conflict`; null where nothing was said before"),
                Field("retry_count", "change(integer)?", "how often it failed since it was last synced or set to wait"),
                Field("last_attempt", "change(time or null)?", "when it was last tried"),
                Field("last_synced", "change(time or null)?", "when the server last had it; null until then"),
                Field("error", "change(string or null)?", "what went wrong, where it failed"),
                Field(
                    "versions", "change(outbox_versions or null)?", "what stands against each other, where it conflicts"
                ),
            ]),
    ]
}
