internal import CTLS
internal import Loading

/// The functions of libssl, loaded when the first server speaks TLS. Safe from any thread: the table is never written again.
private let tls = unsafe loaded(CTLSFunctions(), from: "libssl3", by: ctls_load)

/// A certificate and its key, by which a server is known to its clients.
@safe package final class TLSServer: Sendable {
    /// The address of the library's own object, which it counts the users of.
    private let context: UInt

    /// Reads a chain of certificates and the key, as PEM; nil where they cannot be used.
    package init?(chain: String, key: String) {
        var functions = tls
        let made = unsafe chain.withCString { chain in
            unsafe key.withCString { key in unsafe ctls_context(&functions, chain, key) }
        }
        guard let made = unsafe made else { return nil }
        context = UInt(bitPattern: made)
    }

    deinit {
        unsafe tls.SSL_CTX_free(OpaquePointer(bitPattern: context))
    }

    /// Begins TLS on a connection; nil without memory.
    func session(on socket: Int32) -> TLSSession? {
        guard let made = unsafe tls.SSL_new(OpaquePointer(bitPattern: context)) else { return nil }
        guard unsafe tls.SSL_set_fd(made, socket) == 1 else {
            unsafe tls.SSL_free(made)
            return nil
        }
        return TLSSession(UInt(bitPattern: made))
    }
}

/// TLS on one connection, used by one thread at a time.
@safe final class TLSSession: Sendable {
    /// What became of a call.
    enum Outcome {
        case moved(Int)
        case wantsRead, wantsWrite, end, failed

        fileprivate init(_ result: Int32) {
            self =
                switch result {
                case 1...: .moved(Int(result))
                case Int32(ctls_end): .end
                case Int32(ctls_wants_read): .wantsRead
                case Int32(ctls_wants_write): .wantsWrite
                default: .failed
                }
        }
    }

    private let connection: UInt
    private var pointer: OpaquePointer? { unsafe OpaquePointer(bitPattern: connection) }

    fileprivate init(_ connection: UInt) {
        self.connection = connection
    }

    deinit {
        unsafe tls.SSL_free(pointer)
    }

    /// Goes on with the handshake; it has moved once it is over.
    func accept() -> Outcome {
        var functions = tls
        return Outcome(unsafe ctls_accept(&functions, pointer))
    }

    func read(into bytes: UnsafeMutableRawBufferPointer) -> Outcome {
        var functions = tls
        return Outcome(unsafe ctls_read(&functions, pointer, bytes.baseAddress, Int32(clamping: bytes.count)))
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        var functions = tls
        return Outcome(unsafe ctls_write(&functions, pointer, bytes.baseAddress, Int32(clamping: bytes.count)))
    }

    /// Says that nothing more comes, and waits for no answer.
    func sayEnd() { unsafe _ = tls.SSL_shutdown(pointer) }
}
