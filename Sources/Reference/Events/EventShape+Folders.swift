extension EventShape {
    static let folders: [EventShape] = [
        EventShape(
            "mail.folder-created/1", "",
            [
                Field("id", "id", "the folder"),
                Field("account", "id", "its account"),
                Field("parent", "id?", "the folder above it; left out at the top"),
                Field("name", "string", "its own name, in Unicode's form NFC; siblings that live have one name each"),
                Field("kind", "string", "`folder`, `label` or `notebook`"),
                Field(
                    "role", "string?",
                    "`inbox`, `drafts`, `sent`, `trash`, `archive`, `spam`, `flagged`, `all`, `other`"),
                Field(
                    "sort_order", "integer",
                    "its place among its siblings: 0 to 7 for a role, 100 for any other folder, unless said otherwise"),
                Field("icon", "string?", "the name of its picture"),
                Field("color", "string?", "the colour behind its name, `#rrggbb`"),
                Field("text_color", "string?", "the colour of its name"),
                Field(
                    "visibility", "string?", "whether lists show it: `hide` or `show_if_unread`; left out where they do"
                ),
                Field("message_visibility", "string?", "`hide` for a label that does not show beside its messages"),
                Field("external_id", "string?", "by what a server knows it; of one live folder in an account"),
                Field(
                    "keep_newest", "integer?",
                    "how many messages are kept, the newest, in it and those below it that have no rule of their own; left out for no limit"
                ),
                Field("keep_for", "period?", "of how long a time messages are kept there"),
            ]),
        EventShape(
            "mail.folder-renamed/1", "",
            [
                Field("folder", "id", "the folder"),
                Field("name", "change(string)", "its name"),
            ]),
        EventShape(
            "mail.folder-moved/1", "",
            [
                Field("folder", "id", "the folder"),
                Field("parent", "change(id or null)", "the folder above it; null at the top"),
            ]),
        EventShape(
            "mail.folder-changed/1",
            "Settings of a folder changed. A field that did not change is left out. An order of many folders is an event for each of them, in one transaction.",
            [
                Field("folder", "id", "the folder"),
                Field("role", "change(string or null)?", "its purpose; of one live folder in an account"),
                Field("sort_order", "change(integer)?"),
                Field("icon", "change(string or null)?"),
                Field("color", "change(string or null)?"),
                Field("text_color", "change(string or null)?"),
                Field("visibility", "change(string)?", "`show`, `hide` or `show_if_unread`"),
                Field("message_visibility", "change(string)?", "`show` or `hide`"),
                Field("external_id", "change(string or null)?"),
                Field("keep_newest", "change(integer or null)?"),
                Field("keep_for", "change(period or null)?"),
            ]),
        EventShape(
            "mail.folder-cursor-changed/1",
            "It became known how far a folder has come with its server (RFC 9051, RFC 7162, RFC 2177).",
            [
                Field("folder", "id", "the folder"),
                Field("uid_validity", "change(integer or null)?", "UIDVALIDITY, 32 bits without a sign"),
                Field(
                    "highest_mod_seq", "change(string or null)?",
                    "HIGHESTMODSEQ, 64 bits without a sign, in decimal digits"),
                Field("supports_idle", "change(boolean or null)?", "whether the server reports changes by itself"),
            ]),
        EventShape(
            "mail.folder-deleted/1",
            "A folder ended, and with it the folders below it and the copies in them. Under the policy `nullify` the moves to the archive stand before it in the same transaction.",
            [
                Field("folder", "id", "the folder"),
                Field("policy", "string", "what was asked for: `cascade`, `nullify`, `deny` or `no_action`"),
            ]),
        EventShape(
            "mail.folder-restored/1",
            "A deleted folder came back, with all that ended with it. What had ended before by an event of its own stays ended.",
            [
                Field("folder", "id", "the folder")
            ]),
    ]
}
