extension EventShape {
    static let access: [EventShape] = [
        EventShape(
            "access.token-issued/1",
            "A token was issued, by which a program uses the ledger over HTTP ([Server.md](../Server.md)). The token itself is in no event.",
            [
                Field("id", "id", "the token's id; it is not the token"),
                Field("name", "string", "by what people know it"),
                Field("actor", "string", "in whose name a program acts that has it"),
                Field("scopes", "[string]", "what it allows: `read`, `write`, `audit`, `undo`, `erase`, `admin`"),
                Field("accounts", "[id]?", "the accounts that it is for; left out for all"),
                Field("expires_at", "time?", "when it ends; left out where it does not end by itself"),
                Field(
                    "secret_digest", "digest",
                    "SHA-256 of the token, of `mlt_` and the 43 characters that have 256 bits of chance"),
            ]),
        EventShape(
            "access.token-changed/1",
            "A token has another name, another meaning or another end; the token stays the same.",
            [
                Field("token_id", "id", "the token's id"),
                Field("name", "change(string)?"),
                Field("actor", "change(string)?"),
                Field("scopes", "change([string])?"),
                Field("accounts", "change([id] or null)?", "null for all"),
                Field("expires_at", "change(time or null)?", "null where it does not end by itself"),
            ]),
        EventShape(
            "access.token-revoked/1", "A token ended for good.",
            [
                Field("token_id", "id", "the token's id")
            ]),
    ]
}
