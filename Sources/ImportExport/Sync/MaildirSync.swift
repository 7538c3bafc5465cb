internal import DiskFiles
public import EventLog
public import LedgerKernel
internal import Mail
public import Mailboxes

/// Makes an account and a Maildir agree after other programs changed the one and commands the other.
///
/// All its knowledge of earlier syncs is in the log. It can be killed at any moment and run again: changes that it made
/// in the Maildir but did not record are found to be right, and recorded then.
public struct MaildirSync {
    /// Called with the state of the sync after each message; false stops the sync after the work in progress.
    public typealias Progress = (SyncReport) -> Bool

    private let ledger: Ledger
    private let account: String
    private let options: SyncOptions
    private let context: OperationContext
    private let progress: Progress

    /// The number of looks at the Maildir: the last one of a sync has nothing left to do, unless other programs change
    /// the same files all the time.
    private static let maximumRounds = 5

    public init(
        of ledger: Ledger, account: String, options: SyncOptions, context: OperationContext,
        progress: @escaping Progress = { _ in true }
    ) {
        self.ledger = ledger
        self.account = account
        self.options = options
        self.context = context
        self.progress = progress
    }

    /// Syncs the Maildir at a path with those below it.
    ///
    /// - Throws: ``DomainError/conflict(_:hint:)`` for a disabled account or if most files are gone, and ``SyncError``.
    public func run(_ path: String) throws -> SyncReport {
        do {
            return try sync(path)
        } catch let error as MailboxError {
            throw SyncError.mailbox(error)
        }
    }

    private func sync(_ path: String) throws -> SyncReport {
        if !options.dryRun { try ledger.writing.requireWritable() }
        if !options.followsLinks { try requireFollowable(path) }
        let path = try resolved(path)
        guard let lock = try FolderLock(path, on: ledger.files) else { throw SyncError.locked(path: path) }
        let report = options.dryRun ? try runRounds(path) : try ledger.writing.storing { try runRounds(path) }
        _ = consume lock
        return report
    }

    private func runRounds(_ path: String) throws -> SyncReport {
        var round = try SyncRound(
            ledger: ledger, account: account, options: options,
            context: context.because(.sync(PathWords.text(path, allowingErased: options.allowsErased))), path: path,
            progress: progress)
        while try run(&round), !round.report.wasStopped, !options.dryRun {
            guard round.number < Self.maximumRounds else {
                if round.isOvertaken { round.giveUp() }
                break
            }
        }
        // Asked only after a whole first sync: it reads the headers of the log. What is skipped has a file.
        let isWhole = !round.report.wasStopped && round.report.unwritten.isEmpty && round.report.skipped.isEmpty
        if round.report.recognised > 0, isWhole, options.direction != .push, !options.dryRun {
            round.report.withoutFile = try round.unmetCopies().count
        }
        return round.report
    }

    /// Makes a round, and returns whether another one is needed.
    ///
    /// What the rounds before it did is recorded. So a refusal in a later one ends the sync with the report of that.
    private func run(_ round: inout SyncRound) throws -> Bool {
        let earlier = round.report.unwritten
        do {
            return try round.run()
        } catch {
            guard round.number > 1, SyncRound.isRefusal(error) else { throw error }
            round.leaveRest(because: error, besides: earlier)
            return false
        }
    }

    private func requireFollowable(_ path: String) throws {
        if let file = MaildirTree.refusal(ofNamed: path, on: ledger.files) { throw MailboxError.refused(file) }
    }

    /// The path without links, so that a Maildir has one name by whichever path it is reached.
    private func resolved(_ path: String) throws(MailboxError) -> String {
        do throws(FileError) {
            return try ledger.files.resolved(FilePath(path)).text
        } catch {
            throw error.code.meansNothingThere
                ? .notFound(path: path) : .unreadable(path: path, errno: error.code.number)
        }
    }
}

/// The reason why a sync did not begin.
public enum SyncError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process syncs the same Maildir.
    case locked(path: String)
    /// The path contains no `cur` or `new`, nor does any folder below it.
    case noMaildir(path: String)
    /// A part of the Maildir cannot be read, or nothing is there.
    case mailbox(MailboxError)

    public var description: String {
        switch self {
        case .locked(let path): "another sync of \(path) is under way"
        case .noMaildir(let path): "\(path): there is no Maildir, neither here nor below"
        case .mailbox(let error): error.description
        }
    }
}
