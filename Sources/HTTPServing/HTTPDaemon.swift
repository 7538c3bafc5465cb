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
    /// Where it listens, with the port that the system chose.
    public let address: ListenAddress
    private let core: DaemonCore
    private let socket: Mutex<ListeningSocket?>
    private let daemon: Mutex<UInt>

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
        var settings = unsafe cmicrohttpd_settings()
        unsafe settings.socket = socket.number
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
        guard let started = unsafe Self.start(&settings, certificate) else {
            // The library has closed it; its number may be another's by now.
            socket.wasClosed()
            throw .notStarted(
                reason: certificate == nil
                    ? "no server can be started here" : "the certificate and the key cannot be used")
        }
        self.address = socket.address
        self.core = core
        self.socket = Mutex(socket)
        daemon = Mutex(UInt(bitPattern: started))
        _ = BlockingThread.start { core.watchClocks() }
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

    deinit {
        stop()
    }

    /// Takes no more requests, ends streams, waits a while for the answers that are being made, and stops.
    public func stop() {
        let started = daemon.withLock { daemon in
            defer { daemon = 0 }
            return daemon
        }
        guard started != 0 else { return }
        let pointer = unsafe OpaquePointer(bitPattern: started)
        unsafe _ = microHTTPD.MHD_quiesce_daemon(pointer)
        core.endAll()
        unsafe microHTTPD.MHD_stop_daemon(pointer)
        socket.withLock { $0 = nil }
    }
}
