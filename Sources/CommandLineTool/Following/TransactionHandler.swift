internal import DiskFiles
internal import EventLog
internal import MailLedger
internal import Processes
internal import WireModels

/// A shell's command that handles transactions: it is run for each, with the events on its standard input, a line of JSON each.
struct TransactionHandler {
    let command: String
    let writer: EventWriter
    /// The lock of the cursor, which the command holds as well; nil for none.
    ///
    /// If this program is killed, the command runs on, and no other subscriber can begin before all that it started has
    /// ended. A signal that ends this program while no command runs lets go of the lock.
    let lock: Descriptor?

    /// Runs the command for a transaction.
    ///
    /// - Throws: ``Shortfall`` where it cannot be run, or ends with another exit code than 0.
    func handle(_ transaction: RecordedTransaction) throws {
        SignalledUnlock.set(nil)
        guard let program = PipedProgram(["/bin/sh", "-c", command], holding: lock) else {
            throw failure("cannot be run", transaction)
        }
        // A command that does not read all of it may be content all the same: its exit code tells.
        let list = ListWriter(Output(descriptor: program.descriptor), isDocument: false)
        try writer.write(transaction, to: list)
        try list.finish()
        let code = program.finish()
        SignalledUnlock.set(lock)
        guard let code, code != 0 else { return }
        throw failure("ended with exit code \(code)", transaction)
    }

    private func failure(_ what: String, _ transaction: RecordedTransaction) -> Shortfall {
        Shortfall(
            exitCode: 1, code: .serverError,
            message: "'\(command)' \(what) at transaction \(transaction.number), which ends at position"
                + " \(transaction.position)")
    }
}
