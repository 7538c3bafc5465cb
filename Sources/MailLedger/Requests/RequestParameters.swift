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

extension CommandResult {
    /// What would make one thing, and was only looked at.
    ///
    /// - Parameter matched: How many things are meant; those that do not exist yet are none.
    static func looked<Thing>(changed: Int, of matched: Int = 0) -> CommandResult where Answer == Made<Thing> {
        CommandResult(
            .look(OutcomeForm(matched: matched, changed: changed, operation: nil, isDryRun: true)), operation: nil)
    }
}
