extension AnswerForm {
    static let folder = AnswerForm(
        "folder", "A folder", about: "With its counts; folders below it are not counted.",
        [
            Key("id", .id, "The id of the folder."),
            Key("account", .string, "The account's address."),
            Key("name", .string, "Its own name."),
            Key("path", .string, "The names from the top, joined by `/`."),
            Key("kind", .word("folder", "label", "notebook"), "`folder`, `label` or `notebook`."),
            Key("role", .string.orNull, "What it is for, as in `inbox`."),
            Key("total", .count, "Folders below it not counted."),
            Key("unread", .count, "How many of them are unread."),
            Key("parent", .id.orNull, "The folder above it."),
            Key("depth", .count, "How many folders are above it."),
            Key("sort_order", .integer, "Its place among its siblings; the smallest number comes first."),
            Key("is_system", .boolean, "Whether it cannot be renamed, moved or deleted."),
            Key("icon", .string.orNull, "The name of its icon."),
            Key("color", .color.orNull, "As `#rrggbb`."),
            Key("text_color", .color.orNull, "As `#rrggbb`."),
            Key("visibility", .word("show", "hide", "show_if_unread"), "`show`, `hide` or `show_if_unread`."),
            Key(
                "message_visibility", .word("show", "hide"),
                "Of a label, whether it is shown on messages: `show` or `hide`."),
            Key("external_id", .string.orNull, "Its id at the provider."),
            Key(
                "keep_newest", .ordinal.orNull, "How many messages it keeps, the newest; null for no limit of its own."),
            Key(
                "keep_for", .period.orNull,
                "How long it keeps messages, as in `P7Y`, or `forever`; null if it has no rule of its own."),
            Key("uid_validity", .count.orNull, "The server's UIDVALIDITY for its messages."),
            Key("highest_mod_seq", .digits.orNull, "Decimal digits: 64 bits, which many readers of JSON have not."),
            Key("supports_idle", .boolean.orNull, "Whether the server announces changes."),
            Key("created_at", .moment, "When it was recorded first."),
        ])

    static let folderDeletion = AnswerForm(
        "folder_deletion", "What deleting a folder would do",
        [
            Key(
                "policy", .word("cascade", "nullify", "deny", "no_action"),
                "`cascade`, `nullify`, `deny` or `no_action`."),
            Key("folders", .list(.form("ended_folder")), "The folder and all below it."),
            Key("messages", .count, "How many lie in any of them, each counted once."),
            Key("kept", .count, "How many of these stay in other folders; all, where it is refused."),
            Key("archived", .count, "How many go to the archive."),
            Key("gone", .count, "How many are deleted with it."),
            Key("archive", .string.orNull, "The path of the archive, where messages go there."),
            Key("blockers", .list(.string), "What keeps the folder from being deleted."),
            Key("holds", .list(.string), "The names of the holds that cover some of what would go."),
            Key("is_dry_run", .always, "Always true."),
        ])

    static let endedFolder = AnswerForm(
        "ended_folder", "A folder that would be deleted",
        [
            Key("path", .string, "Its path."),
            Key("messages", .count, "Folders below it not counted."),
        ])
}
