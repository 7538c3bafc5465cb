extension AnswerForm {
    static let message = AnswerForm(
        "message", "A message in a list",
        [
            Key("id", .id, "The id of the message."),
            Key("account", .string, "The account's address."),
            Key("folders", .list(.string), "The paths of the folders where it has a live copy, or had its last ones."),
            Key("thread", .id, "The id of the thread's first-recorded message."),
            Key("subject", .string.orNull, "Its subject, decoded."),
            Key("from", .form("address").orNull, "The first author."),
            Key("to", .list(.form("address")), "Its recipients."),
            Key("date", .moment.orNull, "Null where the Date field cannot be read."),
            Key("received_at", .moment, "When it was delivered."),
            Key("keywords", .keywords, "`$seen`, `$flagged` and the like, and labels."),
            Key("is_read", .boolean, "Whether it has `$seen`."),
            Key("is_flagged", .boolean, "Whether it has `$flagged`."),
            Key("is_answered", .boolean, "Whether it has `$answered`."),
            Key("is_draft", .boolean, "Whether it has `$draft`."),
            Key("has_attachments", .boolean, "One that is neither shown in the text nor a signature."),
            Key("has_body", .boolean, "Whether more than its header came."),
            Key("size", .count, "Bytes of the first copy."),
            Key("snippet", .string, "The beginning of its text."),
            Key("message_id", .string.orNull, "Without angle brackets."),
            Key("external_id", .string.orNull, "A server's id for it."),
            Key("external_thread", .string.orNull, "By what a server knows its thread."),
            Key("draft_id", .string.orNull, "The id of the draft at its server, whatever message it is now."),
            Key("kind", .word("mail", "chat"), "`mail`, or `chat` for a message of a conversation."),
            Key(
                "deleted", .form("ending"),
                "How it ended; only of a deleted message, which no list has that did not ask for it."
            ).optional,
        ])

    static let ending = AnswerForm(
        "ending", "How a message ended",
        [
            Key("position", .integer, "The position of the event that it ended with."),
            Key("time", .moment, "When that was recorded."),
            Key("actor", .string.orNull, "Who did it; null once that is erased."),
            Key("os_user", .string.orNull, "The user that the operating system named."),
            Key("host", .string.orNull, "The host that the operating system named."),
            Key("reason", .string.orNull, "Why, where that was said."),
            Key("command", .string.orNull, "With what; null once that is erased."),
            Key("operation", .id, "The id of the operation."),
        ])

    static let correspondent = AnswerForm(
        "correspondent", "An address in mail",
        [
            Key("name", .string.orNull, "The name that the latest message gives it."),
            Key("address", .string, "The address."),
            Key("messages", .ordinal, "In how many of the messages it is."),
        ])

    static let replyDraft = AnswerForm(
        "reply_draft", "The draft of an answer that is not saved",
        [
            Key("from", .form("address"), "The owner of the account."),
            Key("to", .list(.form("address")), "Those it goes to."),
            Key("cc", .list(.form("address")), "Those who get a copy."),
            Key("subject", .string, "The subject, with `Re:`."),
            Key("in_reply_to", .string.orNull, "The Message-ID that it answers; null where that has none."),
            Key("references", .list(.string), "The Message-IDs of the thread, the first one first."),
            Key("text", .string, "The quoted text."),
        ])

    static let address = AnswerForm(
        "address", "A mail address",
        [
            Key("name", .string.orNull, "The display name."),
            Key("address", .string, "The address itself."),
        ])

    static let thread = AnswerForm(
        "thread", "A thread in a list",
        [
            Key("id", .id, "That of its first-recorded message."),
            Key("subject", .string.orNull, "Of its earliest live message."),
            Key("participants", .list(.form("address")), "The authors, each once, the earliest first."),
            Key("message_count", .count, "How many live messages it has."),
            Key("unread_count", .count, "How many of them are unread."),
            Key(
                "last_date", .moment,
                "Where the latest one stands in lists: its date, or a day after its receipt if it is dated beyond that."
            ),
            Key("last_from", .form("address").orNull, "Who wrote its latest message."),
            Key("snippet", .string, "The first words of its latest message."),
            Key("is_read", .boolean, "Whether none of its messages is unread."),
            Key("is_flagged", .boolean, "Whether any of its messages is."),
            Key("is_pinned", .boolean, "Whether it is pinned."),
            Key("is_muted", .boolean, "Whether it is muted."),
            Key("is_archived", .boolean, "Whether `threads` leaves it out."),
            Key("messages", .list(.id), "Its live messages, the earliest first."),
            Key(
                "deleted", .form("ending"),
                "How the latest of its messages ended that did; only in a list that asks for deleted ones, whose threads have these among their `messages`."
            ).optional,
        ])

    static let unread = AnswerForm(
        "unread", "Unread messages by account and folder",
        [
            Key("total", .count, "Over all accounts."),
            Key("accounts", .list(.form("unread_account")), "Every account."),
        ])

    static let unreadAccount = AnswerForm(
        "unread_account", "Unread messages of an account",
        [
            Key("account", .string, "The address."),
            Key("total", .count, "Each message once; spam and trash left out."),
            Key("folders", .list(.form("unread_folder")), "Every folder."),
        ])

    static let unreadFolder = AnswerForm(
        "unread_folder", "Unread messages of a folder",
        [
            Key("folder", .string, "Its path."),
            Key("unread", .count, "How many."),
        ])

    static let count = AnswerForm(
        "count", "How many a query finds",
        [
            Key("query", .string, "As it was typed."),
            Key(
                "understood", .string.orNull,
                "How it was read, with every operator written out; null for notes and actions."),
            Key("output", .word("messages", "threads", "files", "notes", "actions"), "What was counted."),
            Key("count", .count, "How many there are."),
        ])

    static let shown = AnswerForm(
        "shown", "A message with all that show tells",
        about: "The keys of a message in a list, and behind them those that only show has.", extending: message,
        [
            Key("cc", .list(.form("address")), "The Cc field."),
            Key("bcc", .list(.form("address")), "The Bcc field."),
            Key("reply_to", .list(.form("address")), "The Reply-To field."),
            Key("in_reply_to", .list(.string), "Ids of the In-Reply-To field."),
            Key("sender", .list(.form("address")), "Who sent it in the authors' stead."),
            Key("references", .list(.string), "Ids of the References field."),
            Key("list_id", .string.orNull, "The list's id."),
            Key("content_type", .string.orNull, "The media type of the whole."),
            Key("effective_reply_to", .list(.form("address")), "Where an answer goes."),
            Key("normalized_subject", .string, "Without `Re:` and its like."),
            Key("text", .string.orNull, "As `show` has it, nothing folded; null where the content is missing."),
            Key("attachments", .list(.form("attachment")), "Its attachments."),
            Key(
                "chat", .form("chat_message").orNull,
                "What is known of it as a message of a conversation; null for mail."),
            Key("thread_messages", .list(.id), "The live messages of its thread, the earliest first."),
            Key("notes", .list(.form("note")), "The notes on it and on its thread."),
            Key("actions", .list(.form("action")), "The actions of the message itself."),
            Key("classification", .form("classification").orNull, "What is claimed of it; null where nothing is."),
            Key("history", .list(.form("history")), "All that happened to it."),
        ])

    static let conversation = AnswerForm(
        "conversation", "A thread as a tree",
        [
            Key("thread", .id, "That of its first-recorded message."),
            Key("subject", .string.orNull, "Of its earliest live message."),
            Key("message_count", .count, "How many live messages it has."),
            Key("unread_count", .count, "How many of them are unread."),
            Key("messages", .list(.form("reply")), "Those that answer none."),
        ])

    static let reply = AnswerForm(
        "reply", "A message in a thread", about: "With those that answer it.",
        [
            Key(
                "state", .word("present", "deleted", "missing"),
                "`present`, `deleted`, or `missing`: others name it, and it never came in."),
            Key("message_id", .string.orNull, "Without angle brackets."),
            Key("message", .form("message").orNull, "Null where it is not there."),
            Key("text", .string.orNull, "Null where it is not there, and with `--overview`."),
            Key(
                "replies", .list(.form("reply")),
                "Its answers by their dates; at most 24 deep, what is nested deeper stands there in the order of reading."
            ),
        ])

    static let attachment = AnswerForm(
        "attachment", "An attachment",
        [
            Key("number", .ordinal, "From 1."),
            Key("part", .string, "The part's place, as IMAP counts."),
            Key("file_name", .string.orNull, "The name that the mail gives."),
            Key("mime_type", .string, "The type that the mail gives."),
            Key("size", .count, "Decoded bytes."),
            Key("is_inline", .boolean, "Whether it is shown in the text."),
            Key("content_id", .string.orNull, "The Content-ID without angle brackets."),
            Key(
                "transfer_status", .word("pending", "uploading", "completed", "failed").orNull,
                "How far it has come on its way to a server; null for one that came with mail."),
            Key(
                "upload_progress", .amount.orNull,
                "How much of it is on the server, from 0 to 1; null for one that came with mail."),
            Key("url", .string.orNull, "Where a server has it."),
            Key("local_url", .string.orNull, "Where a file of it is on this machine."),
            Key("thumbnail_url", .string.orNull, "Where a server has a small picture of it."),
            Key("transfer_error", .string.orNull, "What went wrong, where it failed."),
        ])

    static let attachmentCheck = AnswerForm(
        "attachment_check", "What reading an attachment showed",
        [
            Key("message", .id, "The message."),
            Key("number", .ordinal, "From 1."),
            Key("file_name", .string.orNull, "The name that the mail gives."),
            Key("mime_type", .string, "The type that the mail gives."),
            Key("size", .count, "Decoded bytes, as recorded."),
            Key("digest", .digest.orNull, "SHA-256 of the decoded bytes; null if they cannot be read."),
            Key(
                "fault", .word("missing", "corrupt", "differs").orNull,
                "What is wrong: the content of the message is `missing` or `corrupt`, or the attachment `differs` from what was recorded; null if nothing is."
            ),
        ])

    static let arrival = AnswerForm(
        "arrival", "New mail that somebody wants to hear of",
        [
            Key("position", .ordinal, "The position of the event by which it came in."),
            Key("message", .form("message"), "The message."),
        ])

    static let liveAnswer = AnswerForm(
        "live_answer", "The answer of a query that is watched, after a transaction that changed it",
        [
            Key("position", .count, "The position of the log that the answer is of; 0 before the first event."),
            Key("transaction", .ordinal.orNull, "The number of the transaction; null for the first answer."),
            Key("time", .moment.orNull, "When it was recorded; null for the first answer."),
            Key("operation", .id.orNull, "Its operation; null for the first answer."),
            Key("actor", .string.orNull, "Who did it; null once erased, and for the first answer."),
            Key(
                "os_user", .string.orNull,
                "The user that the operating system named; null once erased, and for the first answer."),
            Key("host", .string.orNull, "The host; null once erased, and for the first answer."),
            Key("reason", .string.orNull, "Why."),
            Key("count", .count, "How many messages the answer has."),
            Key(
                "rows", .list(.form("live_row")),
                "What is different from the answer before, in the order in which a list can follow; all rows of the first answer."
            ),
        ])

    static let liveRow = AnswerForm(
        "live_row", "A row that is different in the answer of a query that is watched",
        [
            Key(
                "kind", .word("removed", "inserted", "moved", "updated"),
                "What became of it. First take removed rows and moved ones from their old places, from the last to the first. Then put in inserted and moved ones, in this order. Then replace updated ones."
            ),
            Key("index", .count, "Its place from 0; of a removed row, its place in the answer before."),
            Key("from", .count.orNull, "The place in the answer before, of a row that moved."),
            Key("id", .id, "The message."),
            Key("message", .form("message").orNull, "The message, of an inserted or updated row."),
        ])

    static let change = AnswerForm(
        "change", "A row of a read model that changed",
        [
            Key("position", .ordinal, "The position of the event; continue after it."),
            Key(
                "entity", .string,
                "What kind of thing: `account`, `folder`, `message`, `thread`, `hold`, …; a later program may know more."
            ),
            Key("id", .id, "The id of the thing; for a thread, that of its first-recorded message."),
            Key("account", .string, "The account's address; empty for a thing of none."),
            Key("kind", .word("created", "updated", "destroyed"), "What became of it."),
            Key("is_counts_only", .boolean, "Whether only the counts of a folder changed."),
            Key("actor", .string.orNull, "Who made it so; null once erased."),
            Key("os_user", .string.orNull, "The user that the operating system named; null once erased."),
            Key("host", .string.orNull, "The host; null once erased."),
        ])

    static let pruning = AnswerForm(
        "pruning", "What pruning did",
        [
            Key("matched", .count, "How many messages there were where a rule counts."),
            Key("changed", .count, "How many of them went, or were taken out of their folder."),
            Key("operation", .id.orNull, "Null where nothing was written."),
            Key("is_dry_run", .boolean, "Whether it was only looked at."),
            Key("places", .list(.form("pruned_place")), "Each rule with where it counts."),
        ])

    static let prunedPlace = AnswerForm(
        "pruned_place", "What pruning did in one place",
        [
            Key("account", .string, "The address."),
            Key(
                "folder", .string.orNull,
                "The path of the folder whose rule it is, or that was named; null for the account's."),
            Key("rule", .string, "In words."),
            Key("messages", .count, "How many were there."),
            Key("pruned", .count, "How many of them went."),
        ])
}
