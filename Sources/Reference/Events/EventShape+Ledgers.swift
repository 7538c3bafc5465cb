extension EventShape {
    static let ledgers: [EventShape] = [
        EventShape(
            "ledger.key-rotated/1",
            "Another key signs the checkpoints from here on. It is the only event of its stream.",
            [
                Field(
                    "verifier", "change(string)",
                    "the keys that checkpoints are verified with, as [signed-note](https://c2sp.org/signed-note) writes them"
                ),
                Field(
                    "endorsement", "string?",
                    "a note in which the old key names the new one, see [Proofs.md](../Proofs.md#another-key); left out where the old key was lost"
                ),
            ]),
        EventShape(
            "ledger.log-salvaged/1",
            "The events before it are what held of a damaged log; what stood behind them is lost. It is the only event of its stream.",
            [
                Field(
                    "events", "integer?",
                    "how many events the damaged log held by its own count; left out where that could not be read"),
                Field("fault", "string", "what did not hold, and where"),
            ]),
        EventShape(
            "ledger.log-resumed/1",
            "The log was restored from a backup, or lost its end, and what follows was recorded since. It is the only event of its stream.",
            [Field("events", "integer", "the number of events that were there before it")]),
    ]
}
