internal import CMicroHTTPD
internal import DiskFiles
internal import Glibc
internal import Processes

/// A socket that connections come in by, closed when it is let go.
package final class ListeningSocket {
    package let number: Int32
    /// Where it listens, with the port that the system chose.
    package let address: ListenAddress
    /// The socket's file, which goes with it.
    private let path: String?
    private var isOpen = true

    /// Opens a socket.
    ///
    /// - Throws: ``HTTPServerError/address(_:reason:)``.
    package init(_ address: ListenAddress) throws(HTTPServerError) {
        switch address {
        case .tcp(let host, let port):
            (number, path) = (try Self.tcp(host, port), nil)
            self.address = .tcp(host: host, port: Self.port(of: number) ?? port)
        case .unix(let path):
            (number, self.path, self.address) = (try Self.unix(path), path, address)
        case .inherited:
            (number, path) = (try Self.inherited(), nil)
            self.address = Self.nameOfInherited(number)
        }
    }

    /// Notes that somebody else has closed it.
    func wasClosed() {
        isOpen = false
    }

    deinit {
        if isOpen { close(number) }
        if let path { unsafe unlink(path) }
    }

    // MARK: TCP

    private static func tcp(_ host: String, _ port: UInt16) throws(HTTPServerError) -> Int32 {
        var four = in_addr()
        var six = in6_addr()
        if unsafe inet_pton(AF_INET, host, &four) == 1 {
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = port.bigEndian
            name.sin_addr = four
            return try listening(AF_INET, "\(host):\(port)") { number in
                unsafe withUnsafePointer(to: &name) { name in
                    unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        unsafe bind(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                    }
                }
            }
        }
        guard unsafe inet_pton(AF_INET6, host, &six) == 1 else {
            throw .address(host, reason: "is no numeric address")
        }
        var name = sockaddr_in6()
        name.sin6_family = sa_family_t(AF_INET6)
        name.sin6_port = port.bigEndian
        name.sin6_addr = six
        return try listening(AF_INET6, "[\(host)]:\(port)") { number in
            unsafe withUnsafePointer(to: &name) { name in
                unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe bind(number, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
        }
    }

    private static func listening(
        _ family: Int32, _ name: String, bind: (Int32) -> Int32
    ) throws(HTTPServerError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let number = socket(family, type, 0)
        guard number >= 0 else { throw .address(name, reason: SystemCode.last.words) }
        if family != AF_UNIX {
            set(number, SOL_SOCKET, SO_REUSEADDR)
            // What is accepted here has it, too: an answer does not wait for the client's acknowledgement.
            set(number, Int32(IPPROTO_TCP), TCP_NODELAY)
        }
        guard bind(number) == 0, listen(number, 511) == 0 else {
            let reason = SystemCode.last.words
            close(number)
            throw .address(name, reason: reason)
        }
        return number
    }

    private static func set(_ number: Int32, _ level: Int32, _ option: Int32) {
        var value: Int32 = 1
        unsafe setsockopt(number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    // MARK: Unix sockets

    private static func unix(_ path: String) throws(HTTPServerError) -> Int32 {
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: name.sun_path)
        guard bytes.count < room, !bytes.contains(0) else {
            throw .address("unix:\(path)", reason: "a path has at most \(room - 1) bytes")
        }
        unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: bytes) }
        func call(
            _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ number: Int32
        ) -> Int32 {
            unsafe withUnsafePointer(to: &name) { name in
                unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe body(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
        try removeLeftover(path) { unsafe call(Glibc.connect, $0) }
        // No moment at which others may come in: the mode is there before the name.
        let mask = umask(0o177)
        defer { umask(mask) }
        return try listening(AF_UNIX, "unix:\(path)") { unsafe call(Glibc.bind, $0) }
    }

    /// Takes away the file of a server that was killed; one that somebody answers at stays.
    private static func removeLeftover(_ path: String, connect: (Int32) -> Int32) throws(HTTPServerError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw .address("unix:\(path)", reason: "something else has that name")
        }
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(number) }
        guard number < 0 || connect(number) != 0 else {
            throw .address("unix:\(path)", reason: "another server listens there")
        }
        unsafe unlink(path)
    }

    // MARK: Sockets of the service manager

    /// The first descriptor that a service manager hands over.
    private static let firstInherited: Int32 = 3

    private static func inherited() throws(HTTPServerError) -> Int32 {
        guard ProcessEnvironment.value("LISTEN_PID").flatMap(Int32.init) == ThisProcess.number,
            ProcessEnvironment.value("LISTEN_FDS") == "1"
        else { throw .address("fd", reason: "the service manager has handed over no socket, or several") }
        var isListening: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(firstInherited, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0, isListening == 1
        else { throw .address("fd", reason: "what the service manager has handed over is no listening socket") }
        _ = fcntl(firstInherited, F_SETFD, FD_CLOEXEC)
        _ = fcntl(firstInherited, F_SETFL, fcntl(firstInherited, F_GETFL) | O_NONBLOCK)
        return firstInherited
    }

    private static func nameOfInherited(_ number: Int32) -> ListenAddress {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let found = unsafe withUnsafeMutablePointer(to: &storage) { storage in
            unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(number, $0, &length) }
        }
        guard found == 0 else { return .inherited }
        if Int32(storage.ss_family) == AF_UNIX { return .unix(path: path(in: storage)) }
        guard
            case .address(let host) = unsafe withUnsafePointer(
                to: &storage,
                { storage in
                    unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe HTTPPeer(at: $0) }
                })
        else { return .inherited }
        return .tcp(host: host, port: port(of: number) ?? 0)
    }

    /// The path in the name of a Unix socket; one without a file has another name, or none.
    private static func path(in storage: sockaddr_storage) -> String {
        var storage = storage
        return unsafe withUnsafeBytes(of: &storage) { bytes in
            unsafe String(
                decoding: bytes.dropFirst(MemoryLayout<sa_family_t>.size).prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    private static func port(of number: Int32) -> UInt16? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let found = unsafe withUnsafeMutablePointer(to: &storage) { storage in
            unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(number, $0, &length) }
        }
        guard found == 0 else { return nil }
        // The port stands at the same place of both kinds of names.
        return unsafe withUnsafeBytes(of: &storage) {
            UInt16(bigEndian: unsafe $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
        }
    }
}
