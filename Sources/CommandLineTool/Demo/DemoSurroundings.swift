internal import CivilTime
internal import Cryptography
internal import DiskFiles
internal import EventLog
internal import MailLedger
internal import Synchronization

extension Surroundings {
    /// Surroundings in which the same line leaves the same events on every machine.
    ///
    /// - Parameters:
    ///   - moment: the clock's first reading; each further one is ten milliseconds later.
    ///   - seed: what ids and salts are made from.
    ///   - output: where answers go.
    static func reproducible(at moment: Timestamp, seed: String, output: Descriptor) -> Surroundings {
        let readings = Counter()
        let draws = Counter()
        let log = LogEnvironment(
            now: { Timestamp(microseconds: moment.microseconds + readings.next() * 10_000) },
            randomBytes: { count in
                var bytes: [UInt8] = []
                while bytes.count < count {
                    bytes += SHA256Hasher.digest(of: Array("\(seed) \(draws.next())".utf8)).bytes
                }
                return Array(bytes.prefix(count))
            })
        var environment = LedgerEnvironment(
            log: log, actor: "mara", osUser: "mara", host: "desk.example.org", program: "mailledger/demo")
        environment.isReproducible = true
        let lent = environment
        return Surroundings(environment: { lent }, now: { moment }, output: output)
    }
}

private final class Counter: Sendable {
    private let value = Mutex<Int64>(0)

    /// Returns 0, 1, 2 …
    func next() -> Int64 {
        value.withLock { value in
            defer { value += 1 }
            return value
        }
    }
}
