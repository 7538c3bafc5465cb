internal import Glibc
internal import MailGenerator

/// One run: the mail, the three programs with a copy of it each, and the groups of measurements in turn.
final class Bench {
    let options: BenchOptions
    let mail: MeasuredMail
    let tool: LedgerTool
    let notmuch: Notmuch?
    let mu: Mu?
    private(set) var measurements: [Measurement] = []

    init(_ options: BenchOptions) throws {
        self.options = options
        try BenchFiles.remove(options.work)
        try BenchFiles.makeFolder(options.work)
        if let path = options.mail {
            mail = try MeasuredMail(found: path)
        } else {
            StandardStream.error.line("Writing \(options.messages) messages …")
            mail = try MeasuredMail(generating: options.messages, below: options.work + "/mail")
        }
        tool = LedgerTool(path: options.tool, ledger: options.work + "/ledger", mail: mail)
        notmuch =
            try options.usesPeers && Program.isInstalled("notmuch")
            ? Notmuch(mail, below: options.work + "/notmuch") : nil
        mu = try options.usesPeers && Program.isInstalled("mu") ? Mu(mail, below: options.work + "/mu") : nil
    }

    private static let groups: [(name: String, measure: @Sendable (Bench) throws -> Void)] = [
        ("import", { try $0.measureImport() }),
        ("questions", { try $0.measureQuestions() }),
        ("changes", { try $0.measureChanges() }),
        ("rebuild", { try $0.measureRebuild() }),
        ("log", { try $0.measureLog() }),
        ("audit", { try $0.measureAudit() }),
    ]

    func measure() throws {
        // What was written or linked in the two seconds before an import is read again by the next.
        sleep(3)
        defer { BenchFiles.removeTemporary() }
        for group in Self.groups where options.only?.contains(group.name) ?? true {
            StandardStream.error.line("Measuring: \(group.name) …")
            try group.measure(self)
        }
    }

    func run() throws {
        let start = Clock.now
        try measure()
        let table = ResultTable(heading: heading(seconds: Clock.now - start), measurements: measurements)
        print(table.markdown)
        if let document = options.document {
            try MarkedPage(path: document, part: options.table).replace(by: table.markdown)
        }
        for missed in measurements where missed.isMissed {
            StandardStream.error.line("missed: \(missed.work)")
        }
    }

    private func heading(seconds: Double) -> String {
        let peers = [notmuch?.version ?? "notmuch was not there", mu?.version ?? "mu was not there"]
        let kind = options.mail == nil ? "generated" : "real"
        return """
            \(Figures.short(Double(mail.count))) \(kind) messages, \(Figures.text(mail.bytes, .bytes)); \
            \(Figures.pairedRounds(options.rounds)) in \(Figures.short(seconds / 60)) minutes; \(Machine.description); \
            \(peers.joined(separator: ", ")).
            """
    }

    // MARK: Rounds

    /// Another program's reading, by its name.
    typealias Rival = (name: String, measure: () throws -> Double)

    /// Measures in turn, ours and theirs in each round, and holds ours against the fastest of the others.
    func compare(
        _ work: String, of scope: Measurement.Scope = .one, unit: Measurement.Unit = .seconds, goal: Goal? = nil,
        ours: () throws -> Double, theirs: [Rival?] = []
    ) throws {
        let rivals = theirs.compactMap { $0 }
        var mine: [Double] = []
        var others = [[Double]](repeating: [], count: rivals.count)
        for _ in 0..<options.rounds {
            mine.append(try ours())
            for (index, rival) in rivals.enumerated() { others[index].append(try rival.measure()) }
        }
        let readings = zip(rivals, others).map { (name: $0.name, readings: Readings(values: $1)) }
        let best = readings.min { $0.readings.median < $1.readings.median }
        add(work, of: scope, unit, Readings(values: mine), best, goal)
    }

    func add(
        _ work: String, of scope: Measurement.Scope = .one, _ unit: Measurement.Unit, _ ours: Readings,
        _ theirs: (name: String, readings: Readings)?, _ goal: Goal?
    ) {
        measurements.append(
            Measurement(work: work, scope: scope, unit: unit, ours: ours, theirs: theirs, goal: goal))
        let others = theirs.map { ", \($0.name): \(Figures.text($0.readings.median, unit))" } ?? ""
        StandardStream.error.line("  \(work): \(Figures.text(ours.median, unit))\(others)")
    }
}

/// The machine, as its class is told.
enum Machine {
    /// The number of processes that were running or waiting for a core, on the average of the last minute.
    static var load: String {
        (try? BenchFiles.read("/proc/loadavg"))?.split(separator: " ").first.map(String.init) ?? "unknown"
    }

    static var description: String {
        let model = (try? BenchFiles.read("/proc/cpuinfo"))?.split(separator: "\n")
            .first { $0.hasPrefix("model name") }?.split(separator: ":").last?.drop { $0 == " " }
        return "\(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores (\(model ?? "unknown"))"
    }
}
