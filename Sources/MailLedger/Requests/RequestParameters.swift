internal import EventLog
internal import Mail
package import Projections

/// A list's order, in the words of the tool.
public enum RequestOrder: String, Codable, Hashable, Sendable, CaseIterable {
    case newest
    case oldest

    package var order: ListOrder { self == .newest ? .newestFirst : .oldestFirst }
}

extension LedgerReader {
    /// What is answered to why a thing has its values.
    ///
    /// - Parameter all: Whether every event that set a field is told, not the last one only.
    func forms(of reasons: [ValueReason], _ all: Bool?) throws -> [ValueReasonForm] {
        let folders = try folderPaths()
        return reasons.map { ValueReasonForm($0, tellsAll: all ?? false, folders: folders) }
    }
}

extension Ledger {
    /// Reads the filter of a command, which says what is meant even if that is all.
    func filter(ofCommand query: MessageQuery) throws -> MessageFilter { try read { try $0.filter(ofCommand: query) } }

    /// The paths of folders by their ids, with which forms tell both.
    func folderPaths() throws -> [String: String] { try read { try $0.folderPaths() } }
}

extension CommandResult {
    /// What would make one thing, and was only looked at.
    ///
    /// - Parameter matched: How many things are meant; those that do not exist yet are none.
    static func looked<Thing>(changed: Int, of matched: Int = 0) -> CommandResult where Answer == Made<Thing> {
        CommandResult(
            .look(OutcomeForm(matched: matched, changed: changed, operation: nil, isDryRun: true)), operation: nil)
    }
}

extension CommandResult<OutcomeForm> {
    /// What a command on one thing did, with so many things that go with it or are it.
    init(of matched: Int, _ receipt: Receipt?, in call: CommandCall) {
        self.init(
            OutcomeForm(
                matched: matched, changed: 1, operation: receipt?.operation.description, isDryRun: call.isDryRun),
            operation: receipt?.operation)
    }

    /// What a command on messages did.
    init(_ outcome: MessagesOutcome, in call: CommandCall) {
        let operation = outcome.receipt?.operation
        self.init(
            OutcomeForm(
                matched: outcome.matched, changed: outcome.changed, operation: operation?.description,
                isDryRun: call.isDryRun),
            operation: operation)
    }
}

extension CommandResult<SettingsChangeForm> {
    /// What a command on settings did.
    init(_ outcome: SettingOutcome, from ledger: Ledger, in call: CommandCall) throws {
        self.init(
            SettingsChangeForm(outcome, folders: try ledger.folderPaths(), isDryRun: call.isDryRun),
            operation: outcome.receipt?.operation)
    }
}
