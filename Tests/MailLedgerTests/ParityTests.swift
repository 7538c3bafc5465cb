import CivilTime
import EventLog
import Glibc
import Mail
import MailLedger
import Projections
import Synchronization
import Testing

@Suite struct `In memory and on disk` {
    @Test func `the same commands give the same answers and the same log`() throws {
        var answers: [PublicAnswers] = []
        var roots: [String] = []
        let scratch = try ScratchFolder()
        var reply = SampleMail("two", body: "kernel\n")
        reply.references = ["one@example.org"]
        try scratch.write("box/cur/one:2,", SampleMail("one").text)
        try scratch.write("box/cur/two:2,F", reply.text)
        try scratch.write("box/Work/Deep/cur/three:2,S", SampleMail("three").text)
        for place in Place.allCases {
            let sample = try SampleLedger(place, environment: .repeatable(for: place))
            let account = "ada@example.org"
            try sample.addAccount(account)
            try sample.importing("\(scratch.path)/box", account: account)
            try sample.mark("kernel", adding: [.seen, Keyword("urgent")])
            try sample.move("in:Work", to: "Archive")
            try sample.delete("subject:one")
            _ = try sample.ledger.undo(.latest)
            _ = try sample.ledger.markThreads(
                sample.filter("subject:one"), MarkThreads(isPinned: true),
                context: sample.ledger.context(command: "thread pin"))
            answers.append(try PublicAnswers(of: sample.ledger))
            roots.append(
                try sample.ledger.store.events(EventSelection()).map {
                    "\($0.position) \($0.stream) \($0.version) \($0.type) \(String(decoding: $0.payload ?? [], as: UTF8.self))"
                }.joined(separator: "\n"))
        }
        #expect(difference(answers[0], answers[1]) == nil)
        #expect(roots[0] == roots[1])
        #expect(answers[0].messages.count == 3 && answers[0].threads.first { $0.isPinned }?.messageCount == 2)
    }
}

extension LedgerEnvironment {
    /// The same ids, salts and times in every run.
    fileprivate static func repeatable(for place: Place) -> LedgerEnvironment {
        // A ledger on disk draws twice more than one in memory: the origin of its checkpoints, and their key.
        let counter = Counter(place == .disk ? 0 : 2)
        var environment = LedgerEnvironment.current()
        environment.log = LogEnvironment(
            now: { Timestamp(microseconds: 1_700_000_000_000_000) },
            randomBytes: { count in
                var bytes = [UInt8](repeating: 0, count: count)
                let number = counter.next()
                for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: number &* 31 &+ index) }
                for shift in 0..<min(4, count) { bytes[shift] = UInt8(truncatingIfNeeded: number >> (24 - 8 * shift)) }
                return bytes
            })
        return environment
    }
}

/// Counts up, from any thread.
private final class Counter: Sendable {
    private let value: Mutex<Int>

    init(_ start: Int) { value = Mutex(start) }

    func next() -> Int {
        value.withLock { value in
            value += 1
            return value
        }
    }
}
