internal import Glibc
package import HTTPServing
internal import Synchronization

/// A socket by which connections that last come in.
package final class StreamListener: Sendable {
    package enum Accepted {
        case connection(StreamSocket)
        case nobody
        /// This process may open no more: there is no use in asking again at once.
        case noRoom
    }

    package let number: Int32
    /// Where it listens, with the port that the system chose.
    package let address: ListenAddress
    private let socket: Mutex<ListeningSocket>
    private let tls: Mutex<TLSServer?>

    /// - Throws: `HTTPServerError`.
    package init(at address: ListenAddress, tls: TLSServer?) throws(HTTPServerError) {
        let socket = try ListeningSocket(address)
        number = socket.number
        self.address = socket.address
        self.tls = Mutex(tls)
        self.socket = Mutex(socket)
    }

    /// Shows another certificate to all who connect from now on.
    package func renew(_ tls: TLSServer) {
        self.tls.withLock { $0 = tls }
    }

    /// Takes the next connection, without waiting for one.
    package func accept() -> Accepted {
        let number = Glibc.accept(number, nil, nil)
        guard number >= 0 else { return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .noRoom : .nobody }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
        let tls = tls.withLock { $0 }
        let session = tls?.session(on: number)
        guard tls == nil || session != nil else {
            close(number)
            return .nobody
        }
        return .connection(StreamSocket(number, HTTPPeer(of: number), session))
    }
}
