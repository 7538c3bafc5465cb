extension AnswerForm {
    static let token = AnswerForm(
        "token", "A token that was issued",
        [
            Key("id", .id, "Its id, which is not the token."),
            Key("name", .string, "Its name for people."),
            Key("actor", .string, "In whose name a program acts that has it."),
            Key("scopes", .list(.word("read", "write", "audit", "undo", "erase", "admin")), "What it allows."),
            Key("accounts", .list(.id).orNull, "The ids of the accounts that it is for; null for all."),
            Key("expires_at", .moment.orNull, "When it ends; null where it does not end by itself."),
            Key("is_revoked", .boolean, "Whether it was revoked."),
            Key("created_at", .moment, "When it was issued."),
            Key("updated_at", .moment, "When it was issued, changed or revoked last."),
        ])

    static let issuedToken = AnswerForm(
        "issued_token", "A token, shown once",
        [
            Key("token", .string, "The token for the program that is to use it; the ledger keeps its SHA-256 alone."),
            Key("issued", .form("token"), "What the ledger knows of it."),
        ])
}
