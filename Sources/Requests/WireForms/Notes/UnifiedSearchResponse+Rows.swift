internal import EventLog
public import LedgerContexts
internal import Mail
internal import Projections
public import WireModels

extension UnifiedSearchResponse {
    /// Makes the form of a search's matches; folders without those below them.
    public init(_ found: SearchFindings) {
        self.init(
            folders: found.folders.map { row in
                FolderResponse(row, notes: found.noteCounts[row.id] ?? 0, depth: row.depth)
            },
            notes: found.notes.map { NoteListItem($0) },
            messages: found.messages.map { row in
                MessageListItem(
                    id: row.id.uniqueID, thread: row.thread.uniqueID, subject: row.subject ?? "",
                    snippet: row.snippet, receivedAt: WireTime(row.receivedAt))
            },
            threads: found.threads.map { row in
                ThreadListItem(
                    id: row.id.uniqueID, subject: row.subject ?? "", messageCount: row.messageCount,
                    lastDate: WireTime(row.lastDate))
            })
    }
}
