import DiskFiles
import MailLedgerTesting
import TestSupport
import Testing

/// What a simulated disk keeps when the power goes, and how it fails.
@Suite struct `A loss of power` {
    private let path = "/head"
    private let old = [UInt8](repeating: 1, count: 3000)
    private let new = [UInt8](repeating: 2, count: 3000)

    @Test func `leaves the old file or the new one where it is replaced, and the new one once that is done`() throws {
        var (cases, kept) = (0, Set<Bool>())
        for change in 0..<8 {
            for seed in 0..<100 as Range<UInt64> {
                let disk = SimulatedDisk()
                try disk.replace(path, with: old, aside: "/head.new")
                disk.fault = .powerLoss(after: change)
                let isDone = (try? disk.replace(path, with: new, aside: "/head.new")) != nil
                let found = try disk.afterPowerLoss(seed: seed).contents(of: path)
                #expect(found == new || found == old && !isDone, "after \(change), lot \(seed)")
                kept.insert(found == new)
                cases += 1
            }
        }
        print("replaced files: \(cases) losses of power")
        #expect(kept.count == 2)
    }

    @Test func `takes what was never synced, whole or in part`() throws {
        var found: Set<[UInt8]?> = []
        for seed in 0..<200 as Range<UInt64> {
            let disk = SimulatedDisk()
            try disk.write(old, toNew: path)
            try disk.syncName(of: path)
            try File(disk, path, .readWrite).write(new.span, at: 0)
            found.insert(try disk.afterPowerLoss(seed: seed).contents(of: path))
        }
        #expect(found.contains(old) && found.contains(new) && found.count > 20)
    }

    @Test func `takes a name that no folder was synced for`() throws {
        let names = try Set(
            (0..<50 as Range<UInt64>).map { seed in
                let disk = SimulatedDisk()
                try disk.write(old, toNew: path)
                return try disk.afterPowerLoss(seed: seed).names(in: "/")
            })
        #expect(names == [[], ["head"]])
    }

    @Test func `ends all calls, and another disk goes on`() throws {
        let disk = SimulatedDisk()
        disk.fault = .powerLoss(after: 1)
        try disk.makeFolder("/a", in: nil)
        #expect(throws: FileError(.makeFolder, "/b", .inputOutput)) { try disk.makeFolder("/b", in: nil) }
        #expect(throws: FileError.self) { try disk.names(in: "/") }
        #expect(throws: Never.self) { try disk.afterPowerLoss(seed: 1).names(in: "/") }
    }

    @Test func `is one of the faults that a disk has`() throws {
        let disk = SimulatedDisk()
        try disk.write(old, toNew: path)
        disk.fault = .fails(call: 2, code: .noRoom)
        let file = try File(disk, path, .readWrite)
        #expect(throws: FileError.self) { try file.write(new.span, at: 0) }
        #expect(try disk.contents(of: path) == old)
        disk.fault = .shortWrite(call: 1)
        #expect(throws: FileError.self) { try file.write(new.span, at: 0) }
        disk.fault = nil
        #expect(try disk.contents(of: path) == Array(new.prefix(1500) + old.suffix(1500)))
    }
}

extension Files {
    fileprivate func makeFolder(_ path: String, in folder: FileHandle?) throws(FileError) {
        try makeFolder(FilePath(path), in: folder)
    }
}
