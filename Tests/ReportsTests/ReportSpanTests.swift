import CivilTime
import EventLog
import Mail
import MailLedger
import Reports
import Synchronization
import Testing

/// What the head of a report says of its span.
@Suite struct `The span of a report` {
    private static func at(_ second: Int64) -> Timestamp { Timestamp(microseconds: second * 1_000_000) }

    @Test(
        arguments: [
            // The transactions are of the seconds 100, 900, 300 and 400.
            (nil, Moment(.time(at(600))), nil, 900), (Moment(.time(at(200))), Moment(.time(at(350))), 100, 900),
            (Moment(.transaction(2)), Moment(.transaction(4)), 300, 400), (nil, Moment(.transaction(1)), nil, 100),
            (Moment(.transaction(1)), nil, 100, nil), (nil, nil, nil, nil),
        ] as [(Moment?, Moment?, Int64?, Int64?)])
    func `has the earliest and the latest time of what it covers, though the clock was set back`(
        after: Moment?, through: Moment?, from: Int64?, to: Int64?
    ) throws {
        let clock = Mutex<Int64>(0)
        var environment = LedgerEnvironment.current()
        environment.log.now = { Self.at(clock.withLock { $0 }) }
        let ledger = try Ledger.inMemory(environment: environment)
        for second in [100, 900, 300, 400] as [Int64] {
            clock.withLock { $0 = second }
            _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: "at\(second)@example.org")))
        }
        clock.withLock { $0 = 1_000 }
        let scope = ReportScope(.everything, after: after, through: through)
        let report = try ReportGatherer(of: ledger, scope, ReportGatherer.Options(now: Self.at(1_000), zone: .utc))
            .gather()
        #expect(report.span.from == from.map(Self.at) && report.span.to == to.map(Self.at))
        let page = try ReportPage(report).html { try ledger.proofs.sealReport($0, within: $1) }
        if let from { #expect(page.contains("recorded from \(Timeline.exact(from * 1_000_000)) until")) }
        if let to { #expect(page.contains(" until \(Timeline.exact(to * 1_000_000)) (@")) }
    }
}
