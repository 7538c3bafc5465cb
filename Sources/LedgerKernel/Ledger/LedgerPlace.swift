package import Content
package import DiskFiles
package import EventLog
internal import SQLiteDatabase

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
    /// What messages call it: the path of a folder, a URL without its password.
    var name: String { get }
    /// Opens the log to copy from it, whatever program wrote it.
    func openLog() throws -> any LogStore
    /// Refuses a place that cannot be trusted with a ledger, and returns whether commands are taken.
    func prepareToOpen(_ access: LogAccess) throws -> Bool
    /// Removes from this machine what another machine has erased, before anything is answered.
    ///
    /// It asks nothing: what counts is what the log said when its end was asked for last.
    ///
    /// - Returns: Whether the ledger's read models may have been replaced since they were opened.
    func forgetErased(in ledger: Ledger) throws -> Bool
    /// Runs the steps of an erasure of this machine, and notes that it has forgotten if none is left.
    func finishErasure(in ledger: Ledger, _ steps: () throws -> ErasureSteps) throws -> ErasureSteps
    /// Returns where else bytes of what was erased may be; nil if there is no other place that it knows of.
    func copiesElsewhere() throws -> CopiesElsewhere?
    /// Makes the store of contents for the thread that has opened the log.
    ///
    /// An engine that keeps both has them share a transaction.
    func contents(beside log: any LogStore, _ access: ContentAccess) -> ContentStore
    /// Whether a batch of contents under the writer's lock is part of the transaction that the lock is for.
    var keepsContentWithLog: Bool { get }
    /// What can lose or show mail in this place, in words for a note at each opening.
    var warnings: [String] { get }
    /// Whether the user may read a ledger and change nothing of it, as somebody who audits.
    var isForReaders: Bool { get }
    /// Whether an error says that the user may not see what a check needs.
    func isForbidden(_ error: any Error) -> Bool
    /// Looks for what can lose or show mail, in the words of a check of ``LedgerMaintenance/examine()``.
    func examine() throws -> [PlaceFinding]
    /// Returns the watch over the end of a log that all ledgers of a server share; nil if each ledger asks its own log.
    func watch(over ledger: LedgerID) -> (any HeadWatch)?
}

extension LedgerPlace {
    package var isForReaders: Bool { false }

    package func isForbidden(_ error: any Error) -> Bool { false }

    package func openLog() throws -> any LogStore { try log.openCopy(.readOnly) }

    package func prepareToOpen(_ access: LogAccess) -> Bool { access == .readWrite }

    package func forgetErased(in ledger: Ledger) -> Bool { false }

    package func finishErasure(in ledger: Ledger, _ steps: () throws -> ErasureSteps) throws -> ErasureSteps {
        try steps()
    }

    package func copiesElsewhere() -> CopiesElsewhere? { nil }

    /// Lets others go on for a while.
    package func pause(milliseconds: UInt32) { disk.pause(1_000 * milliseconds) }

    package func contents(beside log: any LogStore, _ access: ContentAccess) -> ContentStore {
        ContentStore(at: contents, access: access, isOptional: true)
    }

    package var keepsContentWithLog: Bool { false }

    package var warnings: [String] { [] }

    package func examine() throws -> [PlaceFinding] { [] }

    package func watch(over ledger: LedgerID) -> (any HeadWatch)? { nil }

    /// Returns the contents for another thread; a stand-in without any if they cannot be read.
    package func openContents() -> ContentStore { ContentStore(at: contents, access: .readOnly, isOptional: true) }
}

/// What was found of a place, in words.
package struct PlaceFinding: Sendable {
    package let isHealthy: Bool
    package let text: String

    package init(isHealthy: Bool, _ text: String) {
        self.isHealthy = isHealthy
        self.text = text
    }
}

/// The files of read models and full text, all of which can be removed.
package struct ReadModelFolder: Sendable {
    /// The generations of the views.
    package let views: String
    /// The read models that programs add, a file each.
    let added: String
    let search: SearchFile

    /// Those of a folder.
    package init(in location: LedgerLocation) {
        views = location.viewsDirectory
        added = location.addedViewsDirectory
        search = location.searchFile
    }
}

extension LedgerLocation: LedgerPlace {
    package var contents: ContentPlace { .folder(directory, mode: .readWrite, on: files) }

    package var cursors: any CursorStore { FolderCursors(path: cursorsDirectory, on: files) }

    package var locks: any LedgerLocks { FolderLocks(at: self) }

    package var readModels: ReadModelFolder? { ReadModelFolder(in: self) }

    package var disk: any Files { files }
    package var folder: LedgerLocation? { self }
    package var name: String { directory }

    package var warnings: [String] {
        movedTo.map { ["the ledger has moved to \($0); this copy is from before"] } ?? []
    }

    package func prepareToOpen(_ access: LogAccess) throws -> Bool {
        try requireReadable()
        guard hasLog else {
            if hasBackup { throw LedgerError.isBackup(path: directory) }
            // A move into the folder has not ended.
            if let movedTo { throw EventLogError.movedAway(path: directory, to: movedTo) }
            try requireNotBeingMade()
            // Its maker may have ended just now.
            if hasLog { return try prepareToOpen(access) }
            if hasRemains { throw LedgerError.logGone(path: directory) }
            throw EventLogError.notALedger(path: directory)
        }
        if isUnfinished, !opensUnfinished { throw LedgerError.unfinished(path: directory) }
        try requireLocalFileSystem()
        try requireOthersKeptOut()
        return access == .readWrite && movedTo == nil && isWritable && files.allows(.write, of: logPath)
            && adviceToOthers == nil
    }
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
    package var name: String { "memory" }
}

extension LedgerLocation {
    package func openLog() throws -> any LogStore { try openLog(.readOnly) }

    /// Opens the log to copy from or to, even if the ledger has moved away.
    package func openLog(_ access: LogAccess) throws -> any LogStore {
        try requireReadable()
        try requireLocalFileSystem()
        do {
            return try log.openCopy(access)
        } catch EventLogError.notALedger {
            throw EventLogError.notALedger(path: directory)
        }
    }
}
