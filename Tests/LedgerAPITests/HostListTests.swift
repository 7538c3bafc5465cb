import HTTPServing
import Testing

@testable import LedgerAPI

struct HostListTests {
    @Test func `leaves out the usual port, as clients do, and no other`() {
        for port: UInt16 in [80, 443, 8420] {
            let list = HostList(.tcp(host: "192.0.2.1", port: port), names: [], isBehindProxy: false)
            #expect(list.contains("192.0.2.1:\(port)") && list.contains("localhost:\(port)"))
            #expect(list.contains("192.0.2.1") == (port != 8420), "\(port)")
            #expect(!list.contains("192.0.2.1:1") && !list.contains("192.0.2.2") && !list.contains(nil))
        }
    }
}
