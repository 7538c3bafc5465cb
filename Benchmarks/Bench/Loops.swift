internal import CLoops
internal import Cryptography
internal import EventLog
internal import Fleet
internal import Glibc
internal import Mail
internal import MailLedger
internal import Projections
internal import SQLiteDatabase

/// Measurements inside a process of their own, so that each begins with empty memory and tells its peak.
enum Loops {
    /// What a loop took, without what was prepared before it.
    struct Timing {
        let seconds: Double
        let count: Int
    }

    /// Runs a loop in a process of its own.
    static func inProcess(_ arguments: [String]) throws -> (seconds: Double, count: Int, usage: Program.Usage) {
        let program = Program("/proc/self/exe", ["loop"] + arguments)
        let (text, usage) = try program.output()
        let words = text.split { $0 == " " || $0 == "\n" }
        guard words.count == 2, let seconds = Double(words[0]), let count = Int(words[1]) else {
            throw Program.Failure(description: "loop \(arguments.joined(separator: " ")) answered \(text)")
        }
        return (seconds, count, usage)
    }

    static func run(_ name: String, _ arguments: [String]) throws -> Timing {
        func argument(_ index: Int) throws -> String {
            guard index < arguments.count else { throw BenchCommand.UsageError(description: "loop \(name) wants more") }
            return arguments[index]
        }
        switch name {
        case "append": return try append(to: argument(0), count: Int(argument(1)) ?? 0, batch: Int(argument(2)) ?? 1)
        case "append-c": return try timing(unsafe cloops_append(argument(0), argument(1)), name)
        case "read": return try read(argument(0))
        case "payloads": return try payloads(argument(0))
        case "scan-c": return try timing(unsafe cloops_scan(argument(0)), name)
        case "views": return try buildViews(of: argument(0), in: argument(1))
        case "views-c": return try replayViews(of: argument(0), in: argument(1))
        case "node": return try openAll(in: argument(0), cache: argument(1))
        case "text": return try indexText(of: argument(0))
        case "text-c": return try insertText(of: argument(0), in: argument(1))
        default: throw BenchCommand.UsageError(description: "there is no loop \(name)")
        }
    }

    private static func timing(_ result: cloops_result, _ name: String) throws -> Timing {
        guard result.code == 0 else { throw Program.Failure(description: "\(name): SQLite's code \(result.code)") }
        return Timing(seconds: result.seconds, count: Int(result.count))
    }

    // MARK: The log

    private static func append(to path: String, count: Int, batch: Int) throws -> Timing {
        try LogFile(path).create(origin: "bench", environment: .system)
        let store = try openLog(path).store
        let sample = SampleEvents()
        let events = try (0..<count).map(sample.message)
        let context = OperationContext(
            operation: OperationID(UniqueID.random(from: { randomBytes($0) })), command: "bench", actor: "bench",
            osUser: "bench", host: "example.org", program: "ledger-bench")
        let seconds = try Clock.time {
            for start in stride(from: 0, to: count, by: batch) {
                let some = Array(events[start..<min(start + batch, count)])
                _ = try store.append(ProposedTransaction(some, context: context))
            }
        }
        return Timing(seconds: seconds, count: count)
    }

    private static func read(_ path: String) throws -> Timing {
        let store = try openLog(path).store
        var count = 0
        let seconds = try Clock.time {
            try store.forEach(EventSelection(), decodedBy: Contexts.builtIn.catalogue) { _ in
                count += 1
                return true
            }
        }
        return Timing(seconds: seconds, count: count)
    }

    /// - Returns: The bytes of all payloads as their count.
    private static func payloads(_ path: String) throws -> Timing {
        let start = Clock.now
        var bytes = 0
        try openLog(path).store.forEach(EventSelection()) { event in
            bytes += event.payload?.count ?? 0
            return true
        }
        return Timing(seconds: Clock.now - start, count: bytes)
    }

    private static func openLog(_ path: String) throws -> OpenLog {
        try LogFile(path).open(.readWrite, environment: .system)
    }

    // MARK: A node

    /// Opens each ledger that a file names by its URL, asks for its accounts, and keeps it open for the next question.
    ///
    /// - Returns: The seconds, and the most connections that this process had.
    private static func openAll(in list: String, cache: String) throws -> Timing {
        let variables = ["XDG_CACHE_HOME": cache, "XDG_DATA_HOME": cache]
        let urls = try BenchFiles.read(list).split(separator: "\n").compactMap { LedgerURL(String($0)) }
        // Each has some files open.
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        unsafe getrlimit(resource, &limit)
        limit.rlim_cur = limit.rlim_max
        unsafe setrlimit(resource, &limit)
        var open: [Ledger] = []
        var connections = 0
        let seconds = try Clock.time {
            for url in urls {
                let ledger = try PostgresPlace(at: url, variables: variables).open(.readWrite)
                _ = try ledger.read { try $0.countMessages() }
                open.append(ledger)
                if open.count.isMultiple(of: 125) { connections = max(connections, try ownSockets()) }
            }
            // All of them are still there to be asked.
            for ledger in open { _ = try ledger.read { try $0.countMessages() } }
        }
        connections = max(connections, try ownSockets())
        return Timing(seconds: seconds, count: connections)
    }

