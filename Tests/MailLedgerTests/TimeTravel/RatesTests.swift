import CivilTime
import EventLog
import Mail
import MailLedger
import Synchronization
import Testing

@Suite struct `The rates of a ledger` {
    private static let day: Int64 = 86_400_000_000
    private static let account = "ada@example.org"

    private final class Clock: Sendable {
        private let microseconds = Atomic<Int64>(0)
        var now: Timestamp { Timestamp(microseconds: microseconds.load(ordering: .relaxed)) }
        func set(day: Int64) { microseconds.store(day * RatesTests.day + 5, ordering: .relaxed) }
    }

    private typealias RatesTests = `The rates of a ledger`

    @Test func `count what was recorded by time, day and type, and mail by its month`() throws {
        let clock = Clock()
        var environment = LedgerEnvironment.current()
        environment.log.now = { clock.now }
        let sample = try SampleLedger(.disk, environment: environment)
        let empty = try sample.ledger.rates()
        #expect(
            empty.log.span == nil && empty.eventsPerDay == nil && empty.bytesPerEvent == nil && empty.months.isEmpty)
        // One day, the next, and then one before 1970.
        clock.set(day: 10)
        try sample.addAccount(Self.account)
        let accountEvents = try sample.head().rawValue
        clock.set(day: 11)
        let letters = (1...20).map { Letter("l\($0)", day: $0) }
        try sample.save(letters, account: Self.account)
        let before = try sample.head()
        clock.set(day: -3)
        try sample.mark("subject:l1", adding: [.flagged])
        let rates = try sample.ledger.rates()
        let head = try sample.ledger.store.head()
        #expect(rates.log.events == head.position.rawValue && rates.log.transactions == head.transaction)
        #expect(
            rates.log.span == Timestamp(microseconds: -3 * Self.day + 5)...Timestamp(microseconds: 11 * Self.day + 5))
        #expect(rates.log.busiestDay?.key == Timestamp(microseconds: 11 * Self.day))
        #expect(rates.log.busiestDay?.events == before.rawValue - accountEvents)
        #expect(rates.log.types.map(\.events).reduce(0, +) == rates.log.events)
        #expect(rates.log.types.first?.key == "mail.message-added" && rates.log.types.first?.events == 20)
        #expect(rates.months == [.init(name: "2024-02", messages: 20)])
        let perDay = try #require(rates.eventsPerDay)
        #expect(abs(perDay - Double(rates.log.events) / 14) < 0.001)
        #expect(rates.bytesPerMessage ?? 0 > 0 && rates.bytesPerEvent ?? 0 > 0)
        // As of a past moment what came later is none of it.
        let moment = try #require(try sample.stand(at: Moment(.position(before))))
        #expect(moment.position == before)
        let past = try sample.ledger.rates()
        #expect(past.log.events == before.rawValue && past.log.span?.lowerBound.microseconds == 10 * Self.day + 5)
        #expect(past.bytesPerEvent == nil && past.months == rates.months)
    }
}
