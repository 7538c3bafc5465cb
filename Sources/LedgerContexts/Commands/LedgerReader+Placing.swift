package import EventLog
package import LedgerKernel
internal import Mail
package import Projections

extension LedgerReader {
    /// Decides on another parent and another name of a folder: the name has to be free in the new place.
    package func place(_ row: FolderRow, under parent: FolderRow?, named name: String) throws -> [ProposedEvent] {
        let siblings = try folders(named: name, under: parent, in: row.accountStream)
        var renamed = row.state
        renamed.name = name
        let moved = try MoveFolder().decide(
            renamed, under: parent?.state, ancestors: ancestors(of: parent), siblings: siblings)
        return try moved + RenameFolder(name: name).decide(row.state, siblings: siblings)
    }
}
