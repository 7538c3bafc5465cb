import EventLog
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// What keeps writers from a log that was found damaged.
struct DamageMarkTests {
    private let folder: LogFolder
    private let whole: Data

    /// A log, and the bytes of its file before somebody edited a payload.
    init() throws {
        folder = try LogFolder()
        try Tamper.fill(folder.create())
        whole = try Data(contentsOf: URL(filePath: folder.log))
        let tamper = try #require(Tamper.events.first)
        try tamper.apply(folder.rawWithoutTriggers())
    }

    private func mend() throws {
        for suffix in ["-wal", "-shm"] { unsafe unlink(folder.log + suffix) }
        try whole.write(to: URL(filePath: folder.log))
    }

    private func expectRefusal(_ store: SQLiteLogStore, sourceLocation: SourceLocation = #_sourceLocation) {
        let error = #expect(throws: EventLogError.self, sourceLocation: sourceLocation) {
            try store.record([.added("more")])
        }
        guard case .markedDamaged(let finding) = error else {
            Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
            return
        }
        #expect(finding == "position 5: the payload was changed", sourceLocation: sourceLocation)
    }

    @Test func `a log that was found damaged takes no event, and is read all the same`() throws {
        let store = try folder.open()
        // Nobody has looked yet.
        try store.record([.added("more")])
        #expect(throws: LogFault.self) { try store.verify() }
        expectRefusal(store)
        expectRefusal(try folder.open())
        #expect(try store.events(EventSelection()).count == 13)
        #expect(permissions(of: folder.log + "-damaged") == 0o600)
    }

    @Test func `a log that holds again is written to once all of it was verified`() throws {
        #expect(throws: LogFault.self) { try folder.open(access: .readOnly).verify() }
        try mend()
        expectRefusal(try folder.open())
        // The last events are not all of it.
        _ = try folder.open().verify(last: 1)
        expectRefusal(try folder.open())
        _ = try folder.open(access: .readOnly).verify()
        try folder.open().record([.added("more")])
    }

    @Test func `a mark that says nothing is one`() throws {
        try mend()
        try Data().write(to: URL(filePath: folder.log + "-damaged"))
        let error = #expect(throws: EventLogError.self) { try folder.open().record([.added("more")]) }
        #expect(error == .markedDamaged("its mark says no more"))
    }

    @Test func `a copy is read and written without a mark`() throws {
        let copy = try LogFile(folder.log).openCopy(.readWrite)
        #expect(throws: LogFault.self) { try copy.verify() }
        #expect(permissions(of: folder.log + "-damaged") == nil)
    }
}
