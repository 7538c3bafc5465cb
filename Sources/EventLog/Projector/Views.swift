public import DiskFiles
public import SQLiteDatabase

/// The live read models of a ledger: opened if they are usable, built if there are none, replaced as a whole.
///
/// A register (``ViewsRegister``) has the number of the live generation. Every use compares it first and reopens on a
/// change, so that a file is never exchanged under an open connection.
public final class Views {
    /// The report of a running rebuild: the position reached and the log's head; false stops it.
    public typealias Progress = (_ reached: Position, _ head: Position) -> Bool

    private let log: any LogStore
    var store: any LogReading { log }
    /// The register of the live generation.
    let register: any ViewsRegister
    let disk: any Files
    let builder: ViewsBuilder
    /// The projections and their versions, which distinguish these live views from those of other programs.
    public let rules: ViewsRules
    let files: GenerationFiles?
    let canWrite: Bool
    let buildPatience: Duration
    private let prepare: (Connection) throws -> Void
    private var live: Live?
    /// Whether they stay in memory from now on: the disk has no room for them, or their file is a proof that is kept.
    private var keepsInMemory = false
    /// Called with the reason why the file of the live views cannot be used, before others are built in its place.
    public var onUnusable: (_ reason: String) -> Void = { _ in }

    private struct Live {
        let generation: Int64
        let projector: Projector
        let lock: FileLock?
        var isInMemory = false
    }

    /// - Parameters:
    ///   - directory: The folder of the generations, on a disk; nil keeps them in memory.
    ///   - canWrite: Whether missing or outdated views may be replaced in the directory; otherwise they are built in
    ///     memory.
    ///   - buildPatience: How long a build waits for one of another process, before it throws
    ///     ``EventLogError/busy(holder:)``.
    ///   - prepare: Called on each newly opened connection, to attach what queries need beside the views.
    public init(
        of log: OpenLog, directory: String?, on disk: any Files = KernelFiles.shared,
        projections: [any Projection.Type], catalogue: EventCatalogue, canWrite: Bool,
        buildPatience: Duration = .seconds(10), prepare: @escaping (Connection) throws -> Void
    ) {
        self.log = log.store
        register = log.views
        self.disk = disk
        builder = ViewsBuilder(store: log.store, disk: disk, projections: projections, catalogue: catalogue)
        rules = ViewsRules(projections, contexts: catalogue.addedContexts)
        self.canWrite = canWrite
        self.buildPatience = buildPatience
        self.prepare = prepare
        files = directory.map { GenerationFiles(directory: $0, disk: disk) }
    }

    /// Closes the live views; the next use opens them again.
    public func letGo() {
        live = nil
    }

    /// Closes live views that turned out not to fit the log; the next use opens the file again, or builds others.
    package func letGoOfForeign() {
        // What a file shows is said and noted when it is opened again.
        if areInMemory {
            onUnusable(ViewsError.foreign.description)
            if canWrite, let checkpoint = try? live?.projector.checkpoint() { _ = isNoted(checkpoint) }
        }
        live = nil
    }

    /// Notes in the log that it lacks events which were read from it, as views show; returns whether that was possible.
    private func isNoted(_ checkpoint: ViewsCheckpoint) -> Bool {
        do {
            if let leaf = checkpoint.leaf { try log.noteLoss(of: leaf, at: checkpoint.position) }
            return true
        } catch {
            return false
        }
    }

    /// Closes the live views if others have taken their place, so that the file can be removed.
    package func letGoIfReplaced() throws {
        guard let live, !keepsInMemory, try register.viewsGeneration(of: rules) != live.generation else { return }
        letGo()
    }

    /// Builds them in memory, where they stay for the life of this object.
    public func moveToMemory(progress: Progress = { _, _ in true }) throws {
        keepsInMemory = true
        live = nil
        _ = try rebuildInMemory(progress: progress)
    }

    /// Whether the live views are in memory, where this process keeps them up to date even if it may not write files.
    public var areInMemory: Bool { live?.isInMemory ?? false }

    /// Returns the live views, building them first if none are usable.
    public func current(progress: Progress = { _, _ in true }) throws -> Projector {
        let generation = try register.viewsGeneration(of: rules)
        return try existing(generation) ?? rebuild(unlessNewerThan: generation, progress: progress)
    }

