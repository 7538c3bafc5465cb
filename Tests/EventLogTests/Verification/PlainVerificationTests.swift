import EventLog
import TestSupport
import Testing

/// A verification that only reads a log finds what the engine's own finds, at the same place.
struct PlainVerificationTests {
    @Test(arguments: Tamper.events + Tamper.transactions)
    func `tampering is found where the engine finds it`(tamper: Tamper) throws {
        let folder = try LogFolder()
        let store = try folder.create()
        try Tamper.fill(store)
        let report = try store.verify()
        #expect(try PlainVerification(of: store).run() == report)
        try tamper.apply(folder.rawWithoutTriggers())
        let fault = #expect(throws: LogFault.self) { try PlainVerification(of: store).run() }
        #expect(fault?.position == Position(tamper.position), "\(fault?.description ?? "nothing was found")")
    }

    @Test func `a check can be stopped`() throws {
        let log = MemoryLog()
        try log.create(origin: "tests", environment: .system)
        let store = try log.open(.readWrite, environment: .system).store
        try store.record([.added("a")])
        #expect(throws: EventLogError.cancelled) { try store.verify { _ in false } }
    }
}
