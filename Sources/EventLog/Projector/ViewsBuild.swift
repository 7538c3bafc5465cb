internal import DiskFiles
internal import SQLiteDatabase

/// The running build of the views, in the file `building.sqlite`; it belongs to the holder of the lock for builds.
///
/// A killed build leaves the file as of its last batch, and the next build continues from there. The file has a
/// journal, but nobody waits for the disk: if a power cut may have lost some of it, it is not used.
final class ViewsBuild {
    private let files: GenerationFiles
    private let builder: ViewsBuilder
    /// Whether another build began it.
    private let isCarriedOn: Bool
    /// Nil before it is begun, and once it is published: a file is closed before it gets another name
    /// (sqlite.org/howtocorrupt.html, section 1.4).
    private var connection: Connection?

    /// Continues an existing build of the same log by the same rules, or begins a new one.
    ///
    /// - Parameter limit: The furthest position that an existing build may have reached; any when nil.
    init(in files: GenerationFiles, by builder: ViewsBuilder, notBeyond limit: Position? = nil) throws {
        self.files = files
        self.builder = builder
        connection = try Self.open(files.buildPath, builder, notBeyond: limit)
        isCarriedOn = connection != nil
    }

    private func begin(through end: Position?, _ progress: Views.Progress) throws -> Connection {
        files.removeBuild()
        return try Self.begin(files.buildPath, builder, through: end, progress)
    }

    private static func begin(
        _ path: String, _ builder: ViewsBuilder, through end: Position?, _ progress: Views.Progress
    ) throws -> Connection {
        do throws(FileError) {
            _ = try File(builder.disk, path, .createNew)
        } catch {
            throw EventLogError.readOnly(path: path)
        }
        let isBegun = try builder.fold(into: path, through: end, progress: progress)
        let connection = try Connection(path: path, mode: .readWrite, on: builder.disk)
        try configure(connection)
        if !isBegun { try builder.begin(connection) }
        return connection
    }

    /// Writes a whole build to a path, where another one takes it over; the file is closed when the call returns.
    static func write(to path: String, by builder: ViewsBuilder, progress: Views.Progress) throws {
        let connection = try begin(path, builder, through: nil, progress)
        try builder.finish(builder.advance(connection, through: nil, progress: progress))
    }

    private static func open(_ path: String, _ builder: ViewsBuilder, notBeyond limit: Position?) throws -> Connection?
    {
        let disk = builder.disk
        guard disk.exists(path) else { return nil }
        do {
            let connection = try Connection(path: path, mode: .readWrite, on: disk)
            try configure(connection)
            try builder.validateOrigin(connection)
            let origin = try BuildOrigin(on: connection)
            let position = try ViewsCheckpoint(on: connection).position
            guard let origin, origin.boot != nil, origin.boot == disk.startOfSystem,
                try origin.erasures == builder.store.erasureCount(), position <= limit ?? position
            else { return nil }
            return connection
        } catch let error where error is ViewsError || error is SQLiteError {
            // As with any views: whatever is wrong with the file, the answer is a new build.
            return nil
        }
    }

    // This journal costs a build least: the file is kept, and only new tables grow
    // (sqlite.org/pragma.html#pragma_journal_mode).
    private static func configure(_ connection: Connection) throws {
        _ = try connection.first("PRAGMA journal_mode = PERSIST") { _ in }
        try connection.run("PRAGMA synchronous = OFF")
    }

    /// Applies the log up to a position and makes the indexes; if an inherited build is damaged, it starts over.
    func carryOn(through end: Position? = nil, progress: Views.Progress) throws {
        do {
            try take(through: end, progress)
        } catch let error as SQLiteError where error.isCorrupt && isCarriedOn {
            connection = nil
            try take(through: end, progress)
        }
    }

    private func take(through end: Position?, _ progress: Views.Progress) throws {
        if connection == nil { connection = try begin(through: end, progress) }
        try read { try builder.finish(builder.advance($0, through: end, progress: progress)) }
    }

    /// Lends the tables.
    func read<Output>(_ body: (Connection) throws -> Output) throws -> Output {
        guard let connection else { preconditionFailure("the build is not begun, or has been published") }
        return try body(connection)
    }

    /// Syncs it to the disk and gives it the name of a generation.
    func publish(as target: String) throws {
        try read { connection in
            try builder.seal(connection)
            try connection.run("PRAGMA synchronous = FULL")
            _ = try connection.first("PRAGMA journal_mode = WAL") { _ in }
        }
        connection = nil
        do throws(FileError) {
            try files.disk.rename(files.buildPath, to: target)
        } catch {
            throw EventLogError.readOnly(path: target)
        }
    }
}
