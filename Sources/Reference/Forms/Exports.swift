extension AnswerForm {
    static let export = AnswerForm(
        "export", "What an export wrote",
        [
            Key("to", .string, "The path."),
            Key("as", .word("maildir", "mboxrd", "eml", "jsonl"), "The format."),
            Key("messages", .count, "How many messages the query took."),
            Key("copies", .count, "How many copies of them were written."),
            Key("bytes", .count, "Of these copies; 0 for a dry run, and for `jsonl` without `--content`."),
            Key("folders", .list(.form("exported_folder")), "Where the copies lie."),
            Key("left_out", .list(.form("left_out_copy")), "Copies that could not be written."),
            Key("renamed", .list(.form("renamed_folder")), "Folders whose name cannot stand on disk."),
            Key("copies_losing_keywords", .count, "Written copies with keywords that the format has no place for."),
            Key("copies_given_line_end", .count, "Copies that got a line end at their end."),
            Key("is_dry_run", .boolean, "Whether it was only looked at."),
        ])

    static let exportedFolder = AnswerForm(
        "exported_folder", "A folder in an export",
        [
            Key("account", .string, "The account's address."),
            Key("folder", .string, "Its path."),
            Key("copies", .count, "How many copies of it were written."),
        ])

    static let leftOutCopy = AnswerForm(
        "left_out_copy", "A copy that an export left out",
        [
            Key("message", .id, "The message."),
            Key("folder", .string, "Its path."),
            Key(
                "reason", .word("content-missing", "content-damaged", "not-separable"),
                "`content-missing`, `content-damaged` or `not-separable`: what an mbox cannot hold."),
        ])

    static let renamedFolder = AnswerForm(
        "renamed_folder", "A folder that an export wrote under another name",
        [
            Key("folder", .string, "Its path."),
            Key("place", .string, "The folder on disk, in that of its account."),
        ])

    static let exported = AnswerForm(
        "exported", "A message in a line of an export",
        about: "The keys of a message in a list, and behind them its copies.", extending: message,
        [
            Key("copies", .list(.form("exported_copy")), "Its live copies."),
            Key(
                "contents", .texts.orNull,
                "With `--content` an object of the copies' bytes in BASE64, by their digest; else null."),
        ])

    static let exportedCopy = AnswerForm(
        "exported_copy", "A copy of a message in an export",
        [
            Key("folder", .string, "Its path."),
            Key("source", .string, "The name that it was found under."),
            Key("digest", .digest, "SHA-256 of its bytes."),
            Key("from_line", .string.orNull, "The mbox separator before it."),
        ])

    static let subjectExport = AnswerForm(
        "subject_export", "What an export of a person's mail wrote",
        [
            Key("address", .string, "The address."),
            Key("ledger", .id, "The ledger."),
            Key("position", .count, "The last event that counts."),
            Key("root", .digest, "Over all events up to there."),
            Key("messages", .count, "How many messages."),
            Key("deleted", .count, "How many of them no list has any more."),
            Key("files", .count, "How many message files."),
            Key("bytes", .count, "Their bytes."),
            Key("changes", .count, "How many changes the histories tell."),
            Key("erasures", .count, "How many messages and accounts were erased in the ledger, of whomever they were."),
            Key("left_out", .list(.form("left_out_file")), "Bytes that could not be written."),
            Key("is_dry_run", .boolean, "Whether nothing was written."),
        ])

    static let subjectMessage = AnswerForm(
        "subject_message", "A message in an export of a person's mail",
        [
            Key("id", .id, "The message."),
            Key("account", .string, "The address of the account that it came into."),
            Key("message_id", .string.orNull, "The Message-ID without its angle brackets."),
            Key("subject", .string.orNull, "As the message says."),
            Key("date", .moment.orNull, "As the message says; null where that cannot be read."),
            Key("received_at", .moment, "When it was delivered."),
            Key("from", .list(.form("address")), "All authors."),
            Key("sender", .list(.form("address")), "The Sender field."),
            Key("reply_to", .list(.form("address")), "The Reply-To field."),
            Key("to", .list(.form("address")), "The To field."),
            Key("cc", .list(.form("address")), "The Cc field."),
            Key("bcc", .list(.form("address")), "The Bcc field."),
            Key(
                "named_in", .list(.string),
                "Where the address stands: `from`, `sender`, `reply_to`, `to`, `cc`, `bcc`; `account` where the account has it or had it."
            ),
            Key("keywords", .keywords, "Its marks and labels, the last ones where it is deleted."),
            Key("folders", .list(.string), "The paths of the folders where it lies, or lay last."),
            Key("is_deleted", .boolean, "Whether no list has it any more."),
            Key("size", .count, "Of its first copy in bytes."),
            Key("files", .list(.form("subject_file")), "Its bytes, once for each different copy."),
            Key("history", .list(.form("history")), "All that was done to it, the earliest first."),
        ])

    static let subjectFile = AnswerForm(
        "subject_file", "The bytes of a copy in an export of a person's mail",
        [
            Key("path", .string.orNull, "Below the folder; null where they could not be written."),
            Key("digest", .digest, "SHA-256 of them."),
        ])

    static let leftOutFile = AnswerForm(
        "left_out_file", "Bytes that an export left out",
        [
            Key("message", .id, "The message."),
            Key("digest", .digest, "SHA-256 of them."),
            Key("reason", .word("content-missing", "content-damaged"), "`content-missing` or `content-damaged`."),
        ])

    static let tagExport = AnswerForm(
        "tag_export", "What a dump of tags holds",
        [
            Key("to", .string, "The path."),
            Key("messages", .count, "How many are in the dump."),
            Key("without_id", .list(.id), "Messages without a Message-ID, which are left out."),
            Key("is_dry_run", .boolean, "Whether it was only looked at."),
        ])

    static let eventExport = AnswerForm(
        "event_export", "What an export of events wrote",
        [
            Key("to", .string, "The path."),
            Key("events", .count, "How many were written."),
            Key("transactions", .count, "Those that they are of."),
            Key("contents", .count, "Messages that went along."),
            Key("content_bytes", .count, "Their bytes."),
            Key("left_out", .list(.digest), "Contents that are missing or damaged."),
            Key("position", .count, "Where the log ends."),
            Key("root", .digest, "Over all events up to there."),
            Key("is_dry_run", .boolean, "Whether nothing was written."),
        ])
}
