internal import CMicroHTTPD
internal import Glibc
internal import Parallel
internal import Synchronization

/// A server that listens at one address.
///
/// ```swift
/// let server = try HTTPDaemon(at: .tcp(host: "127.0.0.1", port: 8420), answering: handler)
/// print(server.address)
/// server.stop()
/// ```
///
/// One thread waits for all connections (epoll(7)) and never works: a request that has come whole is suspended, answered by the handler
/// on threads of its own, and resumed.
public final class HTTPDaemon: Sendable {
    /// The library's server with one certificate: it keeps that for as long as it runs.
    private struct Run {
        let daemon: UInt
        /// The listening socket, or another descriptor of it.
        let socket: Int32
        /// Whether nobody was connected when it was looked at last.
        var wasEmpty = false

        var pointer: OpaquePointer? { unsafe OpaquePointer(bitPattern: daemon) }
    }

    /// Where it listens, with the port that the system chose.
    public let address: ListenAddress
    private let core: DaemonCore
    private let limits: HTTPLimits
    private let socket: Mutex<ListeningSocket?>
    /// The last one takes connections; those before it serve the ones that they have.
    private let runs: Mutex<[Run]>

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - certificate: A chain of certificates as PEM, and the key as PEM beside it; nil for a server without TLS.
    ///   - whenListening: Called once with the address, before the first request: a socket that was handed over may have some. Nobody
    ///     is answered if it throws.
    /// - Throws: ``HTTPServerError``.
    public init(
        at address: ListenAddress, limits: HTTPLimits = HTTPLimits(), certificate: (chain: String, key: String)? = nil,
        answering handler: any HTTPHandler, whenListening: (ListenAddress) throws(HTTPServerError) -> Void = { _ in }
    ) throws(HTTPServerError) {
        let socket = try ListeningSocket(address)
        try whenListening(socket.address)
        cmicrohttpd_return_large_blocks()
        let core = DaemonCore(handler, limits)
        let number = socket.number
        guard let started = Self.start(on: number, core, limits, certificate) else {
            // The library has closed it; its number may be another's by now.
            socket.wasClosed()
            throw Self.notStarted(certificate)
        }
        self.address = socket.address
        self.core = core
        self.limits = limits
        self.socket = Mutex(socket)
        runs = Mutex([Run(daemon: started, socket: number)])
        _ = BlockingThread.start { [weak self] in core.watchClocks { self?.endEmptyRuns() } }
    }

    private static func notStarted(_ certificate: (chain: String, key: String)?) -> HTTPServerError {
        .notStarted(
            reason: certificate == nil
                ? "no server can be started here" : "the certificate and the key cannot be used")
    }

    /// Starts the library's server; returns its address in memory, or nil where it does not start and has closed the socket.
    private static func start(
        on socket: Int32, _ core: DaemonCore, _ limits: HTTPLimits, _ certificate: (chain: String, key: String)?
    ) -> UInt? {
        var settings = unsafe cmicrohttpd_settings()
        unsafe settings.socket = socket
        unsafe settings.connections = UInt32(limits.connections)
        // The header, what comes behind it and what goes out share it.
        unsafe settings.connection_memory = 2 * limits.header
        unsafe settings.idle_seconds = UInt32(limits.idleSeconds)
        unsafe settings.context = Unmanaged.passUnretained(core).toOpaque()
        unsafe settings.accepts = { context, name, _ in unsafe DaemonCore.accept(context, name) }
        unsafe settings.connection = { context, connection, _, event in
            unsafe DaemonCore.connection(context, connection, event)
        }
        unsafe settings.request = { context, connection, path, method, _, bytes, count, slot in
            unsafe DaemonCore.request(context, connection, path, method, bytes, count, slot)
        }
        unsafe settings.completed = { context, connection, slot, _ in
            unsafe DaemonCore.completed(context, connection, slot)
        }
        guard let started = unsafe start(&settings, certificate) else { return nil }
        return UInt(bitPattern: started)
    }

    private static func start(
        _ settings: inout cmicrohttpd_settings, _ certificate: (chain: String, key: String)?
    ) -> OpaquePointer? {
        var functions = unsafe microHTTPD
        guard let certificate else { return unsafe cmicrohttpd_start(&functions, &settings) }
        return unsafe certificate.chain.withCString { chain in
            unsafe certificate.key.withCString { key in
                unsafe settings.certificate = chain
                unsafe settings.key = key
                return unsafe cmicrohttpd_start(&functions, &settings)
            }
        }
    }

    /// Shows another certificate to all who connect from now on; those who are connected go on with the one that they saw.
    ///
    /// - Throws: ``HTTPServerError`` where it cannot be used; then the former one stays.
    public func renew(certificate: (chain: String, key: String)) throws(HTTPServerError) {
        try runs.withLock { runs throws(HTTPServerError) in
            guard let last = runs.last else { return }
            let number = fcntl(last.socket, F_DUPFD_CLOEXEC, 0)
            guard number >= 0, let started = Self.start(on: number, core, limits, certificate) else {
                throw Self.notStarted(certificate)
            }
            unsafe _ = microHTTPD.MHD_quiesce_daemon(last.pointer)
            runs.append(Run(daemon: started, socket: number))
        }
    }

    /// Ends those with a former certificate once nobody is left there.
    private func endEmptyRuns() {
        runs.withLock { runs in
            for index in runs.indices.dropLast().reversed() {
                let isEmpty = Self.hasNobody(runs[index])
                // One that has just been renewed may still take a connection, and is looked at again.
                if isEmpty, runs[index].wasEmpty {
                    end(runs.remove(at: index))
                } else {
                    runs[index].wasEmpty = isEmpty
                }
            }
        }
    }

    private static func hasNobody(_ run: Run) -> Bool {
        var functions = unsafe microHTTPD
        return unsafe cmicrohttpd_connections(&functions, run.pointer) == 0
    }

    /// Stops a server of the library, which then has no use for its socket any more (MHD_quiesce_daemon).
    private func end(_ run: Run) {
        unsafe microHTTPD.MHD_stop_daemon(run.pointer)
        let isOwn = socket.withLock { $0?.number == run.socket }
        if !isOwn { close(run.socket) }
    }

    deinit {
        stop()
    }

    /// Takes no more requests, ends streams, waits a while for the answers that are being made, and stops.
    public func stop() {
        let runs = runs.withLock { runs in
            defer { runs = [] }
            return runs
        }
        guard let last = runs.last else { return }
        unsafe _ = microHTTPD.MHD_quiesce_daemon(last.pointer)
        core.endAll()
        for run in runs { end(run) }
        socket.withLock { $0 = nil }
    }
}
