internal import EventLog
public import LedgerKernel
public import Mail
package import Projections
internal import SQLiteDatabase

/// The effects of deleting a folder.
public struct FolderDeletion: Sendable, Hashable {
    /// A folder that would end, and how many live messages have a live copy in it.
    public struct Ended: Sendable, Hashable {
        public let path: String
        public let messages: Int
    }

    public let policy: DeletePolicy
    /// The folder itself and all below it.
    public let folders: [Ended]
    /// The number of messages in any of them, each counted once.
    public let messages: Int
    /// The number of these that stay in other folders; all if the deletion is refused.
    public let kept: Int
    /// The number that would go to the archive.
    public let archived: Int
    /// The number that no list would contain any more.
    public let gone: Int
    /// The path of the archive, where messages would go there.
    public let archive: String?
    /// The reasons that prevent the deletion of the folder; if there are any, nothing would be done.
    public let blockers: [String]
    /// The holds that prevent the deletion, unless it is overridden.
    public let holds: [HoldInTheWay]
}

extension FolderDeletion {
    package init(of folder: FolderRow, policy: DeletePolicy, reader: LedgerReader) throws {
        let contents = try reader.contents(of: folder, for: policy)
        let command = DeleteFolder(policy: policy)
        let blockers = command.blockers(in: folder.state, contents)
        // A folder with a role and a missing archive are refused here as they would be.
        let events = blockers.isEmpty ? try command.decide(folder.state, holding: contents) : []
        let tree = [folder.stream] + contents.below.map(\.folder.stream)
        let (total, nowhereElse) = try reader.countMessages(in: tree)
        let archived = contents.stranded.count
        let gone = policy == .cascade ? nowhereElse : 0
        self.init(
            policy: policy,
            folders: [Ended(path: folder.path, messages: folder.total)]
                + contents.below.map { Ended(path: $0.path, messages: $0.messages) },
            messages: total, kept: total - archived - gone, archived: archived, gone: gone,
            archive: archived == 0
                ? nil : try reader.folders(of: folder.accountStream).first { $0.id == contents.archive?.id }?.path,
            blockers: blockers, holds: try reader.holdsInTheWay(of: events))
    }
}

extension LedgerReader {
    /// The contents of a folder that a policy needs.
    package func contents(of folder: FolderRow, for policy: DeletePolicy) throws -> DeleteFolder.Contents {
        let all = try folders(of: folder.accountStream)
        var contents = DeleteFolder.Contents()
        contents.messages = folder.total
        contents.below = all.filter { $0.path.hasPrefix(folder.path + "/") }.map {
            DeleteFolder.Below($0.state, path: $0.path, messages: $0.total)
        }
        guard policy == .nullify else { return contents }
        contents.archive = all.first { $0.settings.role == .archive }?.state
        let tree = [folder.stream] + contents.below.map(\.folder.stream)
        let states = try MessageStates(on: connection)
        contents.stranded = try connection.rows(
            "SELECT id FROM message WHERE \(Self.isIn(tree)) AND NOT \(Self.isOutside(tree, safely: true)) ORDER BY id"
        ) { try $0.next(StreamID.self) }.compactMap { try states.state(of: $0) }
        return contents
    }

    /// Counts the live messages in some folders, and those of them in no other.
    fileprivate func countMessages(in tree: [StreamID]) throws -> (total: Int, nowhereElse: Int) {
        try connection.first(
            """
            SELECT count(*), ifnull(sum(NOT \(Self.isOutside(tree, safely: false))), 0) FROM message
            WHERE \(Self.isIn(tree))
            """
        ) { try ($0.next(), $0.next()) } ?? (0, 0)
    }

    private static func isIn(_ tree: [StreamID]) -> SQL {
        "is_live AND id IN (SELECT message FROM copy WHERE is_live AND folder IN (\(list(tree))))"
    }

    // Copies in spam and trash are not safe: they go when these folders are emptied.
    private static func isOutside(_ tree: [StreamID], safely: Bool) -> SQL {
        let safe: SQL =
            safely
            ? "AND folder NOT IN (SELECT id FROM folder WHERE ifnull(role, '') IN ('spam', 'trash'))" : ""
        return """
            EXISTS (SELECT 1 FROM copy WHERE copy.message = message.id AND copy.is_live
                AND folder NOT IN (\(list(tree))) \(safe))
            """
    }

    private static func list(_ streams: [StreamID]) -> SQL {
        streams.map { "\(bind: $0.rawValue)" as SQL }.joined(separator: ", ")
    }
}
