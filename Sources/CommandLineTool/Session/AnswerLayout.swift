internal import JSONCoding
internal import MailLedger

extension JSONBytesEncoder.Options {
    /// How an answer is written as JSON, in a version of its form.
    static func answer(
        pretty: Bool, indent: Int = 0, version: Int = OutputFormat.standardVersion
    ) -> JSONBytesEncoder.Options {
        var options = JSONBytesEncoder.Options.answer
        (options.pretty, options.indent, options.terminalSafe) = (pretty, indent, true)
        if version >= 2 { options.textKeys = OutputFormat.timeKeys }
        return options
    }
}

extension OutputFormat {
    /// What times are called from version 2 on: by what happened, and `_at`. The same words are names of counts where their value is
    /// no text, and stay.
    static let timeKeys = [
        "created": "created_at", "updated": "updated_at", "executed": "executed_at", "time": "recorded_at",
        "added": "added_at", "scheduled_date": "scheduled_at", "scheduled_end_date": "scheduled_end_at",
        "last_date": "last_message_at", "last_attempt": "last_attempt_at", "last_synced": "last_synced_at",
        "last_sync_attempt": "last_attempt_at", "last_full_sync": "last_full_sync_at",
        "last_incremental_sync": "last_incremental_sync_at",
    ]
}
