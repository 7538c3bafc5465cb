internal import EventLog
internal import MailLedger
internal import Projections

/// A folder that a command makes in passing, in one transaction with what it does then.
struct FolderInPassing {
    /// What is made, or would be: `Archive` and `Archive/2024`, with the address before it where several accounts get one.
    let paths: [String]
    /// Whether no account has a message that the query finds.
    let findsNothing: Bool
    private let path: String
    private let accounts: [String]
    private let ledger: Ledger
    private let call: Call

    /// - Throws: What ``LedgerReader`` throws for messages that cannot be looked for.
    init(_ path: String, for messages: MessageQuery, of ledger: Ledger, _ call: Call) throws {
        let look = CommandCall(ledger.context(command: ""), isDryRun: true)
        let accounts = try ledger.read { reader in
            let filter = try reader.filter(messages)
            return try reader.accounts().map(\.address).filter { address in
                try reader.countMessages(matching: .and([filter, .account(address)])) > 0
            }
        }
        let missing = try accounts.map { try ledger.mail.makeMissingFolders(on: path, of: $0, look) }
        let lacking = zip(accounts, missing).filter { !$0.1.isEmpty }
        self.accounts = lacking.map { $0.0 }
        paths = lacking.flatMap { account, paths in lacking.count > 1 ? paths.map { "\(account)/\($0)" } : paths }
        findsNothing = accounts.isEmpty
        self.path = path
        self.ledger = ledger
        self.call = call
    }

    /// Makes the folder and performs a command; of a dry run nothing stays.
    func perform<Command: LedgerWork>(_ command: Command) throws -> OutcomeForm? where Command.Answer == OutcomeForm {
        guard !accounts.isEmpty else { return try ledger.perform(command, call).answer }
        let context = ledger.context(command: call.command ?? Command.name, reason: call.reason)
        var real = call
        real.isDryRun = false
        do {
            return try ledger.transaction(context) { _ in
                for account in accounts {
                    try ledger.mail.makeMissingFolders(on: path, of: account, CommandCall(context))
                }
                let answer = try ledger.perform(command, real).answer
                if call.isDryRun { throw Rehearsed(outcome: answer) }
                return answer
            }.output
        } catch let rehearsed as Rehearsed {
            return rehearsed.outcome.map {
                OutcomeForm(matched: $0.matched, changed: $0.changed, operation: nil, isDryRun: true, told: $0.told)
            }
        }
    }

    /// What a dry run looked at, carried out of a transaction that is not to be recorded.
    private struct Rehearsed: Error {
        let outcome: OutcomeForm?
    }
}
