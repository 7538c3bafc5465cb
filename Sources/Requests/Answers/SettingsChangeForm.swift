internal import EventLog
package import LedgerKernel

/// The result of a command that changes settings.
public struct SettingsChangeForm: Encodable, Sendable {
    package let changes: [HistoryForm.ChangeForm]
    public let operation: String?
    /// The path of the folder that gave up a role for this; nil if none did.
    public let roleTakenFrom: String?
    public let isDryRun: Bool

    package init(_ outcome: SettingOutcome, folders: [String: String], isDryRun: Bool) {
        changes = outcome.changes.map { .init($0, folders: folders) }
        operation = outcome.receipt?.operation.description
        roleTakenFrom = outcome.roleTakenFrom
        self.isDryRun = isDryRun
    }
}
