import Foundation
import TestSupport

/// Kills before counted calls: a kill by time hits another place on each machine, and none on one that is busy.
extension Faults.Fault {
    /// Kills before calls of any kind: one is drawn from each of as many equal parts of a run, in any order.
    ///
    /// A run beside the counted one may make a few calls less: that of the last part may end before it is killed.
    static func kills(_ count: Int, among calls: Int, _ generator: inout SeededGenerator) -> [Self] {
        precondition(calls >= count, "\(calls) calls cannot be parted into \(count)")
        let kills = (0..<count).map { part in
            let numbers = (part * calls / count + 1)...((part + 1) * calls / count)
            return Self(kind: .any, number: Int.random(in: numbers, using: &generator), manner: .kill)
        }
        return kills.shuffled(using: &generator)
    }
}

extension ToolLedger {
    /// Returns how many calls of a kind a run of the tool makes for the files below a folder, by default all of the test's.
    func calls(_ kind: Faults.Class = .any, by arguments: [String], below folder: String? = nil) throws -> Int {
        // A process counts on from what it finds.
        let counts = try TemporaryDirectory()
        let result = try run(
            arguments, adding: Faults.variables(below: folder ?? directory.path, counts: counts.path("counts")))
        guard result.exitCode == 0, let number = try Faults.counts(in: counts.path("counts"))[kind] else {
            throw ToolError("\(arguments): \(result.exitCode) \(result.errorText)")
        }
        return number
    }

    /// Does something in a copy that takes the place of all files of the test, and puts these back.
    func leavingNoTrace<Output>(_ body: () throws -> Output) throws -> Output {
        let aside = directory.path + "-aside"
        try FileManager.default.moveItem(atPath: directory.path, toPath: aside)
        defer { try? FileManager.default.moveItem(atPath: aside, toPath: directory.path) }
        try copyTree(aside, to: directory.path)
        defer { removeTree(directory.path) }
        return try body()
    }
}
