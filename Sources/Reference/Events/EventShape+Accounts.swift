extension EventShape {
    static let accounts: [EventShape] = [
        EventShape(
            "mail.account-created/1",
            "An account came into being. Its folders follow as events of their own in the same transaction.",
            [
                Field("id", "id", "the account"),
                Field("address", "string", "its e-mail address; live accounts of a ledger have one address each"),
                Field("display_name", "string?", "the owner's name"),
                Field("provider", "string", "`gmail`, `outlook`, … or `custom`; derived from the domain unless named"),
                Field("imap", "server?", "where mail is read; left out where nothing is known"),
                Field("smtp", "server?", "where mail is sent"),
                Field(
                    "auth_types", "[string]",
                    "ways to authenticate, the preferred one first: `oauth2`, `password`, `app_password`, `none`"),
                Field(
                    "credential_ref", "string?",
                    "where the secret is kept: `env:NAME`, `command:…`, `file:…` or `keyring:…`; never the secret"),
                Field("is_enabled", "boolean", "whether mail is taken in"),
                Field(
                    "keep_newest", "integer?",
                    "how many messages it keeps, the newest, when it is pruned and after each import; left out for all"),
                Field("keep_for", "period?", "of how long a time it keeps messages; left out for all"),
            ]),
        EventShape(
            "mail.account-changed/1",
            "Settings of an account changed, all of one command in one event. A field that did not change is left out.",
            [
                Field("account", "id", "the account"),
                Field("address", "change(string)?"),
                Field("display_name", "change(string or null)?"),
                Field("provider", "change(string)?"),
                Field("imap", "server_change?"),
                Field("smtp", "server_change?"),
                Field("auth_types", "change([string])?"),
                Field("credential_ref", "change(string or null)?"),
                Field("is_enabled", "change(boolean)?"),
                Field("keep_newest", "change(integer or null)?", "null for all"),
                Field("keep_for", "change(period or null)?", "null for all"),
            ]),
        EventShape(
            "mail.account-sync-changed/1",
            "It became known how far an account has come with its server, or how the last try went. It changes no mail.",
            [
                Field("account", "id", "the account"),
                Field("history_id", "change(string or null)?", "the server's own mark of what is known"),
                Field("status", "change(string)?", "`idle`, `syncing`, `error` or `completed`"),
                Field("error_message", "change(string or null)?", "what went wrong"),
                Field(
                    "last_full_sync", "change(integer or null)?",
                    "when all was last looked through, in microseconds since 1970"),
                Field(
                    "last_incremental_sync", "change(integer or null)?", "when what had changed was last looked through"
                ),
            ]),
        EventShape(
            "mail.account-deleted/1",
            "An account ended, and with it all that it holds. The one event is all: no event is written for its folders or messages.",
            [
                Field("account", "id", "the account")
            ]),
        EventShape(
            "mail.account-restored/1", "A deleted account came back as it was.",
            [
                Field("account", "id", "the account")
            ]),
        EventShape(
            "mail.account-erased/1",
            "An account was erased, with its folders and all that was recorded of it. Each of its messages has a `mail.message-erased` before it.",
            [
                Field("account", "id", "the account"),
                Field("events", "integer", "how many events were blanked beside those of its messages"),
            ]),
        EventShape(
            "mail.hold-added/1",
            "Mail is to be kept: nothing that the hold covers is deleted, pruned or erased until it is removed. A hold has a stream of its own. One of `message`, `account` and `query` is there.",
            [
                Field("id", "id", "the hold"),
                Field("name", "string", "by what people know it"),
                Field("message", "id?", "the message that it covers"),
                Field("account", "id?", "the account that it covers"),
                Field("query", "string?", "what it covers is what this finds, whenever mail is to go"),
            ]),
        EventShape(
            "mail.hold-removed/1", "",
            [
                Field("hold", "id", "the hold")
            ]),
        EventShape(
            "mail.hold-overruled/1",
            "Mail that the hold covers was taken away all the same, by the events before this one in its transaction, whose reason says why.",
            [
                Field("hold", "id", "the hold"),
                Field("messages", "integer", "how many messages that it covers went"),
            ]),
    ]
}
