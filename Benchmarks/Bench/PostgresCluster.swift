internal import Fleet
internal import Glibc
internal import LibPQ

/// A throw-away PostgreSQL server of `Scripts/postgres.sh`, with the tables of a fleet; it ends with this object.
final class PostgresCluster {
    /// The folder of its socket.
    let folder: String
    private let input: Int32
    private let process: pid_t
    private static let script = absolutePath("Scripts/postgres.sh")

    /// Whether the server's programs are there.
    static var isInstalled: Bool { (try? Program(script, ["check"]).run()) != nil }

    /// Starts a server.
    ///
    /// - Parameter words: The arguments of `postgres.sh run`.
    /// - Throws: `Program.Failure` if it does not start.
    private init(_ words: [String]) throws {
        var ends: [Int32] = [0, 0, 0, 0]
        guard unsafe pipe(&ends) == 0 else { throw Program.Failure(description: "there is no pipe") }
        let (childInput, input) = (ends[0], ends[1])
        guard unsafe pipe(&ends) == 0 else { throw Program.Failure(description: "there is no pipe") }
        let (output, childOutput) = (ends[0], ends[1])
        // What this process starts later must not hold the pipe by which the server is stopped.
        for end in [input, output] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, childInput, STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, childOutput, STDOUT_FILENO)
        for end in [childInput, childOutput] { unsafe posix_spawn_file_actions_addclose(&actions, end) }
        var process: pid_t = 0
        let code = unsafe CStrings.withArray([Self.script, "run"] + words) { words in
            unsafe CStrings.withArray(Program.variables()) { variables in
                unsafe posix_spawn(&process, Self.script, &actions, nil, words, variables)
            }
        }
        for end in [childInput, childOutput] { close(end) }
        guard code == 0 else { throw Program.Failure(description: "\(Self.script) cannot be run") }
        var said: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe Glibc.read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { said.append(byte) }
        close(output)
        guard !said.isEmpty else {
            close(input)
            throw Program.Failure(description: "postgres.sh run \(words.joined(separator: " ")): it did not start")
        }
        folder = String(decoding: said, as: UTF8.self)
        self.input = input
        self.process = process
    }

    deinit {
        close(input)
        var status: Int32 = 0
        unsafe waitpid(process, &status, 0)
    }

    /// The database of the fleet, as its superuser.
    static func start() throws -> PostgresCluster {
        // Room for a few minutes of appends without a checkpoint, which would write whole pages again.
        let cluster = try PostgresCluster(["max_wal_size=4GB", "checkpoint_timeout=1h"])
        guard let database = LedgerURL(cluster.url) else { preconditionFailure("\(cluster.url) is a URL") }
        try FleetSchema.apply(at: database, newNeedStandby: false)
        return cluster
    }

    /// A standby that confirms each commit from now on.
    func startStandby() throws -> PostgresCluster {
        let standby = try PostgresCluster([
            "--standby-of", folder, "cluster_name=standby", "synchronous_standby_names=",
        ])
        try ask("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
        try ask("SELECT pg_reload_conf()")
        // It confirms nothing before it has caught up.
        while try value("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == 0 { usleep(50_000) }
        return standby
    }

    /// Lets the server die, or take over: an action of `postgres.sh`.
    func suffer(_ action: String) throws { _ = try Program(Self.script, [action, folder]).run() }

    private var url: String { "postgresql://postgres@/postgres?host=\(folder)" }

    private var address: PostgresAddress {
        guard let address = PostgresAddress(url) else { preconditionFailure("\(url) is a URL") }
        return address
    }

    /// The URL of a ledger.
    func url(of ledger: String) -> String { "\(url)&ledger=\(ledger)" }

    func connect() throws -> PostgresConnection { try PostgresConnection(to: address) }

    func ask(_ statement: PostgresStatement) throws { _ = try connect().ask(statement) }

    /// The number that a question answers with.
    func value(_ question: PostgresStatement) throws -> Int64 {
        try connect().first(question) { try $0.next(Int64.self) } ?? 0
    }
}