    /// The number of sockets that this process has.
    private static func ownSockets() throws -> Int {
        let links = try Program("find", ["/proc/\(getpid())/fd", "-lname", "socket:*"]).output().text
        return links.utf8.count { $0 == UInt8(ascii: "\n") }
    }

    // MARK: The views

    private static var rules: ViewsRules { ViewsRules(AllProjections.types) }

    // The generation that is live in the log is put back: other rounds and other processes go on with the ledger's own views.
    private static func buildViews(
        of ledger: String, in folder: String, by projections: [any Projection.Type] = AllProjections.types
    ) throws -> Timing {
        let log = try openLog(ledger + "/log.sqlite")
        let live = try log.views.viewsGeneration(of: rules)
        defer { try? log.views.setViewsGeneration(live, of: rules) }
        let views = Views(
            of: log, directory: folder, projections: projections, catalogue: Contexts.builtIn.catalogue,
            canWrite: true, prepare: { _ in })
        let seconds = try Clock.time { try views.rebuild() }
        return Timing(seconds: seconds, count: Int(try log.store.head().position.rawValue))
    }

    /// Records the row operations of a build, and executes them again in C.
    private static func replayViews(of ledger: String, in folder: String) throws -> Timing {
        let live = try openLog(ledger + "/log.sqlite").views.latestGeneration()
        let file = "recorded/\(live + 1).sqlite"
        // The name that it has until it is live.
        guard let recording = unsafe cloops_recording_begin("/recorded/building.sqlite") else {
            throw Program.Failure(description: "there is no memory for a recording")
        }
        defer { unsafe cloops_recording_free(recording) }
        let build = try buildViews(of: ledger, in: folder + "/recorded", by: AllProjections.types.map { $0.unfolded })
        unsafe cloops_recording_end(recording)
        let schema = try schema(ofViews: folder + "/" + file)
        let result = unsafe cloops_replay(recording, folder + "/replayed.sqlite", schema.early, schema.late)
        return Timing(seconds: try timing(result, "views in C").seconds, count: build.count)
    }

    /// The statements that make the tables, and those that make the indexes which a build makes last.
    private static func schema(ofViews path: String) throws -> (early: String, late: String) {
        let empty = try Connection(path: Connection.inMemory, mode: .create)
        for projection in AllProjections.types { try projection.createTables(on: empty) }
        let first = Set(try empty.rows("SELECT name FROM sqlite_schema") { try $0.next(String.self) })
        let views = try Connection(path: path, mode: .readOnly)
        let all = try views.rows(
            "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('table', 'index') AND sql IS NOT NULL ORDER BY rowid"
        ) { try (type: $0.next(String.self), name: $0.next(String.self), sql: $0.next(String.self)) }
        let early = all.filter { $0.type == "table" || first.contains($0.name) }
        let late = all.filter { $0.type == "index" && !first.contains($0.name) }
        // What a build writes down of itself is gone once it is live.
        let ofBuild = "CREATE TABLE built (after_erasures INTEGER NOT NULL, boot TEXT) STRICT"
        return ((early.map(\.sql) + [ofBuild]).joined(separator: ";\n"), late.map(\.sql).joined(separator: ";\n"))
    }

    // MARK: The full text

    private static func indexText(of ledger: String) throws -> Timing {
        let ledger = try Ledger.open(at: LedgerLocation(ledger), access: .readWrite)
        let count = try ledger.read { try $0.countMessages() }
        return Timing(seconds: try Clock.time { try ledger.maintenance.rebuildSearch() }, count: count)
    }

    private static func insertText(of path: String, in folder: String) throws -> Timing {
        let ledger = try Ledger.open(at: LedgerLocation(path), access: .readOnly)
        guard let texts = unsafe cloops_texts_new() else {
            throw Program.Failure(description: "there is no memory for the texts")
        }
        defer { unsafe cloops_texts_free(texts) }
        try ledger.maintenance.forEachIndexedText { columns in
            unsafe CStrings.withArray(columns) { strings in
                var lengths = columns.map { Int64($0.utf8.count) }
                var pointers = unsafe (0..<columns.count).map {
                    unsafe UnsafePointer($0 < columns.count ? strings[$0] : nil)
                }
                unsafe cloops_texts_add(texts, &pointers, &lengths)
            }
        }
        let index = try Connection(path: path + "/search.sqlite", mode: .readOnly)
        let definition =
            try index.first("SELECT sql FROM sqlite_schema WHERE name = 'text'") { try $0.next(String.self) } ?? ""
        return try timing(unsafe cloops_fulltext(texts, folder + "/text.sqlite", definition), "text-c")
    }
}
