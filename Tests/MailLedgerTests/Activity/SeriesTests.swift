import CivilTime
import EventLog
import Mail
import MailLedger
import Projections
import Synchronization
import TestSupport
import Testing

@Suite struct `Series and moments` {
    private static let day: Int64 = 86_400_000_000
    private typealias Tests = `Series and moments`

    private final class Clock: Sendable {
        private let microseconds = Atomic<Int64>(0)
        var now: Timestamp { Timestamp(microseconds: microseconds.load(ordering: .relaxed)) }
        /// 2024-03-01 is the first day.
        func set(day: Int64, second: Int64 = 0) {
            microseconds.store((19_783 + day) * Tests.day + second * 1_000_000, ordering: .relaxed)
        }
    }

    private let clock = Clock()
    private let sample: SampleLedger

    /// Ten messages on March 1, five read on March 3 by grace, all of an account gone on March 10 and back on April 2.
    init() throws {
        let clock = clock
        var environment = LedgerEnvironment.current()
        environment.actor = "ada"
        environment.log.now = { clock.now }
        sample = try SampleLedger(.memory, environment: environment)
        clock.set(day: 0)
        try sample.addAccount("ada@example.org")
        try sample.addAccount("grace@example.org")
        try sample.importing((1...10).map { SampleMail("m\($0)") }, account: "ada@example.org")
        try sample.importing([SampleMail("other")], account: "grace@example.org")
        clock.set(day: 2)
        let ledger = sample.ledger
        var context = ledger.context(command: "mark", reason: "done")
        context.actor = "grace"
        for name in ["m1", "m2", "m3", "m4", "m5"] {
            try ledger.mark(sample.filter("subject:\(name)"), MarkMessages(adding: [.seen]), context: context)
        }
        clock.set(day: 9)
        try sample.deleteAccount("ada@example.org")
        clock.set(day: 32)
        try ledger.undo(.latest)
    }

    private func series(
        _ name: Series.Name, _ from: String? = nil, _ to: String? = nil, step: SeriesStep? = nil,
        account: String? = nil, actor: String? = nil
    ) throws -> Series {
        try sample.ledger.answer(
            ListSeries(name, from: from, to: to, step: step, account: account, actor: actor)
        ).series
    }

