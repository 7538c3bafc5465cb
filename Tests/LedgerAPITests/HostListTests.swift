import HTTPServing
import Testing

@testable import LedgerAPI

struct HostListTests {
    private func list(_ host: String, port: UInt16 = 8420, isBehindProxy: Bool = false) -> HostList {
        HostList(
            .tcp(host: host, port: port), machine: "Ledger1", names: ["Mail.example.org"], isBehindProxy: isBehindProxy)
    }

    @Test func `leaves out the usual port, as clients do, and no other`() {
        for port: UInt16 in [80, 443, 8420] {
            let list = list("192.0.2.1", port: port)
            #expect(list.contains("192.0.2.1:\(port)") && list.contains("localhost:\(port)"))
            #expect(list.contains("192.0.2.1") == (port != 8420), "\(port)")
            #expect(!list.contains("192.0.2.1:1") && !list.contains("192.0.2.2") && !list.contains(nil))
        }
    }

    @Test func `has the machine's name, and the address at which a connection came in, with the port`() {
        let list = list("0.0.0.0")
        #expect(list.contains("LEDGER1:8420") && !list.contains("ledger1:1") && !list.contains("ledger2:8420"))
        #expect(list.contains("192.0.2.2:8420", at: "192.0.2.2") && !list.contains("192.0.2.2:1", at: "192.0.2.2"))
        #expect(list.contains("[2001:DB8::1]:8420", at: "2001:db8::1"))
        for (host, local) in [
            ("192.0.2.2:8420", nil), ("192.0.2.3:8420", "192.0.2.2"), ("0.0.0.0:8420", "192.0.2.2"),
            ("evil.example:8420", "192.0.2.2"),
        ] as [(String, String?)] {
            #expect(!list.contains(host, at: local), "\(host)")
        }
        #expect(list.contains("mail.example.org:1") && list.isGiven("mail.example.org") && !list.isGiven("ledger1"))
        #expect(self.list("0.0.0.0", isBehindProxy: true).contains("ledger1"))
    }
}
