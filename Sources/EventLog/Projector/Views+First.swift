package import DiskFiles
internal import SQLiteDatabase

/// The read models of a log that is being made, and has no name yet.
extension Views {
    /// Builds them, as a trial of its events; the first opening of the ledger takes the build over.
    ///
    /// - Parameter directory: The folder of the generations to come; the file lies beside it.
    /// - Throws: ``EventLogError/projectionFailed(_:)`` for an event that no build can apply.
    package static func buildFirst(
        of store: any LogReading, for directory: String, on disk: any Files, projections: [any Projection.Type],
        catalogue: EventCatalogue, progress: Progress = { _, _ in true }
    ) throws {
        let files = GenerationFiles(directory: directory, disk: disk)
        let builder = ViewsBuilder(store: store, disk: disk, projections: projections, catalogue: catalogue)
        files.removeFirst()
        do {
            return try ViewsBuild.write(to: files.firstPath, by: builder, progress: progress)
        } catch EventLogError.readOnly {
        } catch let error as SQLiteError where error.meansNoRoom {
        }
        // The ledger does without a file of them, too, and the trial is still owed.
        files.removeFirst()
        try builder.fill(Connection(path: Connection.inMemory, mode: .create), progress: progress)
    }

    /// Removes the build of a ledger that was not made.
    package static func removeFirst(for directory: String, on disk: any Files) {
        GenerationFiles(directory: directory, disk: disk).removeFirst()
    }

    /// Whether a file beside the folder of the generations is of such a build.
    package static func isOfFirst(_ name: String, for directory: String, on disk: any Files) -> Bool {
        GenerationFiles(directory: directory, disk: disk).isOfFirst(name)
    }
}
