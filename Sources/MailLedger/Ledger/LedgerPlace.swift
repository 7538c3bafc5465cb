package import Content
package import DiskFiles
package import EventLog
internal import SQLite

/// The place of a ledger: its log and contents, its cursors, and its locks.
///
/// Everything that can be made from the log is in a separate folder (``ReadModelFolder``): if machines share a place,
/// each has its own.
package protocol LedgerPlace: Sendable {
    var log: any LogPlace { get }
    var contents: ContentPlace { get }
    var cursors: any CursorStore { get }
    var locks: any LedgerLocks { get }
    /// The folder of the read models and the full text; nil keeps them in memory.
    var readModels: ReadModelFolder? { get }
    /// The disk that the read models are on, and from which mail is imported.
    var disk: any Files { get }
    /// The folder that the place is, with keys, uploads and what else only a folder has; nil if it is none.
    var folder: LedgerLocation? { get }
}

/// The files of read models and full text, all of which can be removed.
package struct ReadModelFolder: Sendable {
    /// The generations of the views.
    let views: String
    /// The read models that programs add, a file each.
    let added: String
    let search: SearchFile
}

extension LedgerLocation: LedgerPlace {
    package var contents: ContentPlace { .folder(directory, mode: .readWrite, on: files) }

    package var cursors: any CursorStore { FolderCursors(path: cursorsDirectory, on: files) }

    package var locks: any LedgerLocks { FolderLocks(at: self) }

    package var readModels: ReadModelFolder? {
        ReadModelFolder(views: viewsDirectory, added: addedViewsDirectory, search: searchFile)
    }

    package var disk: any Files { files }
    package var folder: LedgerLocation? { self }
}

/// A place in the memory of this process, gone with the last ledger that is opened on it.
package struct MemoryPlace: LedgerPlace {
    package let log: any LogPlace
    package let contents: ContentPlace
    package let cursors: any CursorStore = MemoryCursors()
    package let locks: any LedgerLocks = MemoryLocks()

    /// - Parameter contents: Where the contents are kept instead.
    package init(contents: ContentPlace = ContentMemory().place) {
        log = MemoryLog()
        self.contents = contents
    }

    package var readModels: ReadModelFolder? { nil }
    package var disk: any Files { KernelFiles.shared }
    package var folder: LedgerLocation? { nil }
}

extension LedgerLocation {
    /// Opens the log in the folder to copy from it, whatever program wrote it.
    func openLog() throws -> any LogStore {
        try requireReadable()
        try requireLocalFileSystem()
        do {
            return try log.openCopy(.readOnly)
        } catch EventLogError.notALedger {
            throw EventLogError.notALedger(path: directory)
        }
    }
}
