import MailLedger
import Testing

@testable import LedgerKernel

@Suite struct `The contexts of this package` {
    @Test func `have the names by which the kernel knows them`() {
        let names = Contexts.builtIn.all.map { Substring($0.name) }
        #expect(Set(names + [Contexts.ledger[...]]) == Contexts.ownNames)
    }
}
