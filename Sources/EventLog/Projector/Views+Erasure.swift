package import DiskFiles

extension AddedProjection {
    /// Unlinks the files of all projections that programs have added; a program that has one open goes on with it until it ends.
    package static func removeAll(in directory: String, on disk: any Files) {
        for name in disk.fileNames(in: directory) where name.contains(".sqlite") && !name.hasSuffix(".lock") {
            try? disk.remove("\(directory)/\(name)")
        }
    }
}

/// What an erasure asks of the views' files.
extension Views {
    /// Keeps every build out while the closure runs: what a build has read before could come to light after it.
    ///
    /// - Throws: ``EventLogError/busy(holder:)`` when another process builds for longer than this one waits.
    package func keepingBuildsOut<Output>(_ body: () throws -> Output) throws -> Output {
        guard let files else { return try body() }
        files.makeDirectory()
        let lock = try files.lockForBuild(patience: buildPatience)
        return try withExtendedLifetime(lock) { try body() }
    }

    /// Builds the live views anew if they are of before, forgets those of other rules, and unlinks all generations up to a number;
    /// returns whether none of them is left: those in use stay.
    package func replaceGenerations(through last: Int64, progress: Progress) throws -> Bool {
        if try register.viewsGeneration(of: rules) <= last { try rebuild(progress: progress) }
        guard let files else { return true }
        try register.forgetViews(through: last)
        let lock = try files.lockForBuild(patience: buildPatience)
        return try withExtendedLifetime(lock) {
            files.removeBuild()
            try files.removeUnused(except: liveGenerations(), under: lock)
            return files.all().allSatisfy { $0 > last }
        }
    }
}
