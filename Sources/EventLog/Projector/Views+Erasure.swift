internal import Glibc

extension AddedProjection {
    /// Unlinks the files of all projections that programs have added; a program that has one open goes on with it until it ends.
    package static func removeAll(in directory: String) {
        for name in fileNames(in: directory) where name.contains(".sqlite") && !name.hasSuffix(".lock") {
            unsafe unlink("\(directory)/\(name)")
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

    /// Unlinks the generations up to a number, and returns whether none of them is left: those in use stay.
    package func removeGenerations(through last: Int64, except live: Int64) throws -> Bool {
        guard let files else { return true }
        let lock = try files.lockForBuild(patience: buildPatience)
        return withExtendedLifetime(lock) {
            files.removeUnused(except: live, under: lock)
            return files.all().allSatisfy { $0 > last }
        }
    }
}
