extension AnswerForm {
    static let chat = AnswerForm(
        "chat", "A conversation",
        [
            Key("id", .id, "Its id."),
            Key("account", .string, "The address of its account."),
            Key("name", .string, "By what its source knows it."),
            Key("display_name", .string.orNull, "Its name for people."),
            Key("avatar_url", .string.orNull, "The address of its picture."),
            Key("participant_ids", .list(.string), "Who takes part, by their ids at the source."),
            Key("is_group", .boolean, "Whether it has more than two participants."),
            Key("thread", .id.orNull, "The thread of its messages; null while it has none."),
            Key("message_count", .count, "How many live messages it has."),
            Key("unread_count", .count, "How many of them are unread."),
            Key("is_pinned", .boolean, "Whether its thread is pinned."),
            Key("is_muted", .boolean, "Whether its thread is muted."),
            Key("is_archived", .boolean, "Whether its thread is archived."),
            Key("last_message_text", .string.orNull, "The first words of its latest message, whichever came last."),
            Key("last_message_at", .string.orNull, "When that was written."),
            Key("last_message_sender_id", .string.orNull, "Who wrote it, by the id at the source."),
        ])

    static let chatMessage = AnswerForm(
        "chat_message", "What is known of a message of a conversation",
        [
            Key("conversation_id", .id, "The conversation."),
            Key("sender_id", .string, "Who wrote it, by the id at the source."),
            Key("created_at", .string, "When it was written, as the source tells."),
            Key("updated_at", .string, "When something was last said of it, by its source or by an event since."),
            Key(
                "status", .word("sending", "sent", "delivered", "read").orNull,
                "`sending`, `sent`, `delivered` or `read`; null where nobody tells."),
            Key("read_by", .list(.string), "Who has read it, by their ids at the source, the first one first."),
            Key(
                "sync_status", .word("pending", "synced", "failed", "conflict").orNull,
                "How far it has come to its server: `pending`, `synced`, `failed` or `conflict`; null where nothing was said."
            ),
            Key("retry_count", .count, "How often that failed since it last went well."),
            Key("last_sync_attempt", .string.orNull, "When that was last tried."),
            Key("sync_error", .string.orNull, "What went wrong."),
        ])

    static let chatLine = AnswerForm(
        "chat_line", "A line of a file of chats",
        [
            Key("type", .word("conversation", "message"), "`conversation` or `message`."),
            Key("id", .string, "By what the source knows it."),
            Key("display_name", .string, "Of a conversation: by what people know it.").optional,
            Key("avatar_url", .string, "Of a conversation: where there is a picture of it.").optional,
            Key("participant_ids", .list(.string), "Of a conversation: who takes part, by their ids.").optional,
            Key("is_group", .boolean, "Of a conversation: whether it has more than two participants.").optional,
            Key(
                "conversation_id", .string,
                "Of a message: its conversation, by the id that a line has or that was imported before."
            ).optional,
            Key("sender_id", .string, "Of a message: who wrote it.").optional,
            Key("sender_name", .string, "Of a message: the name of who wrote it.").optional,
            Key("text", .string, "Of a message: what it says; blank text is refused.").optional,
            Key("created_at", .string, "Of a message: when it was written (RFC 3339).").optional,
            Key("updated_at", .string, "Of a message: when the source last changed it.").optional,
            Key(
                "status", .word("sending", "sent", "delivered", "read"),
                "Of a message: `sending`, `sent`, `delivered` or `read`."
            ).optional,
            Key("read_by", .list(.string), "Of a message: who has read it, by their ids, the first one first.")
                .optional,
            Key(
                "is_read", .boolean,
                "Of a message: whether the account's owner has read it; left out, it is read where the owner wrote it or is among `read_by`."
            ).optional,
        ])

    static let chatImport = AnswerForm(
        "chat_import", "What an import of chats did",
        [
            Key("conversations", .count, "How many conversations were begun or changed."),
            Key("added", .count, "How many messages came in."),
            Key("changed", .count, "Of how many that were there already the status or the readers went on."),
            Key("existing", .count, "How many were there already."),
            Key("deleted", .count, "How many are deleted here, and stay so."),
            Key("erased", .count, "How many were erased before, and were left out."),
            Key("operation", .id.orNull, "Its id in `log`; null where nothing was recorded."),
            Key("is_dry_run", .boolean, "Whether nothing was recorded, as `--dry-run` asked for."),
        ])

    static let chatExport = AnswerForm(
        "chat_export", "What an export of chats wrote",
        [
            Key("to", .string, "Where it went."),
            Key("conversations", .count, "How many conversations are there."),
            Key("messages", .count, "How many messages are there."),
            Key("left_out", .list(.string), "The ids of messages whose content is missing."),
            Key("is_dry_run", .boolean, "Whether nothing was written."),
        ])

    static let outboxItem = AnswerForm(
        "outbox_item", "A thing that waits for its server",
        [
            Key("entity", .string, "What kind of thing it is: `message`, `folder`, …."),
            Key("id", .string, "Its id."),
            Key("account", .string.orNull, "The address of its account; null for a thing of none."),
            Key("name", .string.orNull, "A subject, the path of a folder, …; null for a thing without a name."),
            Key(
                "version", .integer,
                "How many events its stream has, those of the outbox left out; `--expect` takes it."),
            Key("status", .word("pending", "failed", "conflict"), "`pending`, `failed` or `conflict`."),
            Key("retry_count", .integer, "How often it failed since it was last synced or set to wait."),
            Key("should_retry", .boolean, "Whether it failed, and may be tried again without being asked."),
            Key("is_local_only", .boolean, "Whether the server has never had it."),
            Key("last_attempt", .string.orNull, "When it was last tried."),
            Key("last_synced", .string.orNull, "When the server last had it."),
            Key("error", .string.orNull, "What went wrong, where it failed."),
            Key("server_version", .integer.orNull, "The server's version, where it conflicts."),
        ])
}
