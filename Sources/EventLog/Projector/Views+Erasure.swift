package import DiskFiles

extension AddedProjection {
    /// Unlinks the files of all added projections; a program that has one open keeps using it until it ends.
    ///
    /// - Throws: `FileError` if a file may be left.
    package static func removeAll(in directory: String, on disk: any Files) throws {
        for name in try disk.namesIfThere(in: directory) where name.contains(".sqlite") && !name.hasSuffix(".lock") {
            try disk.removeIfThere("\(directory)/\(name)")
        }
    }
}

/// The part of an erasure that concerns the views' files.
extension Views {
    /// Keeps every build out while the closure runs, so that nothing a build read earlier can reappear after it.
    ///
    /// - Throws: ``EventLogError/busy(holder:)`` if another process builds for longer than this one waits.
    package func keepingBuildsOut<Output>(_ body: () throws -> Output) throws -> Output {
        guard let files else { return try body() }
        files.makeDirectory()
        let lock = try files.lockForBuild(patience: buildPatience)
        return try withExtendedLifetime(lock) { try body() }
    }

    /// Rebuilds outdated live views, forgets those of other rules, and unlinks all generations up to a number.
    ///
    /// Generations that are in use stay.
    ///
    /// - Returns: Whether none of these generations is left.
    package func replaceGenerations(through last: Int64, progress: Progress) throws -> Bool {
        if try register.viewsGeneration(of: rules) <= last { try rebuild(progress: progress) }
        guard let files else { return true }
        try register.forgetViews(through: last)
        let lock = try files.lockForBuild(patience: buildPatience)
        return try withExtendedLifetime(lock) {
            files.removeBuild()
            files.removeFirst()
            try files.removeUnused(except: liveGenerations(), under: lock)
            return try files.areGone(through: last)
        }
    }
}
