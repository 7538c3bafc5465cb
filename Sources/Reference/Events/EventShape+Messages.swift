extension EventShape {
    static let messages: [EventShape] = [
        EventShape(
            "mail.message-added/1", "A message came into the ledger with its first copy.",
            [
                Field("id", "id", "the message"),
                Field("account", "id", "its account"),
                Field("copy", "copy", "where it was found first; its number is 1"),
                Field("headers", "headers", "what its header says, decoded"),
                Field("attachments", "[attachment]", "its attachments and inline parts"),
                Field("snippet", "string", "the first words of its text"),
                Field(
                    "keywords", "keywords",
                    "those that the copy's flags mean: `$seen`, `$flagged`, `$answered`, `$draft`, `$forwarded`"),
                Field(
                    "received_at", "time",
                    "when it was delivered: as the name of its Maildir file or the mbox separator before it says, else when its file was last written"
                ),
                Field(
                    "identity", "digest",
                    "tells the same mail from other mail, see [Decisions/0005](../Decisions/0005-source-names-and-identity.md)"
                ),
                Field("size", "integer", "bytes of the first copy"),
                Field("parser", "integer", "the version of the parser that read the header"),
                Field("lacks_body", "boolean?", "true where only the header came yet"),
                Field("external", "external_ids?", "by what a server knows it"),
            ]),
        EventShape(
            "mail.message-body-loaded/1",
            "The rest of a message came, of which only the header had come. An undo leaves it there.",
            [
                Field("message", "id"),
                Field("raw", "change(digest)", "SHA-256 of the header alone, and of the whole message"),
                Field("identity", "change(digest)", "the same without what transports wrote"),
                Field("size", "change(integer)"),
                Field("attachments", "[attachment]"),
                Field("snippet", "string", "the first words of the text"),
            ]),
        EventShape(
            "mail.message-reparsed/1",
            "A later version of the parser read the stored bytes of a message otherwise, or an undo went back to an older reading. Fields that did not change are absent. Where an attachment is on its way to a server, all stay as they were read.",
            [
                Field("message", "id"),
                Field("parser", "change(integer)", "the version of the parser"),
                Field("message_id", "change(string or null)?"),
                Field("in_reply_to", "change([string])?"),
                Field("references", "change([string])?"),
                Field("subject", "change(string or null)?"),
                Field("from", "change([address])?"),
                Field("sender", "change([address])?"),
                Field("reply_to", "change([address])?"),
                Field("to", "change([address])?"),
                Field("cc", "change([address])?"),
                Field("bcc", "change([address])?"),
                Field("date", "change(time or null)?"),
                Field("list_id", "change(string or null)?"),
                Field("content_type", "change(string or null)?"),
                Field("attachments", "change([attachment])?"),
                Field("snippet", "change(string)?", "the first words of the text"),
            ]),
        EventShape(
            "mail.account-reparsed/1",
            "How far the mail of an account is known as a version of the parser reads it. A message up to there that it reads no otherwise has no event of its own.",
            [
                Field("account", "id"),
                Field("reading", "change(reading or null)"),
            ]),
        EventShape(
            "mail.message-linked/1", "A message got other names on its server. Those that did not change are absent.",
            [
                Field("message", "id"),
                Field("id", "change(string or null)?", "by what the server knows it"),
                Field("thread", "change(string or null)?", "by what it knows the thread"),
                Field("draft", "change(string or null)?", "by what it knows the draft"),
            ]),
        EventShape(
            "mail.message-copied/1",
            "A message that the account has was found at one more place, or was filed in one more folder.",
            [
                Field("message", "id", "the message"),
                Field("copy", "copy", "the new copy"),
                Field("keywords", "change(keywords)?", "the message's keywords, where the copy's flags added to them"),
            ]),
        EventShape(
            "mail.copy-changed/1",
            "A copy's file was seen with another name or other flags than before. Or a command or an undo changed whether `T` hides it: `unfile` does that for a copy that a sync follows.",
            [
                Field("message", "id", "the message"),
                Field("copy", "integer", "the number of the copy"),
                Field("source", "change(string)?", "its source name, which a sync follows"),
                Field(
                    "flags", "change(string)?",
                    "its Maildir flags; where they changed, `T` hides the copy if it is among them, and nothing hides it if not"
                ),
                Field(
                    "keywords", "change(keywords)?", "the message's keywords, where the change of flags changed them"),
                Field(
                    "maildir", "change(string or null)?", "the path of the Maildir that a sync keeps it in step with"),
                Field(
                    "is_hidden", "change(boolean)?",
                    "whether `T` hides the copy, where that is not as the flags that were seen say, until these change again: what was seen stays seen"
                ),
            ]),
        EventShape(
            "mail.copy-pushed/1",
            "A sync wrote to a Maildir what had come to hold of a copy here. It is known of the file from here on as if it had been seen.",
            [
                Field("message", "id", "the message"),
                Field("copy", "integer", "the number of the copy"),
                Field("source", "change(string)?", "its source name"),
                Field(
                    "flags", "change(string)?",
                    "its Maildir flags. A `T` among them leaves a hidden copy hidden, and hides no other, because it was written for a message that was deleted here and may come back. Without it nothing hides the copy"
                ),
            ]),
        EventShape(
            "mail.conflict-detected/2",
            "A copy had been changed here and in its Maildir in ways that cannot both be. The events behind this one take over what is there, or record that the ledger's value was written there.",
            [
                Field("message", "id", "the message"),
                Field("copy", "integer", "the number of the copy"),
                Field(
                    "field", "string",
                    "`folder`: moved to different ones; `existence`: its file is gone, and the message was changed here. It is also `existence` if the folder was deleted here, and the `T` of the file taken off there"
                ),
                Field("base", "side", "what both sides agreed on last"),
                Field("here", "side", "what held in the ledger"),
                Field("there", "side?", "what holds in the Maildir; left out where there is no file"),
            ]),
        EventShape(
            "mail.copy-removed/1",
            "A copy was removed from its message: its file is gone, its import was undone, its folder keeps no more, or a command removed it from the folder.",
            [
                Field("message", "id", "the message"),
                Field("copy", "copy", "the copy as it was"),
                Field("keywords", "change(keywords)?", "the message's keywords, where they change with it"),
                Field("is_gone", "boolean?", "true where its file was found to be gone, or was taken away by a sync"),
                Field("pruned_by", "pruning_rule?", "the rule that took it out of its folder"),
            ]),
        EventShape(
            "mail.message-marked/2",
            "A command set the keywords of a message: read, flagged, answered, labelled, or the contrary.",
            [
                Field("message", "id", "the message"),
                Field("keywords", "keyword_change"),
            ]),
        EventShape(
            "mail.message-moved/1",
            "Copies of a message went to other folders. `unfile` moves an imported copy to another folder of its message, so that the next import knows it there.",
            [
                Field("message", "id", "the message"),
                Field("copies", "[move]", "each copy that moved"),
            ]),
        EventShape(
            "mail.message-deleted/1", "",
            [
                Field("message", "id", "the message"),
                Field("pruned_by", "pruning_rule?", "the rule that ended it; left out where somebody deleted it"),
            ]),
        EventShape(
            "mail.message-restored/1", "A deleted message came back as it was.",
            [
                Field("message", "id", "the message")
            ]),
        EventShape(
            "mail.thread-marked/1",
            "The thread of a message was pinned, muted or archived, or the contrary. Threads are derived and may merge; what is said of one is anchored to a message, which stays.",
            [
                Field("message", "id", "the message"),
                Field("is_pinned", "change(boolean)?"),
                Field("is_muted", "change(boolean)?"),
                Field("is_archived", "change(boolean)?"),
            ]),
        EventShape(
            "mail.attachment-transfer-changed/1",
            "An attachment came further on its way to a server, or to a place beside its message. How many bytes have gone is in no event.",
            [
                Field("message", "id", "the message"),
                Field("attachment", "integer", "the number of the attachment, from 1"),
                Field("status", "change(string or null)?", "`pending`, `uploading`, `completed` or `failed`"),
                Field("url", "change(string or null)?", "where a server has it"),
                Field("local_url", "change(string or null)?", "where a file of it is"),
                Field("thumbnail_url", "change(string or null)?", "where a server has a small picture of it"),
                Field("error", "change(string or null)?", "what went wrong"),
            ]),
        EventShape(
            "mail.file-skipped/1", "An import passed over a file. It is recorded once for a file and a reason.",
            [
                Field("account", "id", "the account that the import was for"),
                Field("source", "string", "the path as it was named or found"),
                Field(
                    "reason", "string",
                    "`not-mail`, `empty`, `unreadable`, `not-regular`, `symlink-loop`, `walked-already`, `leads-out`, `temporary-folder`, `changed-while-read`; of an entry of an mbox `entry-without-header`; of compressed files `truncated`, `damaged`, `unsupported-compression`"
                ),
                Field("detail", "string?", "the same for people"),
            ]),
        EventShape(
            "mail.tags-adopted/1",
            "A dump of notmuch's tags came to hold for the messages that an account had then: `tag:inbox` asks for their tag, and not whether they lie in the INBOX. An undo of the import takes it back.",
            [
                Field("account", "id", "the account"),
                Field("is_adopted", "change(boolean)", "whether they hold"),
            ]),
        EventShape(
            "mail.message-erased/2",
            "A message was erased: what the events of its stream said is blank from here back. It holds nothing of what the message was; its digests are HMAC-SHA256 under `keys/erasure.key`. See [Erasure.md](../Erasure.md).",
            [
                Field("message", "id", "the message"),
                Field("account", "id", "the account"),
                Field("events", "integer", "how many events of its stream were blanked"),
                Field(
                    "identities", "[digest]",
                    "keyed digests of what each of its copies read, see [Decisions/0005](../Decisions/0005-source-names-and-identity.md#what-a-reader-shows); without `key_check` of its identities"
                ),
                Field("message_id", "digest?", "a keyed digest of its Message-ID"),
                Field(
                    "key_check", "digest?",
                    "HMAC-SHA256 of `check` under the key, which tells it from others; left out of what an older version wrote"
                ),
            ]),
    ]
}
