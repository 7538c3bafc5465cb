internal import Content
internal import Cryptography
internal import DiskFiles
internal import EventLog
internal import LedgerKernel
internal import SQLiteDatabase

/// Contents of a former backup that differ from those that were copied.
struct DamagedCopies {
    /// The number of contents that were removed to be copied again, because the ledger has them intact.
    var removed = 0
    /// Contents that some event refers to and that the ledger does not have either.
    var lost: [ContentFinding] = []
}

// A backup that nobody reads would be found damaged on the day when it is needed.
extension LedgerMaintenance {
    /// The end of the log in a backup; nil if there is none. It refuses a log that is damaged, or not the beginning of
    /// this one.
    func copiedHead(in folder: BackupFolder, onlyNew: Bool) throws -> Position? {
        guard ledger.files.exists(folder.logPath) else { return nil }
        return try blamingCopy(in: folder) {
            let copy = try folder.openLog()
            guard copy.identity.id == ledger.store.identity.id else {
                throw BackupError.otherLedger(path: folder.path, copy.identity.id)
            }
            if let fault = try onlyNew ? copy.faultOfErasures() : copy.faultOfCopy() {
                throw BackupError.unsound(path: folder.path, reason: fault)
            }
            return try commonEnd(with: copy, in: folder)
        }
    }

    private func commonEnd(with copy: any LogStore, in folder: BackupFolder) throws -> Position {
        let end = try copy.head().position
        guard try end <= ledger.store.head().position, try copy.root(at: end) == ledger.store.root(at: end) else {
            // A damaged tree has another root, too.
            if let fault = try copy.faultOfCopy() { throw BackupError.unsound(path: folder.path, reason: fault) }
            throw BackupError.diverged(path: folder.path, at: try firstDifference(from: copy, through: end))
        }
        return end
    }

    private func firstDifference(from copy: any LogStore, through end: Position) throws -> Position {
        // The roots of logs with a common beginning are equal up to the position where they part.
        var (same, other) = (Position.start.rawValue, end.rawValue)
        let head = try ledger.store.head().position.rawValue
        while same + 1 < other {
            let middle = Position((same + other) / 2)
            let isSame = try middle.rawValue <= head && copy.root(at: middle) == ledger.store.root(at: middle)
            (same, other) = isSame ? (middle.rawValue, other) : (same, middle.rawValue)
        }
        return Position(other)
    }

    /// Compares the checkpoint of a former backup, which stays, with the log beside it.
    func requireCheckpoint(in folder: BackupFolder) throws {
        guard ledger.files.exists(folder.logPath) else { return }
        try folder.reading {
            guard let checkpoint = try folder.checkpoint() else { return }
            try folder.openLog().check(checkpoint, in: folder)
        }
    }

    /// Reads all contents of a former backup, and removes those that are damaged there and intact here.
    func takeDamagedContents(out folder: BackupFolder, _ progress: BackupProgress) throws -> DamagedCopies {
        guard ledger.files.exists(folder.contentPath) else { return DamagedCopies() }
        let copy = try folder.reading { try folder.openContents() }
        guard try folder.reading(copy.mendIndex) else {
            throw BackupError.unsound(path: folder.contentPath, reason: "its pages do not agree")
        }
        let findings = try folder.reading { try copy.damaged { progress(.check, $0, $1) } }
        guard !findings.isEmpty else { return DamagedCopies() }
        var gone: Set<SHA256Digest> = []
        for case .sound(let digest, _) in try ledger.content.findings(of: findings.keys.sorted()) {
            gone.insert(digest)
        }
        let removed = gone.count
        // A content that no event refers to is no loss.
        gone.formUnion(try ledger.stores.unnamed(among: Set(findings.keys).subtracting(gone)))
        try folder.reading { try copy.remove(gone) }
        let lost = findings.filter { !gone.contains($0.key) }.sorted { $0.key.hex < $1.key.hex }
        return DamagedCopies(removed: removed, lost: lost.map(\.value))
    }

