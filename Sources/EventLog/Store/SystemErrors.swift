internal import DiskFiles
internal import SQLiteDatabase

extension EventLogError {
    /// Whether an error says nothing about the log: the system refused memory, room or a read, or somebody stopped it.
    package static func isOfSystem(_ error: any Error) -> Bool {
        switch error {
        case is FileError, is UnmergedJournal, EventLogError.busy, EventLogError.readOnly, EventLogError.cancelled: true
        case let error as SQLiteError: error.isOfSystem || error.isBusy || error.isReadOnly || error.isInterrupted
        default: false
        }
    }
}
