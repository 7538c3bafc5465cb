internal import LibPQ

/// Ledgers on a PostgreSQL server beside the same in a folder: on the same machine and disk, in turn, round by round.
///
/// What has to wait for a standby is measured a second time with one that confirms each commit.
final class FleetBench {
    let options: BenchOptions
    let cluster: PostgresCluster
    /// Whether a standby confirms each commit now.
    private(set) var hasStandby = false
    private(set) var measurements: [Measurement] = []
    private(set) var leftOut: [String] = []

    init(_ arguments: [String]) throws {
        options = try BenchOptions(arguments)
        guard PostgresCluster.isInstalled else {
            throw BenchCommand.UsageError(
                description: "PostgreSQL's server is not installed: apt-get install postgresql")
        }
        try BenchFiles.remove(options.work)
        try BenchFiles.makeFolder(options.work)
        cluster = try PostgresCluster.start()
    }

    private static let groups: [(name: String, measure: @Sendable (FleetBench) throws -> Void)] = [
        ("append", { try $0.measureAppends() }),
        ("writers", { try $0.measureWriters() }),
        ("wal", { try $0.measureWAL() }),
        ("import", { try $0.measureImport() }),
        ("questions", { try $0.measureQuestions() }),
        ("node", { try $0.measureNode() }),
        ("failover", { try $0.measureFailover() }),
    ]

    private static let waitingForStandby: Set = ["append", "writers", "import"]

    func run() throws {
        defer { BenchFiles.removeTemporary() }
        let start = Clock.now
        for group in Self.groups where isWanted(group.name) {
            StandardStream.error.line("Measuring: \(group.name) …")
            try group.measure(self)
        }
        if isWanted("standby") {
            do {
                let standby = try cluster.startStandby()
                hasStandby = true
                for group in Self.groups where isWanted(group.name) && Self.waitingForStandby.contains(group.name) {
                    StandardStream.error.line("Measuring with a standby: \(group.name) …")
                    try group.measure(self)
                }
                withExtendedLifetime(standby) {}
            } catch let failure as Program.Failure where !hasStandby {
                leftOut.append("the rows with a standby (\(failure))")
            }
        }
        try write(seconds: Clock.now - start)
    }

    private func isWanted(_ name: String) -> Bool { options.only?.contains(name) ?? true }

    private func write(seconds: Double) throws {
        var heading = """
            \(Figures.pairedRounds(options.rounds)) in \(Figures.short(seconds / 60)) minutes, \
            the load at their end \(Machine.load); \(Machine.description); PostgreSQL \(try serverVersion()).
            """
        if !leftOut.isEmpty { heading += " Left out: \(leftOut.joined(separator: "; "))." }
        let table = ResultTable(heading: heading, measurements: measurements)
        print(table.markdown)
        if let document = options.document {
            try MarkedPage(path: document, part: "fleet").replace(by: table.markdown)
        }
        for missed in measurements where missed.isMissed { StandardStream.error.line("missed: \(missed.work)") }
    }

    private func serverVersion() throws -> String {
        try cluster.connect().first("SELECT current_setting('server_version')") { try $0.next(String.self) } ?? "?"
    }

    // MARK: Rounds

    /// Measures in turn, ours and theirs in each round.
    func compare(
        _ work: String, unit: Measurement.Unit = .seconds, _ goal: Goal?, ours: (_ round: Int) throws -> Double,
        _ name: String, theirs: (_ round: Int) throws -> Double
    ) throws {
        var (mine, others) = ([Double](), [Double]())
        for round in 0..<options.rounds {
            mine.append(try ours(round))
            others.append(try theirs(round))
        }
        add(work, unit, mine, (name, Readings(values: others)), goal)
    }

    func add(
        _ work: String, _ unit: Measurement.Unit, _ ours: [Double], _ theirs: (name: String, readings: Readings)?,
        _ goal: Goal?
    ) {
        // A bar is one of a server without a standby.
        let measurement = Measurement(
            work: hasStandby ? work + ", with a standby" : work, scope: .one, unit: unit, ours: Readings(values: ours),
            theirs: theirs, goal: goal)
        measurements.append(measurement)
        let others = theirs.map { ", \($0.name): \(Figures.text($0.readings.median, unit))" } ?? ""
        let ratio = measurement.ratios.map { ", ratio \(Figures.short($0.median))" } ?? ""
        StandardStream.error.line(
            "  \(measurement.work): \(Figures.text(measurement.ours.median, unit))\(others)\(ratio)")
    }

    func leaveOut(_ what: String) {
        leftOut.append(what)
        StandardStream.error.line("  left out: \(what)")
    }

    private var ledgers = 0

    /// A name that no ledger has yet.
    func freshName() -> String {
        ledgers += 1
        return "ledger\(ledgers)"
    }
}
