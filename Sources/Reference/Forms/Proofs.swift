extension AnswerForm {
    static let verification = AnswerForm(
        "verification", "What a verification found",
        [
            Key("events", .count, "How many events the log holds."),
            Key("transactions", .count, "In how many transactions."),
            Key("root", .digest, "The Merkle tree hash over all events."),
            Key("events_read", .count, "How many events were read; fewer than `events` with `--quick`."),
            Key("checkpoints", .count, "How many checkpoints that the ledger gave away hold."),
            Key("witnesses", .count, "How many witnesses agree."),
            Key("contents", .count, "How many contents were read."),
            Key("problems", .list(.string), "What does not hold."),
        ])

    static let proof = AnswerForm(
        "proof", "A proof file",
        about: "As a file it leaves out each key without a value; in an answer to `--format json` that key is null.",
        [
            Key("proof", .word("mailledger-proof/1"), "The form of the file."),
            Key(
                "keys", .list(.string), "The verifier keys that lead to each other; the last one signed the checkpoint."
            ),
            Key("checkpoint", .string, "The signed note."),
            Key("endorsements", .list(.string), "The notes by which each key but the last names the next."),
            Key("events", .list(.form("proof_event")), "The events that are proven."),
            Key(
                "since", .form("proof_growth").orNull,
                "What shows that the log has only grown since an older checkpoint."
            ).optional,
        ])

    static let proofEvent = AnswerForm(
        "proof_event", "An event in a proof file",
        [
            Key("entry", .string, "The lines that the leaf is the hash of."),
            Key("payload_is", .word("disclosed", "withheld", "erased"), "Whether what it says is in the file."),
            Key("payload", .string.orNull, "The JSON, byte for byte.").optional,
            Key("payload_salt", .salt.orNull, "Its salt, 16 bytes in hexadecimal.").optional,
            Key("header_is", .word("disclosed", "withheld", "erased"), "Whether who and why is in the file."),
            Key("header", .string.orNull, "The header of the transaction, byte for byte.").optional,
            Key("header_salt", .salt.orNull, "Its salt, 16 bytes in hexadecimal.").optional,
            Key("inclusion", .list(.hash), "The hashes of the inclusion proof in Base64, from the leaf up."),
        ])

    static let proofGrowth = AnswerForm(
        "proof_growth", "What shows that a log has only grown",
        [
            Key("checkpoint", .string, "The older signed note."),
            Key("consistency", .list(.hash), "The hashes of the consistency proof."),
        ])

    static let proofFindings = AnswerForm(
        "proof_findings", "What a proof proves",
        [
            Key("origin", .string, "The name of the log."),
            Key("size", .count, "How many events the log had when the proof was made."),
            Key("root", .digest, "Its root."),
            Key("key", .string, "The verifier key that signed."),
            Key("is_key_trusted", .boolean, "Whether that is the key of `--key`, or one that it leads to."),
            Key("endorsements", .count, "By how many endorsements it leads there."),
            Key(
                "since_size", .integer.orNull,
                "How many events the log had at the older checkpoint; null where there is none."),
            Key("events", .list(.form("proven_event")), "The events that are proven."),
            Key("message", .form("proven_message").orNull, "The file of `--message`."),
        ])

    static let provenMessage = AnswerForm(
        "proven_message", "A file that is a message of a proof",
        [
            Key("path", .string, "As it was typed."),
            Key("digest", .digest, "SHA-256 of the bytes that were recorded."),
            Key(
                "line_ends", .word("as_they_are", "lf", "crlf"),
                "`as_they_are`, or `lf` or `crlf` if the file has these bytes only with such line ends."),
            Key("positions", .list(.count), "The events that name these bytes."),
        ])

    static let provenEvent = AnswerForm(
        "proven_event", "An event that is proven",
        [
            Key("ledger", .string, "The ledger's id."),
            Key("position", .count, "Its position."),
            Key("type", .string, "Its type with its version, as in `mail.message-added/1`."),
            Key("time", .moment, "When it was recorded."),
            Key("transaction", .count, "The number of its transaction."),
            Key("leaf", .digest, "The hash of its entry."),
            Key("payload_is", .word("disclosed", "withheld", "erased"), "Whether what it says is in the file."),
            Key("payload", .any, "What it says; null where that is not shown."),
            Key(
                "read_as", .list(.form("event_reading")).orNull,
                "What it is read as today: one event as a rule; null where the payload is not shown, or of a shape that this program does not know."
            ),
            Key("header_is", .word("disclosed", "withheld", "erased"), "Whether who and why is in the file."),
            Key("actor", .string.orNull, "Who; null where that is not shown."),
            Key("reason", .string.orNull, "Why; null where nobody said, and where it is not shown."),
            Key("command", .string.orNull, "The command; null where that is not shown."),
            Key("words", .string, "What it did, by the names that proven events give."),
        ])

    static let eventReading = AnswerForm(
        "event_reading", "An event of today that a stored one is read as",
        [
            Key("type", .string, "With its version."),
            Key("payload", .any, "What it says, in today's shape."),
        ])

    static let witness = AnswerForm(
        "witness", "A witness of a ledger",
        [
            Key("path", .string, "The file."),
            Key("is_healthy", .boolean, "Whether it has nothing against the log."),
            Key("kept", .integer.orNull, "How many events it remembers; null where it could not say."),
            Key("events", .count, "How many events the log has."),
            Key("problem", .string.orNull, "What it has against the log, or why it could not be asked."),
        ])

    static let checkpoint = AnswerForm(
        "checkpoint", "A signed checkpoint",
        [
            Key("origin", .string, "The name of the log."),
            Key("size", .count, "How many events it holds."),
            Key("root", .digest, "The Merkle tree hash over them."),
            Key("key", .string, "The verifier key that it was signed by."),
            Key("note", .string, "The signed note, byte for byte."),
        ])

    static let writtenFile = AnswerForm(
        "written_file", "A file that was written",
        [
            Key("path", .string, "Where it is, as it was named."),
            Key("bytes", .count, "How large it is."),
        ])

    static let key = AnswerForm(
        "key", "The keys of a ledger",
        [
            Key("key", .string, "The verifier key that checkpoints are signed by now."),
            Key("history", .list(.form("signing_key")), "Every key that has signed, the first one first."),
        ])

    static let keyPassphrase = AnswerForm(
        "key_passphrase", "Whether the signing key is under a passphrase",
        [
            Key("is_protected", .boolean, "Whether the signing key is under a passphrase now."),
            Key("is_changed", .boolean, "Whether its file was written."),
        ])

    static let signingKey = AnswerForm(
        "signing_key", "A key that signed, and since when",
        [
            Key("key", .string, "The verifier key."),
            Key("position", .count, "The event that made it the one that signs; 0 for the first one."),
            Key("is_endorsed", .boolean, "Whether the key before signed that it follows."),
        ])

    static let bundle = AnswerForm(
        "bundle", "A folder of evidence that was written",
        [
            Key("path", .string, "Where it is, as it was named."),
            Key("files", .count, "The files in it, without the list of their digests."),
            Key("messages", .count, "The messages that were written."),
            Key("missing", .count, "Contents of messages that the ledger does not have any more."),
            Key("witnesses", .count, "The notes of witnesses."),
        ])
}