    /// Returns the live views; nil if none are usable.
    public func existing() throws -> Projector? {
        try existing(register.viewsGeneration(of: rules))
    }

    private func existing(_ generation: Int64) throws -> Projector? {
        if let live, live.generation == generation || keepsInMemory { return live.projector }
        guard !keepsInMemory else { return nil }
        live = try open(generation)
        if live != nil, canWrite { try files?.removeUnused(exceptLive: liveGenerations) }
        return live?.projector
    }

    func liveGenerations() throws -> Set<Int64> {
        Set(try register.liveViews().map(\.generation))
    }

    /// Builds a new generation from the first event on while others read and write, and makes it the live one.
    ///
    /// If it is killed or cancelled, the live generation stays as it was, and the next build continues from the last
    /// batch.
    ///
    /// - Throws: ``EventLogError/readOnly(path:)`` if the directory may not be written to;
    ///   ``EventLogError/busy(holder:)`` if another process builds for longer than this one waits.
    @discardableResult
    public func rebuild(progress: Progress = { _, _ in true }) throws -> Projector {
        if let files, !canWrite { throw EventLogError.readOnly(path: files.directory) }
        return try rebuild(unlessNewerThan: register.viewsGeneration(of: rules), progress: progress)
    }

    /// Rebuilds the live views if their file is damaged, which an error of a read may suggest; returns whether it was.
    ///
    /// - Complexity: Reads the whole file, to tell its damage from that of an attached file or of the log.
    public func replaceDamaged(progress: Progress = { _, _ in true }) throws -> Bool {
        guard let damaged = live, let reason = try Self.damage(of: damaged.projector.connection) else { return false }
        live = nil
        onUnusable(reason)
        // Another process may have met the damage first; then its views are used.
        _ = try rebuild(unlessNewerThan: damaged.generation, progress: progress)
        return true
    }

    private func rebuild(unlessNewerThan before: Int64, progress: Progress) throws -> Projector {
        guard let files, canWrite, !keepsInMemory else { return try rebuildInMemory(progress: progress) }
        files.makeDirectory()
        let buildLock = try files.lockForBuild(patience: buildPatience)
        defer { withExtendedLifetime(buildLock) {} }
        // The previous holder of the lock may have built exactly what is wanted here.
        let generation = try register.viewsGeneration(of: rules)
        if generation != before, let opened = try open(generation) {
            live = opened
            return opened.projector
        }
        try noteLoss(shownIn: files)
        guard !keepsInMemory else { return try rebuildInMemory(progress: progress) }
        try files.removeUnused(except: liveGenerations(), under: buildLock)
        files.takeOverFirst()
        let build = try ViewsBuild(in: files, by: builder)
        try build.carryOn(progress: progress)
        return try switchLive(to: build, in: files, under: buildLock)
    }

    /// Looks at the files that the register does not know: an older copy of a log has an older register, too.
    private func noteLoss(shownIn files: GenerationFiles) throws {
        let latest = try register.latestGeneration()
        for generation in files.all() where generation > latest {
            do {
                try ViewsCheckpoint(on: openForReading(files.databasePath(generation))).validate(against: store)
            } catch ViewsError.diverged(let checkpoint) {
                keepsInMemory = !isNoted(checkpoint)
                return
            } catch {
                continue
            }
        }
    }

    /// Makes a finished build the live views, once it has the events appended meanwhile.
    @discardableResult
    func switchLive(
        to build: ViewsBuild, in files: GenerationFiles, under buildLock: FileLock
    ) throws -> Projector {
        let next = try max(register.latestGeneration(), files.all().last ?? 0) + 1
        // From its first byte until it is live, no process mistakes the new file for one that was left behind.
        let use = files.use(next)
        defer { withExtendedLifetime(use) {} }
        let projector: Projector
        do {
            try build.publish(as: files.databasePath(next))
            guard let opened = try open(next) else { throw SQLiteError.damaged("the new views cannot be opened") }
            projector = opened.projector
            try projector.catchUp(with: store)
            try register.setViewsGeneration(next, of: rules)
            live = opened
        } catch {
            files.remove(next)
            throw error
        }
        try files.removeUnused(except: liveGenerations(), under: buildLock)
        return projector
    }

