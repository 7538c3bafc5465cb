internal import CMicroHTTPD
internal import Glibc

extension HTTPPeer {
    /// Finds out who is at the other end of a connection.
    package init(of socket: Int32) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let known = unsafe withUnsafeMutablePointer(to: &storage) { storage in
            unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                unsafe getpeername(socket, name, &length) == 0 ? unsafe HTTPPeer(at: name) : nil
            }
        }
        let user = known == nil ? cmicrohttpd_peer_user(socket) : -1
        self = known ?? .unixSocket(user: user < 0 ? nil : UInt32(user))
    }

    /// Finds out at which address of this machine a connection came in; nil for a Unix socket.
    static func localAddress(of socket: Int32) -> String? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let found = unsafe withUnsafeMutablePointer(to: &storage) { storage in
            unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                unsafe getsockname(socket, name, &length) == 0 ? unsafe HTTPPeer(at: name) : nil
            }
        }
        return if case .address(let address) = found { address } else { nil }
    }

    /// Writes a numeric address of version 4 or 6 as those of connections are written; nil for another text.
    package static func canonical(_ text: String) -> String? {
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        let peer: HTTPPeer?
        if unsafe inet_pton(AF_INET, text, &four.sin_addr) == 1 {
            peer = unsafe withUnsafePointer(to: &four) { four in
                unsafe four.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe HTTPPeer(at: $0) }
            }
        } else if unsafe inet_pton(AF_INET6, text, &six.sin6_addr) == 1 {
            peer = unsafe withUnsafePointer(to: &six) { six in
                unsafe six.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe HTTPPeer(at: $0) }
            }
        } else {
            return nil
        }
        return if case .address(let address) = peer { address } else { nil }
    }

    /// Reads who is at the other end out of a socket's name; nil for a Unix socket, which is asked itself.
    init?(at name: UnsafePointer<sockaddr>) {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let isRead: Bool
        switch unsafe Int32(name.pointee.sa_family) {
        case AF_INET:
            isRead = unsafe name.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { name in
                var address = unsafe name.pointee.sin_addr
                return unsafe inet_ntop(AF_INET, &address, &text, socklen_t(text.count)) != nil
            }
        case AF_INET6:
            isRead = unsafe name.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { name in
                var address = unsafe name.pointee.sin6_addr
                return unsafe inet_ntop(AF_INET6, &address, &text, socklen_t(text.count)) != nil
            }
        default: return nil
        }
        guard isRead else { return nil }
        let address = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // An address of version 4 is the same by a socket of both versions (RFC 4291 section 2.5.5.2).
        let mapped = "::ffff:"
        let isMapped = address.hasPrefix(mapped) && address.contains(".")
        self = .address(isMapped ? String(address.dropFirst(mapped.count)) : address)
    }
}
