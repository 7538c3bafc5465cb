import Cryptography
import DiskFiles
import EventLog
import FleetSupport
import MailLedger
import MailLedgerTesting
import TestSupport
import Testing

@testable import Fleet

/// The folders that a node keeps of its ledgers, and the bound on all of them.
struct NodeCachesTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private var variables: [String: String] {
        ["XDG_CACHE_HOME": directory.path("cache"), "XDG_DATA_HOME": directory.path("data")]
    }

    /// Makes a node's folder with a file of some bytes, and a key beside it.
    private func use(_ ledger: LedgerID, bytes: Int = 1_000, within limit: Int64? = nil) throws -> FileLock? {
        let node = try NodeFolder(of: ledger, environment: variables)
        let use = try node.make(within: limit)
        try node.location.replaceFile(node.location.directory + "/file", with: [UInt8](repeating: 1, count: bytes))
        try LedgerLocation(node.location.keysDirectory).makeDirectory()
        try node.location.replaceFile(node.location.keysDirectory + "/signing.key", with: [1])
        // Times of files have steps of some milliseconds.
        KernelFiles.shared.pause(20_000)
        return use
    }

    private func isThere(_ ledger: LedgerID) -> Bool {
        KernelFiles.shared.isFolder(directory.path("cache/mailledger/\(ledger)"))
    }

    private let ledgers = (0..<5).map { _ in LedgerID(UniqueID.random(from: randomBytes)) }

    @Test func `a cache is its owner's alone`() throws {
        _ = try use(ledgers[0])
        #expect(permissions(of: directory.path("cache/mailledger")) == 0o700)
        #expect(permissions(of: directory.path("cache/mailledger/\(ledgers[0])")) == 0o700)
        #expect(permissions(of: directory.path("data/mailledger/keys/\(ledgers[0])")) == 0o700)
    }

    @Test func `the caches that were used least lately are removed, and no key is`() throws {
        for ledger in ledgers[..<4] { _ = try use(ledger) }
        // The first is used once more.
        _ = try use(ledgers[0])
        // Four have 4,000 bytes together when the fifth is made.
        _ = try use(ledgers[4], within: 2_500)
        #expect(ledgers.map(isThere) == [true, false, false, true, true])
        for ledger in ledgers {
            #expect(sizeOfFile(directory.path("data/mailledger/keys/\(ledger)/signing.key")) == 1)
        }
    }

    @Test func `a cache that somebody uses stays, whatever the bound is`() throws {
        let held = try use(ledgers[0])
        _ = try use(ledgers[1])
        _ = try use(ledgers[2], within: 0)
        #expect(ledgers[..<3].map(isThere) == [true, false, true])
        withExtendedLifetime(held) {}
    }

    @Test func `what is no cache stays, and without a bound all stay`() throws {
        let other = LedgerLocation(directory.path("cache/mailledger/other"))
        try other.makeDirectory()
        try other.replaceFile(other.directory + "/file", with: [UInt8](repeating: 1, count: 9_000))
        _ = try use(ledgers[0])
        _ = try use(ledgers[1])
        #expect(isThere(ledgers[0]))
        _ = try use(ledgers[2], within: 0)
        #expect(!isThere(ledgers[0]) && !isThere(ledgers[1]))
        #expect(sizeOfFile(other.directory + "/file") == 9_000)
    }

    @Test func `a cache on a network file system is refused`() throws {
        let disk = SimulatedDisk()
        let system = LedgerLocation("/proc/self", on: disk)
        try system.makeDirectory()
        let mounts = "28 1 254:1 / / rw - ext4 /dev/vda1 rw\n40 28 0:35 / /home/ada rw - nfs4 server:/ada rw\n"
        try system.replaceFile("/proc/self/mountinfo", with: Array(mounts.utf8))
        let node = try NodeFolder(of: ledgers[0], environment: ["HOME": "/home/ada"], on: disk)
        #expect(throws: LedgerError.networkFileSystem(path: node.location.directory)) { _ = try node.make() }
    }
}