    @Test func `of counts tell how many there were at the end of each step`() throws {
        let total = try series(.total, "2024-02-28", "2024-04-05", step: .week)
        #expect(
            total.starts.map(DayRange.text) == [
                "2024-02-26", "2024-03-04", "2024-03-11", "2024-03-18", "2024-03-25", "2024-04-01",
            ])
        #expect(total.lines.map(\.values) == [[11, 1, 1, 1, 1, 11]])
        #expect(try series(.unread, step: .month).lines.map(\.values) == [[1, 6]])
        #expect(try series(.unread, "2024-03-03", "2024-03-09").lines.map(\.values) == [[6, 6, 6, 6, 6, 6, 6]])
        #expect(try series(.total, "2024-04-01", "2024-04-02", account: "grace@example.org").lines[0].values == [1, 1])
        let size = try series(.size, step: .year).lines[0].values
        #expect(size == [try sample.messages().reduce(0) { $0 + Int64($1.size) }])
        // As of a moment, what came later is none of it.
        let then = try sample.ledger.answer(
            ListSeries(.total, step: .month),
            at: Moment(parsing: "2024-03-12", in: sample.ledger.environment.queryContext))
        #expect(then.series.lines.map(\.values) == [[1]])
    }

    @Test func `of changes have a line for each actor, the busiest first`() throws {
        let changes = try series(.changesByActor, "2024-03-01", "2024-03-10")
        #expect(changes.step == .day && changes.lines.map(\.actor) == ["ada", "grace"])
        #expect(changes.lines[1].values == [0, 0, 5, 0, 0, 0, 0, 0, 0, 0])
        #expect(changes.lines[0].values.last == 1)
        #expect(try series(.changesByActor, actor: "GRACE").lines.map(\.actor) == ["grace"])
        #expect(try series(.changesByActor, actor: "nobody").lines.isEmpty)
    }

    @Test func `of mail go by its dates, and leave out accounts that ended`() throws {
        let mail = try series(.mailByMonth)
        let rates = try sample.ledger.rates()
        #expect(mail.step == .month && mail.lines[0].values.reduce(0, +) == 11)
        #expect(mail.lines[0].values.filter { $0 > 0 }.map { Int($0) } == rates.months.map(\.messages))
        #expect(mail.starts.first.map(DayRange.text) == rates.months.first.map { $0.name + "-01" })
        try sample.deleteAccount("ada@example.org")
        #expect(try series(.mailByMonth).lines[0].values.reduce(0, +) == 1)
    }

    @Test func `with wrong words, years without end and too many steps are refused, and name the field`() throws {
        for (name, from, to, step, actor, field) in [
            (Series.Name.total, "x", nil, nil, nil, "from"), (.total, nil, "2024-13", nil, nil, "to"),
            (.total, "2024-03-02", "2024-03-01", nil, nil, "to"), (.size, "0001", "9999", SeriesStep.day, nil, "step"),
            (.total, "0001", "9999", .week, nil, "step"), (.unread, nil, nil, nil, "ada", "actor"),
        ] {
            let error = #expect(throws: DomainError.self) { try series(name, from, to, step: step, actor: actor) }
            guard case .invalid(let found, _, _) = error else { continue }
            #expect(found == field)
        }
        #expect(try series(.total, "0001", "4999", step: .year).lines[0].values.count == 4_999)
        #expect(try series(.mailByMonth, "9999", "9999").lines[0].values == Array(repeating: 0, count: 12))
        #expect(throws: DomainError.self) { try series(.total, account: "none") }
        for steps in [0, -1, 1_001, .max, .min] {
            #expect(throws: DomainError.self) { try sample.ledger.answer(ListMoments(steps: steps)) }
        }
    }

    @Test func `of an empty ledger have nothing`() throws {
        let empty = try Ledger.inMemory()
        for name in Series.Name.allCases {
            #expect(try empty.answer(ListSeries(name)).series.starts.isEmpty)
        }
        #expect(
            try empty.answer(ListSeries(.total, from: "2024", to: "2024")).series.lines[0].values.allSatisfy { $0 == 0 }
        )
        #expect(try empty.answer(ListMoments()).stops.stops.isEmpty)
    }

    private func stops(
        _ from: String? = nil, _ to: String? = nil, steps: Int? = nil, account: String? = nil, actor: String? = nil
    ) throws -> [Stops.Stop] {
        try sample.ledger.answer(ListMoments(from: from, to: to, steps: steps, account: account, actor: actor)).stops
            .stops
    }

    @Test func `stop at each transaction where there are few, and say who was loudest`() throws {
        let all = try stops()
        let head = try sample.head()
        #expect(all.map(\.position) == all.map(\.position).sorted() && all.last?.position == head)
        #expect(all.map(\.events).reduce(0, +) == Int(head.rawValue))
        #expect(try all.map(\.operations).reduce(0, +) == sample.ledger.operations(limit: nil).count)
        for stop in all {
            #expect(try sample.ledger.at(Moment(.position(stop.position))).moment?.recordedAt == stop.time)
        }
        let few = try stops(steps: 2)
        #expect(few.count == 2 && few.map(\.events).reduce(0, +) == Int(head.rawValue) && few.last?.position == head)
        let marks = try stops("2024-03-03", "2024-03-03", actor: "grace")
        #expect(marks.count == 5 && marks.map(\.operations) == [1, 1, 1, 1, 1])
        let mark = try stops("2024-03-03", "2024-03-03", steps: 1)
        let one = try #require(mark.first)
        #expect(mark.count == 1 && one.events == 5 && one.operations == 5)
        let loudest = one.loudest
        #expect(loudest?.actor == "grace" && loudest?.command == "mark" && loudest?.reason == "done")
        #expect(try stops(account: "grace@example.org").count == 2)
        #expect(try stops("2025").isEmpty && stops(nil, "2023").isEmpty)
    }

    @Test func `never go back where the clock did`() throws {
        clock.set(day: -400)
        try sample.mark("subject:other", adding: [.flagged])
        for steps in [200, 3] {
            let positions = try stops(steps: steps).map(\.position)
            let head = try sample.head()
            #expect(positions == positions.sorted() && positions.last == head)
        }
    }
}
