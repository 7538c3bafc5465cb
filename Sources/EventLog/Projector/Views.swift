public import DiskFiles
public import SQLite

/// The live read models of a ledger: opened where they stand, built where there are none, replaced as a whole.
///
/// The live generation's number stands in a register (``ViewsRegister``). Every use compares it first and opens anew on a change, so that
/// a file is never exchanged under an open connection.
public final class Views {
    /// What a rebuild tells while it runs: the position reached and the log's head; false stops it.
    public typealias Progress = (_ reached: Position, _ head: Position) -> Bool

    let store: any LogReading
    /// Which generation is live.
    let register: any ViewsRegister
    let disk: any Files
    let builder: ViewsBuilder
    /// The projections and their versions, by which the live views are told from those of other programs.
    public let rules: ViewsRules
    let files: GenerationFiles?
    let canWrite: Bool
    let buildPatience: Duration
    private let prepare: (Connection) throws -> Void
    private var live: Live?
    /// Whether they are kept in memory from now on, because there is no room for them on the disk.
    private var keepsInMemory = false
    /// Told why the file of the live views cannot be used, before others are built in its place.
    public var onUnusable: (_ reason: String) -> Void = { _ in }

    private struct Live {
        let generation: Int64
        let projector: Projector
        let lock: FileLock?
        var isInMemory = false
    }

    /// - Parameters:
    ///   - directory: Where the generations are kept, on a disk; nil keeps them in memory.
    ///   - canWrite: Whether missing or outdated views may be replaced in the directory; else they are built in memory.
    ///   - buildPatience: How long a build waits for one of another process, before it throws ``EventLogError/busy(holder:)``.
    ///   - prepare: Called on each newly opened connection, to attach what queries need beside the views.
    public init(
        of log: OpenLog, directory: String?, on disk: any Files = KernelFiles.shared,
        projections: [any Projection.Type], catalogue: EventCatalogue, canWrite: Bool,
        buildPatience: Duration = .seconds(10), prepare: @escaping (Connection) throws -> Void
    ) {
        store = log.store
        register = log.views
        self.disk = disk
        builder = ViewsBuilder(store: store, disk: disk, projections: projections, catalogue: catalogue)
        rules = ViewsRules(projections, contexts: catalogue.addedContexts)
        self.canWrite = canWrite
        self.buildPatience = buildPatience
        self.prepare = prepare
        files = directory.map { GenerationFiles(directory: $0, disk: disk) }
    }

    /// Lets go of the live views; the next use opens them again.
    public func letGo() {
        live = nil
    }

    /// Builds them in memory, where they stay as long as this process asks them.
    public func moveToMemory(progress: Progress = { _, _ in true }) throws {
        keepsInMemory = true
        live = nil
        _ = try rebuildInMemory(progress: progress)
    }

    /// Whether the live views are in memory, where this process brings them up to the log whatever it may write to.
    public var areInMemory: Bool { live?.isInMemory ?? false }

    /// Returns the live views as they stand, building them first where there are none that fit.
    public func current(progress: Progress = { _, _ in true }) throws -> Projector {
        let generation = try register.viewsGeneration(of: rules)
        return try existing(generation) ?? rebuild(unlessNewerThan: generation, progress: progress)
    }

    /// Returns the live views as they stand; nil where there are none that fit.
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
    /// Killed or cancelled at any moment, it leaves the live generation as it was, and the next build goes on from where it had
    /// come to.
    ///
    /// - Throws: ``EventLogError/readOnly(path:)`` where the directory may not be written to;
    ///   ``EventLogError/busy(holder:)`` when another process builds for longer than this one waits.
    @discardableResult
    public func rebuild(progress: Progress = { _, _ in true }) throws -> Projector {
        if let files, !canWrite { throw EventLogError.readOnly(path: files.directory) }
        return try rebuild(unlessNewerThan: register.viewsGeneration(of: rules), progress: progress)
    }

    /// Builds the live views anew if their file is damaged, as an error of a read may say; returns whether it was.
    ///
    /// - Complexity: Reads the whole file, to tell its damage from that of what is attached to it or of the log.
    public func replaceDamaged(progress: Progress = { _, _ in true }) throws -> Bool {
        guard let damaged = live, let reason = try damage(of: damaged.projector.connection) else { return false }
        live = nil
        onUnusable(reason)
        // Another process may have met the damage first, and then its views are taken over.
        _ = try rebuild(unlessNewerThan: damaged.generation, progress: progress)
        return true
    }

    private func rebuild(unlessNewerThan before: Int64, progress: Progress) throws -> Projector {
        guard let files, canWrite, !keepsInMemory else { return try rebuildInMemory(progress: progress) }
        files.makeDirectory()
        let buildLock = try files.lockForBuild(patience: buildPatience)
        defer { withExtendedLifetime(buildLock) {} }
        // Whoever held the lock may have built just what is wanted here.
        let generation = try register.viewsGeneration(of: rules)
        if generation != before, let opened = try open(generation) {
            live = opened
            return opened.projector
        }
        try files.removeUnused(except: liveGenerations(), under: buildLock)
        let build = try ViewsBuild(in: files, by: builder)
        try build.carryOn(progress: progress)
        return try switchLive(to: build, in: files, under: buildLock)
    }

    /// Makes a build that is whole the live views, once it has what was appended meanwhile.
    @discardableResult
    func switchLive(
        to build: ViewsBuild, in files: GenerationFiles, under buildLock: FileLock
    ) throws -> Projector {
        let next = try max(register.latestGeneration(), files.all().last ?? 0) + 1
        // Nobody takes the new file for one that was left behind, from its first byte until it is live.
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
            // Who may not write cannot always open a journal either, and makes do with memory: that is no damage.
            if canWrite { onUnusable(unfit.reason) }
            return nil
        }
    }

    /// Why a file of live views cannot be used.
    private struct Unfit: Error {
        let reason: String
    }

    /// Returns nil where there is no file.
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

    // Views are disposable: whatever is wrong with the file, a new build is the answer.
    private func refusingUnfit<Output>(_ body: () throws -> Output) throws -> Output {
        do {
            return try body()
        } catch let error as ViewsError {
            throw Unfit(reason: error.description)
        } catch let error as SQLiteError where !error.isBusy && !error.isInterrupted && !isPassing(error) {
            throw Unfit(reason: error.message)
        }
    }

    // What the system refuses now is no fault of the file: the same views can be used again. Who may not write has to do without.
    private func isPassing(_ error: SQLiteError) -> Bool {
        error.isOfSystem && (canWrite || !error.meansNoRoom)
    }

    /// The live views as they stand, to be read only, with nothing beside them; nil where there are none that fit, with the reason
    /// where there is a file.
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
        // What a power cut takes from the views, the log gives back (sqlite.org/pragma.html#pragma_synchronous).
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
    /// Catches up unless another process is at it; returns whether the views are at the head.
    public func catchUpUnlessBusy(with store: any LogReading) throws -> Bool {
        do {
            try catchUp(with: store)
            return true
        } catch let error as SQLiteError where error.isBusy {
            return false
        }
    }

    /// Catches up unless another process is at it or the medium forbids it or is full; returns whether the views are at the head.
    @discardableResult
    public func catchUpIfPossible(with store: any LogReading) throws -> Bool {
        do {
            return try catchUpUnlessBusy(with: store)
        } catch let error as SQLiteError where error.meansNoRoom {
            return false
        }
    }
}
