internal import Content
public import Cryptography
public import EventLog
internal import Projections

/// The size of a ledger.
public struct LedgerStatistics: Sendable, Hashable {
    public let events: Int64
    public let head: Position
    public let root: SHA256Digest
    public let messages: Int
    public let threads: Int
    public let folders: Int
    public let accounts: Int
    /// Nil as of a past moment: former sizes of the files were not recorded.
    public let bytes: Bytes?

    /// Bytes on disk, journals included.
    public struct Bytes: Sendable, Hashable {
        public let log: Int64
        public let content: Int64
        public let views: Int64
        public let search: Int64
    }
}

extension LedgerReader {
    /// Counts the contents of the ledger.
    public func statistics() throws -> LedgerStatistics {
        let head = try past?.position ?? store.head().position
        let root = try store.root(at: head)
        return LedgerStatistics(
            events: head.rawValue, head: head, root: root, messages: try countMessages(),
            threads: try countThreads(), folders: try folders().count, accounts: try accounts().count,
            bytes: past == nil ? try bytes() : nil)
    }

    private func bytes() throws -> LedgerStatistics.Bytes {
        guard let location else { return .init(log: 0, content: try content.stats().storedBytes, views: 0, search: 0) }
        let generation = try register.viewsGeneration(
            of: ViewsRules(contexts.projections, contexts: catalogue.addedContexts))
        return .init(
            log: try store.storedBytes() ?? location.bytes(of: location.logPath),
            content: try content.stats().storedBytes,
            views: location.bytes(of: "\(location.viewsDirectory)/\(generation).sqlite"),
            search: location.bytes(of: location.searchPath))
    }
}
