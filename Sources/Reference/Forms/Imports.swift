extension AnswerForm {
    static let `import` = AnswerForm(
        "import", "What an import did",
        [
            Key("added", .count, "Messages that the account did not have."),
            Key("existing", .count, "Messages that the account had already, at this place or at another one."),
            Key("deleted", .count, "How many of those were deleted before, and stay so."),
            Key(
                "elsewhere", .list(.string),
                "The folders that have some of those, where the folder of this import has not."),
            Key("updated", .count, "Known copies that had other flags."),
            Key("erased", .count, "Messages that were erased before, and stay out."),
            Key(
                "pruned", .count,
                "Messages deleted at the end by the rules of the account and its folders, or that would be."),
            Key(
                "reading_otherwise", .list(.string),
                "Where messages of their own were found that have the identity of another one and read otherwise."),
            Key("roles", .list(.form("found_role")), "Folders it made whose names suggest a role."),
            Key("skipped", .list(.form("skipped")), "Files and entries of an mbox that gave no message."),
            Key("messages_per_second", .amount, "How fast it went."),
        ])

    static let foundRole = AnswerForm(
        "found_role", "A folder whose name suggests a role",
        [
            Key("folder", .string, "Its path."),
            Key("role", .string, "As of a folder."),
            Key(
                "taken_from", .string.orNull,
                "The path of the empty folder that gave it up; null where no folder had it."),
        ])

    static let skipped = AnswerForm(
        "skipped", "A file that gave no message",
        [
            Key("path", .string, "The file; of an entry of an mbox, then `#byte=` and where it begins."),
            Key("reason", .string, "A word, as in Reference/Events.md."),
        ])

    static let tagImport = AnswerForm(
        "tag_import", "What a dump of tags changed",
        [
            Key("matched", .count, "How many messages of the account the dump names."),
            Key("changed", .count, "How many of them changed."),
            Key("unknown", .list(.string), "Message-IDs of no message of the account."),
            Key("unusable", .list(.string), "Tags that no label can be."),
            Key("respelled", .list(.form("respelled_tag")), "Tags that became labels of another spelling."),
            Key("operation", .id.orNull, "Null where nothing was written."),
            Key("is_dry_run", .boolean, "Whether it was only looked at."),
        ])

    static let respelledTag = AnswerForm(
        "respelled_tag", "A tag and its label",
        [
            Key("tag", .string, "As the dump has it."),
            Key("label", .string, "What it became."),
        ])

    static let eventImport = AnswerForm(
        "event_import", "What an import of events did",
        [
            Key("ledger", .id, "The ledger that the events are of."),
            Key("path", .string, "The folder."),
            Key("is_new", .boolean, "Whether there was no ledger before."),
            Key("added", .count, "Events that came in."),
            Key("present", .count, "Events that were there already."),
            Key("erased", .count, "Events that the ledger had and that those which came say are erased."),
            Key(
                "remaining", .list(.string),
                "What another process keeps an erasure from doing now: `contents`, `views`, `search`, `log`, `journal`."
            ),
            Key("contents", .count, "Messages that came along."),
            Key("missing", .count, "Contents that the added events name and that are not here."),
            Key("position", .count, "Where the log ends."),
            Key("root", .digest, "Over all events up to there."),
            Key("is_dry_run", .boolean, "Whether nothing was recorded."),
        ])

    static let sync = AnswerForm(
        "sync", "What a sync did",
        [
            Key("account", .string, "The address of the account."),
            Key("path", .string, "The Maildir as it was named."),
            Key("pulled", .form("sync_counts"), "What was taken into the ledger."),
            Key("pushed", .form("sync_counts"), "What was written to the Maildir."),
            Key("actions", .list(.form("sync_action")), "With --dry-run, each thing that would be done; else empty."),
            Key("conflicts", .list(.form("sync_conflict")), "What was changed on both sides."),
            Key("skipped", .list(.form("skipped")), "Files that gave no message, each named once."),
            Key("unwritten", .list(.form("unwritten")), "Copies that could not be written."),
            Key(
                "without_file", .count,
                "After the first sync behind an import, how many copies of the import have no file there any more; they stay."
            ),
            Key("held", .count, "Files that are gone or marked T, of mail that a hold keeps in the ledger."),
            Key("is_dry_run", .boolean, "Whether nothing was done."),
        ])

    static let syncCounts = AnswerForm(
        "sync_counts", "Changes that a sync carried one way",
        [
            Key("added", .count, "New messages."),
            Key("copied", .count, "Copies of messages that were there, or known from an import."),
            Key("flagged", .count, "Changes of flags."),
            Key("moved", .count, "Moves to another folder."),
            Key("renamed", .count, "Other names in the same folder."),
            Key("removed", .count, "Copies whose files are gone, or were taken away."),
            Key("deleted", .count, "Files that were marked T for a deletion here."),
            Key("restored", .count, "Messages that came back."),
        ])

    static let syncAction = AnswerForm(
        "sync_action", "One thing that a sync would do",
        [
            Key("direction", .word("in", "out"), "Into the ledger or out of it."),
            Key("kind", .word("add", "copy", "flags", "move", "rename", "remove", "delete", "restore"), "What it is."),
            Key("message", .string.orNull, "The message, where there is one."),
            Key("source", .string, "The source name of the file."),
            Key("detail", .string, "Flags, a folder or a name."),
        ])

    static let syncConflict = AnswerForm(
        "sync_conflict", "A copy that was changed on both sides",
        [
            Key("message", .string, "The message."),
            Key("source", .string, "The source name of the file."),
            Key("field", .word("folder", "existence"), "What was changed."),
            Key("base", .string, "What both sides agreed on last."),
            Key("here", .string, "What holds in the ledger."),
            Key("there", .string, "What holds in the Maildir."),
            Key("stands", .word("here", "there"), "The side that stands."),
        ])

    static let unwritten = AnswerForm(
        "unwritten", "A copy that a sync could not write",
        [
            Key("source", .string, "The source name of the file; the path of one that shares its name."),
            Key("reason", .string, "Why, for people."),
        ])
}
