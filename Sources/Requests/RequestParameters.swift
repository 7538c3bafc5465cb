internal import EventLog
internal import LedgerHistory
internal import LedgerKernel
internal import Mail
package import Projections

/// A list's order, in the words of the tool.
public enum RequestOrder: String, Codable, Hashable, Sendable, CaseIterable {
    case newest
    case oldest

    package var order: ListOrder { self == .newest ? .newestFirst : .oldestFirst }
}

extension LedgerReader {
    /// The answer to why a thing has its values.
    ///
    /// - Parameter all: Whether to return every event that set a field, not only the last one.
    func forms(of reasons: [ValueReason], _ all: Bool?) throws -> [ValueReasonForm] {
        let folders = try folderPaths()
        return reasons.map { ValueReasonForm($0, tellsAll: all ?? false, folders: folders) }
    }
}
