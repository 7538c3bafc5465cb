import Foundation
import TestSupport
import Testing

/// A listening socket of this process, as a service manager has one, and the programs that it hands it over to.
private final class SocketOwner {
    private let socket: Int32
    let folder: TemporaryDirectory
    let token: String
    private let program: String
    private let environment: [String: String]

    /// - Parameters:
    ///   - path: The socket's file in the folder; nil for a port.
    ///   - isOpen: Whether other machines can reach the port.
    init(path: String? = nil, isOpen: Bool = false) throws {
        folder = try TemporaryDirectory()
        program = try #require(mailledgerProgram()).path
        environment = ["MAILLEDGER": folder.path("ledger"), "MAILLEDGER_CONFIG": folder.path("none")]
        let made = try shell(
            "'\(program)' init && '\(program)' token add t --scopes read 2>/dev/null", environment: environment)
        token = String(try #require(made.text.firstMatch(of: /mlt_[A-Za-z0-9_-]{43}/), "\(made.text)").0)
        let family = path == nil ? AF_INET : AF_UNIX
        socket = Glibc.socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var name = sockaddr_storage()
        let bytes = path.map { Array(folder.path($0).utf8) } ?? [0, 0] + (isOpen ? [0, 0, 0, 0] : [127, 0, 0, 1])
        unsafe withUnsafeMutableBytes(of: &name) { place in
            unsafe place.storeBytes(of: sa_family_t(family), as: sa_family_t.self)
            unsafe UnsafeMutableRawBufferPointer(rebasing: place[2...]).copyBytes(from: bytes)
        }
        let size = socklen_t(path == nil ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_un>.size)
        let isBound = unsafe withUnsafePointer(to: &name) { name in
            unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(socket, $0, size) == 0 }
        }
        try #require(isBound && listen(socket, 8) == 0)
    }

    deinit {
        close(socket)
    }

    /// The port that the system chose.
    var port: UInt16 {
        var name = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = unsafe withUnsafeMutablePointer(to: &name) { name in
            unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(socket, $0, &size) }
        }
        return UInt16(bigEndian: name.sin_port)
    }

    /// Starts a server with the socket as its descriptor 3, as sd_listen_fds(3) has it; returns it with the line that it says.
    func serve() throws -> (process: Process, said: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        // A program keeps the number of the shell that it takes the place of.
        process.arguments = [
            "-c", "exec 3<&0 </dev/null; LISTEN_FDS=1 LISTEN_PID=$$ exec \"$0\" serve --listen fd", program,
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle(fileDescriptor: socket, closeOnDealloc: false)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        return (process, String(decoding: output.fileHandleForReading.availableData, as: UTF8.self))
    }

    /// Ends a server as the service manager does.
    func stop(_ process: Process) {
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }

    /// Runs a line of shell that serves, and returns what it writes and its exit code.
    func refused(_ line: String) throws -> (text: String, status: Int32) {
        let output = try shell(
            line, environment: environment.merging(["TOOL": program]) { $1 }, directory: folder.path(""))
        return (output.text, output.status)
    }
}

@Suite(.enabled("the tool is not built") { mailledgerProgram() != nil }) struct `serve --listen fd` {
    @Test func `answers at the socket that was handed over, which stays when the server ends`() throws {
        let owner = try SocketOwner()
        for _ in 0..<2 {
            // Who comes before the server is there waits for it.
            let early = try RawHTTP(port: owner.port)
            early.begin("GET", "/healthz", host: "127.0.0.1:\(owner.port)")
            let (server, said) = try owner.serve()
            defer { if server.isRunning { kill(server.processIdentifier, SIGKILL) } }
            #expect(said.contains(" on http://127.0.0.1:\(owner.port) (page, JMAP, API)"), "\(said)")
            let answer = try early.answer()
            #expect(answer.text == "ok\n", "\(answer.status) \(answer.text)")
            let session = try RawHTTP(port: owner.port).ask(
                "GET", "/jmap/session", host: "localhost:\(owner.port)", ["Authorization": "Bearer \(owner.token)"])
            #expect(session.status == 200)
            #expect(try RawHTTP(port: owner.port).ask("GET", "/healthz", host: "localhost:1").status == 421)
            owner.stop(server)
        }
    }

    @Test func `lets the owner in at a Unix socket without a token`() throws {
        let owner = try SocketOwner(path: "socket")
        let (server, said) = try owner.serve()
        defer { if server.isRunning { kill(server.processIdentifier, SIGKILL) } }
        #expect(said.contains(" on unix:\(owner.folder.path("socket")) "), "\(said)")
        let client = try RawHTTP(path: owner.folder.path("socket"))
        #expect(try client.ask("GET", "/v1/events?limit=1", host: "localhost").status == 200)
        owner.stop(server)
        #expect(FileManager.default.fileExists(atPath: owner.folder.path("socket")))
    }

    @Test func `ends before it answers anybody if other machines can reach the socket in the clear`() throws {
        let owner = try SocketOwner(isOpen: true)
        let early = try RawHTTP(port: owner.port)
        early.begin("GET", "/healthz", host: "127.0.0.1:\(owner.port)")
        let (server, said) = try owner.serve()
        server.waitUntilExit()
        #expect(said.isEmpty && server.terminationReason == .exit && server.terminationStatus == 2, "\(said)")
        // Nobody has taken the connection, so it is neither answered nor closed.
        #expect(!early.hasAnswer)
    }

    @Test(arguments: [
        ("$TOOL serve --listen fd", "no socket, or several"),
        ("LISTEN_FDS=1 LISTEN_PID=1 $TOOL serve --listen fd", "no socket, or several"),
        ("sh -c 'LISTEN_FDS=2 LISTEN_PID=$$ exec $TOOL serve --listen fd'", "no socket, or several"),
        ("sh -c 'LISTEN_FDS=1 LISTEN_PID=$$ exec $TOOL serve --listen fd 3</dev/null'", "no listening socket"),
        ("sh -c 'LISTEN_FDS=1 LISTEN_PID=$$ exec $TOOL serve --listen fd 3<&-'", "no listening socket"),
    ])
    func `says what was not handed over`(line: String, reason: String) throws {
        let output = try SocketOwner().refused(line)
        #expect(
            output.status == 74 && output.text.hasPrefix("mailledger: fd: ") && output.text.contains(reason),
            "\(output)")
    }
}
