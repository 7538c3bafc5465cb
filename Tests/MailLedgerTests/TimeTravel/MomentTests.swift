import CivilTime
import EventLog
import Mail
import MailLedger
import Synchronization
import Testing

@Suite struct `A moment` {
    /// Thursday, 20 June 2024, 12:00:30.5 UTC, two hours earlier than clocks there show.
    private static let now: Int64 = 1_718_884_830_500_000
    private static let context = QueryContext(now: now, offset: { _ in 7_200 })

    private static func read(_ text: String) throws(MomentError) -> Moment {
        try Moment(parsing: text, in: context)
    }

    @Test(arguments: [
        ("812", Moment(.position(Position(812)))), ("0", Moment(.position(.start))),
        (" 2024 ", Moment(.position(Position(2024)))), ("812^", Moment(.position(Position(812)), isBefore: true)),
        ("tx:41", Moment(.transaction(41))), ("TX:41^", Moment(.transaction(41), isBefore: true)),
        ("op:3F2a-", Moment(.operation(prefix: "3f2a-"))), ("now", .now), ("now^", Moment(.now, isBefore: true)),
    ])
    func `is read from what people type`(text: String, moment: Moment) throws {
        #expect(try Self.read(text) == moment)
    }

    @Test(arguments: [
        ("2024-06-20T14:00:30+02:00", "2024-06-20T12:00:30.499999Z", false),
        ("2024-06-20T11:59Z", "2024-06-20T11:59:59.999999Z", true),
        ("2024-06-20T13:59", "2024-06-20T11:59:59.999999Z", true),
        ("2024-06-20T11:59:07.25Z", "2024-06-20T11:59:07.259999Z", true),
        ("2024-06-20T11:59:07.250000Z", "2024-06-20T11:59:07.250000Z", true),
        ("2024-06-19", "2024-06-19T21:59:59.999999Z", true), ("yesterday", "2024-06-19T21:59:59.999999Z", true),
        ("2024-05", "2024-05-31T21:59:59.999999Z", true), ("last_week", "2024-06-16T21:59:59.999999Z", true),
        ("today", "2024-06-20T12:00:30.500000Z", true), ("2024-06", "2024-06-20T12:00:30.500000Z", true),
        ("2h ago", "2024-06-20T10:00:30.500000Z", true), ("4 Feb", "2024-02-04T21:59:59.999999Z", true),
        ("27_nov", "2023-11-27T21:59:59.999999Z", true), ("feb 4", "2024-02-04T21:59:59.999999Z", true),
        ("90 min", "2024-06-20T10:30:30.500000Z", true),
        ("3d", "2024-06-17T12:00:30.500000Z", true), ("2 weeks ago", "2024-06-06T12:00:30.500000Z", true),
        ("1_month_ago", "2024-05-20T12:00:30.500000Z", true), ("4y", "2020-06-20T12:00:30.500000Z", true),
    ])
    func `is the end of what a date names, and never later than now`(
        text: String, time: String, isExact: Bool
    ) throws {
        let expected = try #require(Timestamp(iso8601: time))
        let moment = try Self.read(text)
        if isExact {
            #expect(moment == Moment(.time(expected)))
        } else {
            // The second that is not over yet ends now.
            #expect(moment == Moment(.time(Timestamp(microseconds: Self.now))))
        }
    }

    @Test(arguments: ["tomorrow", "2024-06-21", "2025-01", "2024-06-20T12:01Z", "9999-12-31"])
    func `in the future is refused`(text: String) throws {
        #expect {
            try Self.read(text)
        } throws: {
            if case .future = $0 as? MomentError { true } else { false }
        }
    }

    @Test(arguments: [
        "", "  ", "^", "tx:", "tx:one", "tx:-1", "op:", "op:xyz", "@812", "@1718884830", "2024-13", "soon", "2h later",
        "yesterday^", "99999999999999999999", "tx:99999999999999999999", "-5", "8 12", "12^^",
    ])
    func `that is none is refused with what to type instead`(text: String) throws {
        #expect {
            try Self.read(text)
        } throws: {
            guard case .malformed(text, let reason) = $0 as? MomentError else { return false }
            return !reason.isEmpty
        }
    }

    // MARK: In a log

    private static let account = "ada@example.org"

    @Test func `lies at the end of the transaction that holds it`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        let first = try sample.head()
        try sample.addFolder("Work", to: Self.account)
        let ledger = sample.ledger
        let all = try ledger.resolve(.now)
        #expect(all.position == first.advanced(by: 1) && all.transaction == 2 && all.remark == nil)
        let within = try ledger.resolve(Moment(.position(Position(2))))
        #expect(within.position == first && within.transaction == 1)
        #expect(within.remark == .withinTransaction(asked: Position(2)))
        #expect(try ledger.resolve(Moment(.position(first))).remark == nil)
        for before in [Moment(.position(Position(2)), isBefore: true), Moment(.transaction(1), isBefore: true)] {
            let start = try ledger.resolve(before)
            #expect(start.position == .start && start.transaction == 0 && start.recordedAt == nil)
            #expect(start.remark == nil)
        }
        #expect(try ledger.resolve(Moment(.now, isBefore: true)).position == first)
        let operation = try #require(try ledger.operations(limit: 1).first).operation.description
        #expect(try ledger.resolve(Moment(.operation(prefix: String(operation.prefix(9))))) == all)
        #expect(try ledger.resolve(Moment(.operation(prefix: operation), isBefore: true)).position == first)
        #expect(throws: MomentError.beyondHead(asked: Position(9_000), head: all.position)) {
            try ledger.resolve(Moment(.position(Position(9_000))))
        }
        #expect(throws: MomentError.noTransaction(3, last: 2)) { try ledger.resolve(Moment(.transaction(3))) }
        #expect(throws: DomainError.notFound(kind: "operation", name: "00000000-0000")) {
            try ledger.resolve(Moment(.operation(prefix: "00000000-0000")))
        }
    }

    @Test func `named by a time goes by positions where the clock ran backwards`() throws {
        let clock = Mutex<Int64>(1_000)
        var environment = LedgerEnvironment.current()
        environment.log.now = { Timestamp(microseconds: clock.withLock { $0 }) }
        let sample = try SampleLedger(.memory, environment: environment)
        for (time, folder) in [(100, "a"), (900, "b"), (800, "c"), (300, "d"), (1_000, "e")] as [(Int64, String)] {
            clock.withLock { $0 = time }
            if folder == "a" { try sample.addAccount(Self.account) }
            try sample.addFolder(folder, to: Self.account)
        }
        func at(_ time: Int64) throws -> ResolvedMoment {
            try sample.ledger.resolve(Moment(.time(Timestamp(microseconds: time))))
        }
        // Transaction 1 is the account's; 100, 100, 900, 800, 300, 1000.
        #expect(try at(99).position == .start)
        #expect(try at(100).transaction == 2 && at(100).remark == nil)
        #expect(try at(299).transaction == 2)
        #expect(try at(300).transaction == 5 && at(300).remark == .clockRanBackwards(laterTimes: 2))
        #expect(try at(850).transaction == 5 && at(850).remark == .clockRanBackwards(laterTimes: 1))
        #expect(try at(900).transaction == 5 && at(900).remark == nil)
        #expect(try at(1_000).transaction == 6)
        #expect(throws: MomentError.future(Timestamp(microseconds: 1_001))) { try at(1_001) }
    }
}
