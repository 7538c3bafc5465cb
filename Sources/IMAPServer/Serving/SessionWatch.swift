package import MailLedger

/// What a server asks and hears of the commands of a session.
package protocol SessionWatch {
    /// Why the client may not see the account any more, as the log is now, in words; nil if it may. Asked before each
    /// command.
    func reasonToEnd(_ ledger: Ledger) -> String?

    /// Hears of a command that was answered: its name, and nothing of what it named.
    func note(command: String, _ outcome: CommandOutcome)
}

/// How a command ended (RFC 9051 section 7.1).
package enum CommandOutcome: Sendable {
    case ok, no, bad
    /// A login by a wrong proof.
    case wrongProof
}
