internal import Domain
internal import LedgerKernel

extension CommandCall {
    /// Refuses a dry run, for a command that has none.
    func refuseDryRun() throws {
        guard isDryRun else { return }
        throw DomainError.invalid(field: "dry_run", reason: "is not known of this command")
    }
}
