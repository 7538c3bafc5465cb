import DiskFiles
import MailLedgerTesting
import TestSupport
import Testing

/// The two disks that the house knows.
enum Disk: CaseIterable, Sendable {
    case kernel, simulated
}

/// A folder on one of them.
struct DiskWorld {
    let files: any Files
    let path: String
    private let directory: TemporaryDirectory?

    init(_ disk: Disk) throws {
        switch disk {
        case .kernel:
            let directory = try TemporaryDirectory()
            (files, path, self.directory) = (KernelFiles.shared, directory.path, directory)
        case .simulated:
            files = SimulatedDisk()
            (path, directory) = ("/folder", nil)
            try files.makeFolder(FilePath(path), in: nil)
        }
    }

    func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Why a call is refused; nil where it is not.
    func refusal(_ body: () throws -> Void) -> SystemCode? {
        do {
            try body()
        } catch let error as FileError {
            return error.code
        } catch {
            Issue.record("\(error)")
        }
        return nil
    }
}

/// What holds for the kernel's files and for those of a simulated disk: what is tried on the one is true of the other.
@Suite struct `A disk of either kind` {
    @Test(arguments: Disk.allCases)
    func `holds what is written, at any place`(disk: Disk) throws {
        let world = try DiskWorld(disk)
        let file = try File(world.files, world.path("a"), .createNew)
        try file.write([1, 2, 3].span, at: 2)
        #expect(try world.files.contents(of: world.path("a")) == [0, 0, 1, 2, 3])
        var buffer = [UInt8](repeating: 9, count: 6)
        #expect(try file.read(into: &buffer, 1..<6, from: 3) == 2)
        #expect(buffer == [9, 2, 3, 9, 9, 9])
        #expect(try file.read(into: &buffer, 0..<1, from: 100) == 0)
        try file.truncate(to: 3)
        try file.truncate(to: 4)
        try file.sync()
        #expect(try world.files.contents(of: world.path("a")) == [0, 0, 1, 0])
        #expect(try file.status().size == 4)
    }

    @Test(arguments: Disk.allCases)
    func `opens as it is asked`(disk: Disk) throws {
        let world = try DiskWorld(disk)
        let (path, files) = (world.path("a"), world.files)
        #expect(world.refusal { _ = try File(files, path, .read) } == .notThere)
        #expect(world.refusal { _ = try File(files, path, .readWrite) } == .notThere)
        try File(files, path, .create).write([1].span, at: 0)
        #expect(world.refusal { _ = try File(files, path, .createNew) } == .taken)
        #expect(world.refusal { _ = try File(files, path, .folder) } == .notAFolder)
        #expect(world.refusal { _ = try File(files, path + "/b", .read) } == .notAFolder)
        #expect(world.refusal { _ = try File(files, world.path, .readWrite) } == .isAFolder)
        #expect(world.refusal { _ = try File(files, "\(world.path)/no/b", .create) } == .notThere)
        #expect(try files.status(of: path).permissions == 0o600)
        #expect(try File(files, world.path, .nameless).status().links == 0)
        #expect(try files.names(in: world.path) == ["a"])
    }

