public import EventLog

/// The result of a command that changes settings, or of a dry run.
public struct SettingOutcome: Sendable {
    /// Each field that changed, with its old and new value.
    public let changes: [FieldChange]
    /// Nil if there was nothing to change, or for a dry run.
    public let receipt: Receipt?
    /// The path of the folder that gave up a role for this; nil if none did.
    public let roleTakenFrom: String?

    package init(changes: [FieldChange], receipt: Receipt?, roleTakenFrom: String? = nil) {
        self.changes = changes
        self.receipt = receipt
        self.roleTakenFrom = roleTakenFrom
    }

    /// The result of a command that needed no change.
    public static let nothing = SettingOutcome(changes: [], receipt: nil)
}
