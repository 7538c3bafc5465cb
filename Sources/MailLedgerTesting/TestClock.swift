public import CivilTime
internal import Cryptography
internal import EventLog
public import MailLedger
internal import Synchronization

/// A clock that only a test moves.
public final class TestClock: Sendable {
    private let reading: Mutex<Timestamp>

    /// Starts at a moment; 2024-01-01 00:00 UTC unless another is given.
    public init(at moment: Timestamp = Timestamp(microseconds: 1_704_067_200_000_000)) {
        reading = Mutex(moment)
    }

    /// The present moment. It may be set to any, even an earlier one.
    public var now: Timestamp {
        get { reading.withLock { $0 } }
        set { reading.withLock { $0 = newValue } }
    }

    /// Moves it on; back by a negative duration.
    public func advance(by duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let step = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        reading.withLock { $0 = Timestamp(microseconds: $0.microseconds + step) }
    }
}

extension LedgerEnvironment {
    /// Surroundings in which the same commands leave the same events on every machine: the time is the clock's, ids and salts
    /// follow from the seed.
    ///
    /// Not for a ledger that is kept: who knows the seed knows the salts.
    public static func testing(clock: TestClock = TestClock(), seed: UInt64 = 0) -> LedgerEnvironment {
        let draws = Mutex<UInt64>(0)
        let log = LogEnvironment(
            now: { clock.now },
            randomBytes: { count in
                var bytes: [UInt8] = []
                while bytes.count < count {
                    let draw = draws.withLock { draws in
                        draws += 1
                        return draws
                    }
                    bytes += SHA256Hasher.digest(of: Array("\(seed) \(draw)".utf8)).bytes
                }
                return Array(bytes.prefix(count))
            })
        var environment = LedgerEnvironment(
            log: log, actor: "tester", osUser: "tester", host: "test.example.org", program: "mailledger-testing")
        environment.isReproducible = true
        return environment
    }
}