    func rebuildInMemory(progress: Progress) throws -> Projector {
        let generation = try register.viewsGeneration(of: rules) + (files == nil ? 1 : 0)
        let connection = try Connection(path: Connection.inMemory, mode: .create)
        try prepare(connection)
        let projector = try builder.fill(connection, progress: progress)
        if files == nil { try register.setViewsGeneration(generation, of: rules) }
        live = Live(generation: generation, projector: projector, lock: nil, isInMemory: true)
        return projector
    }

    private func open(_ generation: Int64) throws -> Live? {
        do {
            return try openFitting(generation)
        } catch let unfit as Unfit {
            // Without permission to write, a journal cannot always be opened either; views in memory replace them. That
            // is no damage.
            guard canWrite else { return nil }
            onUnusable(unfit.reason)
            // The file is the only proof of what is lost. It stays until the log takes the note.
            if let checkpoint = unfit.diverged, !isNoted(checkpoint) { keepsInMemory = true }
            return nil
        }
    }

    /// The reason why a file of live views cannot be used.
    private struct Unfit: Error {
        let reason: String
        /// How far views have come of which the log lacks events.
        var diverged: ViewsCheckpoint?
    }

    /// Opens the file of a generation; nil if there is none.
    private func openFitting(_ generation: Int64) throws -> Live? {
        guard let files, generation > 0 else { return nil }
        let lock = files.use(generation)
        guard files.exists(generation) else { return nil }
        return try refusingUnfit {
            let connection = try openConnection(files.databasePath(generation))
            try builder.validate(connection)
            try prepare(connection)
            return Live(generation: generation, projector: builder.makeProjector(on: connection), lock: lock)
        }
    }

    // Views are disposable: whatever is wrong with the file, the answer is a new build.
    private func refusingUnfit<Output>(_ body: () throws -> Output) throws -> Output {
        do {
            return try body()
        } catch ViewsError.diverged(let checkpoint) {
            throw Unfit(reason: ViewsError.diverged(checkpoint).description, diverged: checkpoint)
        } catch let error as ViewsError {
            throw Unfit(reason: error.description)
        } catch let error as SQLiteError where !error.isBusy && !error.isInterrupted && !isPassing(error) {
            throw Unfit(reason: error.message)
        }
    }

    // A refusal by the system is no fault of the file: the same views can be used later. A process that may not write
    // does without.
    private func isPassing(_ error: SQLiteError) -> Bool {
        error.isOfSystem && (canWrite || !error.meansNoRoom)
    }

    /// The live views as they are, for reading only, with nothing attached.
    ///
    /// - Returns: No projector if none are usable, and the reason if there is a file.
    func look() throws -> (projector: Projector?, unfitness: String?) {
        let generation = try register.viewsGeneration(of: rules)
        if let live, live.generation == generation { return (live.projector, nil) }
        guard let files, generation > 0, files.exists(generation) else { return (nil, nil) }
        do {
            return try refusingUnfit {
                let connection = try openForReading(files.databasePath(generation))
                try builder.validate(connection)
                return (builder.makeProjector(on: connection), nil)
            }
        } catch let unfit as Unfit {
            return (nil, unfit.reason)
        }
    }

    private func openConnection(_ path: String) throws -> Connection {
        guard canWrite else { return try openForReading(path) }
        let connection = try Connection.standing(at: path, mode: .readWrite, on: disk)
        // The log restores what a power cut takes from the views (sqlite.org/pragma.html#pragma_synchronous).
        try connection.run("PRAGMA synchronous = NORMAL")
        return connection
    }
}

extension Views {
    /// Opens a generation that this process does not write to.
    func openForReading(_ path: String) throws -> Connection {
        try Connection.standing(at: path, mode: .readOnly, on: disk)
    }
}

extension Projector {
    /// Catches up unless another process is writing; returns whether the views are at the head.
    public func catchUpUnlessBusy(with store: any LogReading) throws -> Bool {
        do {
            try catchUp(with: store)
            return true
        } catch let error as SQLiteError where error.isBusy {
            return false
        }
    }

    /// Catches up unless another process is writing, the medium forbids it or it is full; returns whether the views are
    /// at the head.
    @discardableResult
    public func catchUpIfPossible(with store: any LogReading) throws -> Bool {
        do {
            return try catchUpUnlessBusy(with: store)
        } catch let error as SQLiteError where error.meansNoRoom {
            return false
        }
    }
}
