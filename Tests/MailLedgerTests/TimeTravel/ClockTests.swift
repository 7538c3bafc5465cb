import CivilTime
import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import Synchronization
import Testing

/// Order is position, whatever a clock says.
@Suite struct `A clock` {
    private static let account = "ada@example.org"

    struct Course: Sendable, CustomTestStringConvertible {
        let name: String
        /// What the clock says at its nth reading.
        let time: @Sendable (Int64) -> Int64
        var testDescription: String { name }
    }

    private static let day: Int64 = 86_400_000_000
    private static let today: Int64 = 1_718_884_830_500_000

    static let courses = [
        Course(name: "stands still") { _ in today },
        Course(name: "runs backwards") { today - $0 * day },
        Course(name: "leaps to and fro") { today + ($0 % 2 == 0 ? 1 : -1) * $0 * 400 * day },
        Course(name: "is a second ahead and steps back, as after a leap second") {
            today + ($0 % 3 == 2 ? -1_000_000 : $0)
        },
        Course(name: "says 1601") { -11_644_473_600_000_000 + $0 },
        Course(name: "says 9999") { 253_402_300_799_000_000 + $0 % 1_000_000 },
        Course(name: "says the year 0") { -62_167_219_200_000_000 + $0 },
        Course(name: "is before 1970") { -1_000_000 - $0 },
    ]

    private func sample(_ course: Course, _ place: Place) throws -> SampleLedger {
        let readings = Mutex<Int64>(0)
        let clock = Clock(readings: readings, course: course)
        var environment = LedgerEnvironment.current()
        environment.log.now = { clock.read() }
        return try SampleLedger(place, environment: environment)
    }

    private final class Clock: Sendable {
        private let readings: Mutex<Int64>
        private let course: Course

        init(readings: consuming Mutex<Int64>, course: Course) {
            self.readings = readings
            self.course = course
        }

        func read() -> Timestamp {
            let number = readings.withLock { count in
                count += 1
                return count
            }
            return Timestamp(microseconds: course.time(number))
        }
    }

    private func work(in sample: SampleLedger) throws {
        try sample.addAccount(Self.account)
        try sample.importing([SampleMail("a"), SampleMail("b"), SampleMail("c")], account: Self.account)
        for name in ["a", "b", "c"] { try sample.mark("subject:\(name)", adding: [.flagged]) }
        try sample.delete("subject:b")
        _ = try sample.ledger.undo(.latest)
        try sample.mark("subject:c", adding: [.seen])
    }

    @Test(arguments: courses)
    func `leaves positions without a gap, and order is position`(course: Course) throws {
        let sample = try sample(course, .disk)
        try work(in: sample)
        let events = try sample.ledger.store.events(EventSelection())
        #expect(events.map(\.position.rawValue) == Array(1...Int64(events.count)))
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.transaction <= $1.transaction })
        let head = try sample.ledger.store.head()
        #expect(head.position.rawValue == Int64(events.count))
        let operations = try sample.ledger.operations(matching: LogFilter(), limit: 100)
        let positions = operations.map(\.lastPosition)
        #expect(positions == positions.sorted(by: >) && operations.count == Int(head.transaction))
        // The undo took back what was done last, not what has the latest time.
        #expect(try sample.subjects("is:flagged") == ["a", "b", "c"] && sample.subjects("is:read") == ["c"])
        _ = try sample.ledger.maintenance.verifyLog()
        #expect(try sample.ledger.maintenance.checkViews() == nil)
        for number in 1...head.transaction {
            let recorded = try #require(try sample.ledger.store.transaction(number)).recordedAt
            #expect(Timestamp(microseconds: recorded.microseconds).iso8601.count >= 27)
        }
    }

    @Test(arguments: courses)
    func `is carried by events and backups as it was read`(course: Course) throws {
        let sample = try sample(course, .disk)
        try work(in: sample)
        let file = sample.scratch.path + "/events.jsonl"
        try sample.exportEvents(to: file, withContents: true)
        let copy = LedgerLocation(sample.scratch.path + "/copy")
        _ = try EventImporter(into: copy).run(file)
        let backup = sample.scratch.path + "/backup"
        _ = try sample.ledger.maintenance.backUp(to: backup)
        let restored = LedgerLocation(sample.scratch.path + "/restored")
        _ = try LedgerMaintenance.restore(from: backup, to: restored)
        let root = try sample.ledger.store.root(at: sample.head())
        for location in [copy, restored] {
            let ledger = try Ledger.open(at: location, access: .readWrite)
            #expect(try ledger.maintenance.verifyLog().root == root && ledger.maintenance.checkViews() == nil)
        }
    }

    @Test func `of mail says any year, and each message is listed once`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        let years = [0, 1, 99, 1600, 1601, 1900, 1969, 1970, 2024, 2038, 2106, 9999, 10_000, 99_999]
        let messages = try sample.ledger.read { reader in
            let account = try reader.account(Self.account)
            let inbox = try reader.folder("INBOX", in: account.stream).id
            return years.map { year in
                var message = Letter("y\(year)").message(to: account.id, folder: inbox)
                let text = String(decoding: message.bytes, as: UTF8.self)
                message.bytes = Array(text.replacing("5 Feb 2024 10:00:00", with: "1 Jan \(year) 00:00:00").utf8)
                return message
            }
        }
        _ = try sample.ledger.mail.save(messages, context: sample.ledger.context(command: "save"))
        let names = Set(years.map { "y\($0)" })
        for order in [ListOrder.newestFirst, .oldestFirst] {
            var listed: [String] = []
            for offset in stride(from: 0, to: years.count, by: 3) {
                listed += try sample.ledger.read { reader in
                    try reader.messages(order: order, limit: 3, offset: offset).map { $0.subject ?? "" }
                }
            }
            #expect(listed.count == years.count && Set(listed) == names)
        }
        #expect(try sample.subjects("date:1601..1601") == ["y1601"])
        #expect(try sample.subjects("date:9999..9999") == ["y9999"])
        #expect(try sample.subjects("date:1969..1969") == ["y1969"])
        // What no date can be made of counts as of when it was received, which was in that year.
        #expect(try sample.subjects("date:1970..1970").contains("y1970"))
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }
}