    /// Runs work on the log of a backup, so that damage of that log is not reported as damage of the ledger.
    func blamingCopy<Output>(in folder: BackupFolder, _ body: () throws -> Output) throws -> Output {
        do {
            return try body()
        } catch  where error is LogFault || error.isDamageOfLog {
            guard ledger.files.exists(folder.logPath) else { throw error }
            if let fault = try folder.faultOfLog() { throw BackupError.unsound(path: folder.path, reason: fault) }
            throw error
        }
    }
}

extension BackupFolder {
    var contentPath: String { path + "/content.sqlite" }

    func openContents() throws -> ContentStore {
        try ContentStore(directory: path, mode: .create, isAlone: true, on: files)
    }

    /// Runs work that reads a former backup, and reports damage with a remedy.
    func reading<Output>(_ body: () throws -> Output) throws -> Output {
        do {
            return try body()
        } catch BackupError.damaged(let path, let reason) {
            throw BackupError.unsound(path: path, reason: reason)
        } catch let error as ContentError where error.isDamage {
            throw BackupError.unsound(path: contentPath, reason: error.description)
        } catch ContentError.notAStore(let path) {
            throw BackupError.unsound(path: path, reason: "it is no content store")
        }
    }

    /// Runs work that makes a ledger of a backup, and reports damage as that of the backup's own files.
    func blamingItself<Output>(_ body: () throws -> Output) throws -> Output {
        do {
            return try body()
        } catch let fault as LogFault {
            throw BackupError.damaged(path: logPath, reason: "the log is damaged: \(fault)")
        } catch EventLogError.notALedger(logPath) {
            throw BackupError.damaged(path: logPath, reason: files.exists(logPath) ? "it is no log" : "it is missing")
        } catch  where error.isDamageOfLog {
            throw BackupError.damaged(path: logPath, reason: "\(error)")
        } catch ContentError.notAStore(contentPath) {
            throw BackupError.damaged(
                path: contentPath, reason: files.exists(contentPath) ? "it is no content store" : "it is missing")
        } catch let error as ContentError where error.isDamage {
            throw BackupError.damaged(path: contentPath, reason: "\(error)")
        }
    }

    /// The fault of the log of a backup; nil if it is sound.
    fileprivate func faultOfLog() throws -> String? {
        do {
            return try openLog().faultOfCopy()
        } catch  where error.isDamageOfLog {
            return String(describing: error)
        }
    }
}

extension LogStore {
    /// The fault of a copy; nil if it is sound. The tables of an older format are not checked.
    fileprivate func faultOfCopy() throws -> String? {
        identity == identity.upToDate ? try fault() : nil
    }

    /// The first blank place of a copy that no erasure in it accounts for; nil if there is none.
    ///
    /// - Complexity: O(erased events).
    fileprivate func faultOfErasures() throws -> String? {
        guard identity == identity.upToDate else { return nil }
        do {
            try verifyErasures()
            return nil
        } catch let fault as LogFault {
            return fault.description
        } catch let error as SQLiteError where error.isOfOtherSchema {
            return "\(error)"
        }
    }
}

extension ContentStore {
    /// Reads all contents, and returns the findings for those that differ from the stored ones.
    func damaged(
        progress: (_ done: Int, _ total: Int) -> Void
    ) throws -> [SHA256Digest: ContentFinding] {
        let total = try stats().count
        var done = 0
        var findings: [SHA256Digest: ContentFinding] = [:]
        try verify { finding in
            switch finding {
            case .leftover, .dictionary, .index: return true
            case .sound: break
            case .corrupt(let digest, _), .missing(let digest): findings[digest] = finding
            }
            done += 1
            progress(done, total)
            return true
        }
        return findings
    }
}

extension Error {
    /// Whether a log, or a file in its place, is damaged.
    fileprivate var isDamageOfLog: Bool {
        switch self as? EventLogError {
        case .corrupt, .notALedger: true
        default: (self as? SQLiteError)?.isCorrupt ?? false
        }
    }
}