    @Test(arguments: Disk.allCases)
    func `gives names and takes them`(disk: Disk) throws {
        let world = try DiskWorld(disk)
        let files = world.files
        func path(_ name: String) -> FilePath { FilePath(world.path(name)) }
        try files.write([1], toNew: world.path("a"))
        try files.link(world.path("a"), to: world.path("b"))
        #expect(try files.status(of: world.path("a")).links == 2)
        #expect(try files.status(of: world.path("a")).identity == files.status(of: world.path("b")).identity)
        #expect(world.refusal { try files.link(world.path("a"), to: world.path("b")) } == .taken)
        try files.write([2], toNew: world.path("c"))
        try files.rename(world.path("c"), to: world.path("b"))
        #expect(try files.contents(of: world.path("b")) == [2])
        #expect(world.refusal { try files.rename(world.path("c"), to: world.path("d")) } == .notThere)
        try files.makeFolder(path("folder"), in: nil)
        #expect(world.refusal { try files.makeFolder(path("folder"), in: nil) } == .taken)
        #expect(world.refusal { try files.rename(world.path("a"), to: world.path("folder")) } == .isAFolder)
        #expect(world.refusal { try files.rename(world.path("folder"), to: world.path("a")) } == .notAFolder)
        try files.rename(world.path("a"), to: world.path("folder/a"))
        #expect(world.refusal { try files.removeFolder(world.path("folder")) } == .notEmpty)
        #expect(world.refusal { try files.remove(world.path("folder")) } == .isAFolder)
        #expect(world.refusal { try files.removeFolder(world.path("b")) } == .notAFolder)
        try files.rename(world.path("folder"), to: world.path("other"))
        #expect(try files.contents(of: world.path("other/a")) == [1])
        #expect(try files.resolved(path("other/../other/a")).name.elementsEqual("a".utf8))
        try files.removeTree(world.path("other"))
        #expect(try files.names(in: world.path) == ["b"])
        #expect(world.refusal { try files.remove(world.path("other")) } == .notThere)
    }

    @Test(arguments: Disk.allCases)
    func `keeps what is open when its name is gone`(disk: Disk) throws {
        let world = try DiskWorld(disk)
        let file = try File(world.files, world.path("a"), .createNew)
        try file.write([1].span, at: 0)
        try world.files.remove(world.path("a"))
        #expect(try file.status().links == 0)
        var buffer: [UInt8] = [0]
        #expect(try file.read(into: &buffer, 0..<1, from: 0) == 1 && buffer == [1])
    }

    @Test(arguments: Disk.allCases)
    func `finds from an open folder`(disk: Disk) throws {
        let world = try DiskWorld(disk)
        let files = world.files
        try files.makeFolder(FilePath(world.path("folder")), in: nil)
        let folder = try File(files, world.path("folder"), .folder)
        _ = try File(files, FilePath("a"), .createNew, in: folder.handle)
        try files.rename(world.path("folder"), to: world.path("elsewhere"))
        _ = try File(files, FilePath("a"), .read, in: folder.handle, links: .beneath)
        try files.remove(FilePath("a"), in: folder.handle)
        #expect(try files.names(in: world.path("elsewhere")).isEmpty)
    }

    @Test(arguments: Disk.allCases)
    func `lets one lock a file, or several share it`(disk: Disk) throws {
        let world = try DiskWorld(disk)
        let one = try File(world.files, world.path("a"), .create)
        let other = try File(world.files, world.path("a"), .create)
        #expect(try one.lock(.exclusive, waits: false))
        #expect(try !other.lock(.shared, waits: false))
        world.files.unlock(one.handle)
        #expect(try other.lock(.shared, waits: false) && one.lock(.shared, waits: false))
        #expect(try !one.lock(.exclusive, waits: false))
    }

    @Test(arguments: Disk.allCases)
    func `asks again until the answer is yes, or the time is over`(disk: Disk) throws {
        let world = try DiskWorld(disk)
        for (limit, yes, asked) in [(0, 1, 1), (0, 2, 1), (40, 3, 3), (40, 4, 3)] {
            var count = 0
            let isDone = world.files.wait(atMost: .milliseconds(limit)) {
                count += 1
                return count == yes
            }
            #expect(count == asked && isDone == (asked == yes), "\(limit) \(yes)")
        }
    }

    @Test(arguments: Disk.allCases)
    func `replaces a file whole, and makes an empty one once`(disk: Disk) throws {
        let world = try DiskWorld(disk)
        let (files, path) = (world.files, world.path("a"))
        #expect(try files.makeEmpty(path) && !files.makeEmpty(path))
        try files.replace(path, with: [1, 2], aside: path + ".new")
        try files.replace(path, with: [3], aside: path + ".new")
        #expect(try files.contents(of: path) == [3] && files.names(in: world.path) == ["a"])
        #expect(try files.contents(of: path, limit: 0) == [3])
        #expect(try files.contents(of: world.path("none")) == nil)
        #expect(try files.removeIfThere(path) && !files.removeIfThere(path))
    }
}
