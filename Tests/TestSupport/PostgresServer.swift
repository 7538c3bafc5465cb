import Foundation
import Synchronization

/// A throw-away PostgreSQL server on a Unix socket, which ends with its last owner, or with this process.
package final class PostgresServer: Sendable {
    /// The folder of the socket: libpq's `host`.
    package let folder: String
    private let port: String
    private let process: Process

    /// Whether the server's programs are installed; tests of it are skipped where they are not.
    package static let isInstalled: Bool =
        (try? shell("Scripts/postgres.sh check", environment: [:]).status) == 0

    /// The one that all tests of this process share, each with a database of its own.
    package static let shared: Result<PostgresServer, any Error> = Result {
        try PostgresServer(settings: ["max_wal_size=256MB"], inMemory: true)
    }

    /// A cluster that nothing was written to: to make one takes longer than to start a copy of it.
    private static let newCluster = Result { () throws -> TemporaryDirectory in
        let directory = try TemporaryDirectory()
        let output = try shell("Scripts/postgres.sh make '\(directory.path)'", environment: [:])
        guard output.status == 0 else { throw PostgresServerFailure(words: output.text) }
        return directory
    }

    /// - Parameters:
    ///   - settings: Lines of `postgresql.conf`, as `name=value`.
    ///   - inMemory: Whether its files may be in memory, where there is room: a commit waits for no disk then.
    ///   - primary: The server that it is a standby of; nil for one that is nobody's.
    package init(
        settings: [String] = [], inMemory: Bool = false, standbyOf primary: PostgresServer? = nil
    ) throws {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: "\(projectRoot)/Scripts/postgres.sh")
        let source = try primary.map { ["--standby-of", $0.folder] } ?? ["--copy-of", Self.newCluster.get().path]
        process.arguments = ["run"] + source + settings
        let room = try? FileManager.default.attributesOfFileSystem(forPath: "/dev/shm")[.systemFreeSize] as? Int64
        if inMemory, let room, room > 2 << 30 {
            process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": "/dev/shm"]) { $1 }
        }
        // It ends when this pipe does: with the last owner, or with the process.
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        folder = said.trimmingCharacters(in: .whitespacesAndNewlines)
        port = settings.last { $0.hasPrefix("port=") }.map { String($0.dropFirst("port=".count)) } ?? "5432"
        self.process = process
        self.input = input
        guard !folder.isEmpty else { throw PostgresServerFailure() }
    }

    private let input: Pipe

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    private static let databases = Atomic<Int>(0)

    /// Makes an empty database, and returns its name and its URL.
    package func makeDatabase() throws -> (name: String, url: String) {
        let name = "tests\(Self.databases.add(1, ordering: .relaxed).oldValue)"
        _ = try run("CREATE DATABASE \(name)", in: "postgres")
        return (name, "postgresql://postgres@/\(name)?host=\(folder)")
    }

    /// The program itself: the `psql` of Debian's path is Perl that looks for it, and takes four times as long.
    private static let psql: String = {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let paths = versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "/usr/lib/postgresql/\($0)/bin/psql" }
        return paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "psql"
    }()

    /// Runs SQL as the superuser, and returns what `psql` printed, without headings.
    @discardableResult
    package func run(_ sql: String, in database: String) throws -> String {
        let output = try shell(
            "\(Self.psql) --no-psqlrc -qtAX -v ON_ERROR_STOP=1 -h '\(folder)' -p \(port) -U postgres -d '\(database)' -c \"$SQL\"",
            environment: ["SQL": sql])
        guard output.status == 0 else { throw PostgresServerFailure(words: output.text) }
        return output.text.trimmingCharacters(in: .newlines)
    }
}

/// What befalls a server and its standby.
extension PostgresServer {
    package enum Fate: String {
        /// A standby stands still: what its server sends waits in the socket.
        case stall
        case resume
        /// A standby loses its server, and receives nothing any more.
        case detach
        /// The server ends with all its processes, as `kill -9` does it.
        case kill
        /// A standby becomes a server that takes writes.
        case promote
    }

    package func suffer(_ fate: Fate) throws {
        let output = try shell("Scripts/postgres.sh \(fate.rawValue) '\(folder)'", environment: [:])
        guard output.status == 0 else { throw PostgresServerFailure(words: output.text) }
    }
}

/// The server did not start, or refused a statement of a test.
package struct PostgresServerFailure: Error {
    var words = "the server did not start"
}
