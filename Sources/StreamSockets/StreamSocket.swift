internal import CivilTime
internal import Glibc
package import HTTPServing

/// A connection that lasts: one thread at a time reads it or writes to it, and reading never waits.
package final class StreamSocket: Sendable {
    package enum Piece {
        case bytes([UInt8])
        case nothingYet
        /// The client is gone.
        case end
    }

    /// How far the beginning of a connection has come.
    package enum Beginning {
        case ready, wantsRead, wantsWrite, failed
    }

    package let number: Int32
    package let peer: HTTPPeer
    private let tls: TLSSession?

    init(_ number: Int32, _ peer: HTTPPeer, _ tls: TLSSession?) {
        (self.number, self.peer, self.tls) = (number, peer, tls)
    }

    deinit {
        close(number)
    }

    /// Goes on with the handshake of TLS, if there is one.
    package func begin() -> Beginning {
        guard let tls else { return .ready }
        return switch tls.accept() {
        case .moved: .ready
        case .wantsRead: .wantsRead
        case .wantsWrite: .wantsWrite
        case .end, .failed: .failed
        }
    }

    /// A record of TLS is no longer (RFC 8446 section 5.1), so a read leaves none of it where poll(2) does not see it.
    private static let longestPiece = 16_384

    /// Reads what has come, as far as it is one piece.
    package func read() -> Piece {
        var isOver = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.longestPiece) { buffer, count in
            let room = UnsafeMutableRawBufferPointer(buffer)
            if let tls {
                switch unsafe tls.read(into: room) {
                case .moved(let moved): count = moved
                case .wantsRead, .wantsWrite: break
                case .end, .failed: isOver = true
                }
                return
            }
            let found = unsafe recv(number, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
            count = max(0, found)
            isOver = found == 0 || found < 0 && ![EAGAIN, EINTR].contains(errno)
        }
        if !bytes.isEmpty { return .bytes(bytes) }
        return isOver ? .end : .nothingYet
    }

    /// Writes bytes, and waits for a client that reads slowly.
    ///
    /// - Parameter mayWait: Whether it may wait for a client that has read nothing for some microseconds; these are what it is handed.
    /// - Returns: False where the client is gone, or too slow.
    package func write(_ bytes: ArraySlice<UInt8>, mayWait: (_ microseconds: Int64, _ written: Int) -> Bool) -> Bool {
        let begun = MonotonicClock.microseconds
        var last = begun
        return unsafe bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
                let event: Int32
                switch unsafe writeSome(rest) {
                case .moved(let count):
                    written += count
                    last = MonotonicClock.microseconds
                    continue
                case .wantsRead: event = Int32(POLLIN)
                case .wantsWrite: event = Int32(POLLOUT)
                case .end, .failed: return false
                }
                guard mayWait(MonotonicClock.microseconds - last, written) else { return false }
                var entry = pollfd(fd: number, events: Int16(event), revents: 0)
                unsafe _ = poll(&entry, 1, Self.look)
            }
            return true
        }
    }

    /// Between two looks at whether it may still wait, in milliseconds.
    private static let look: Int32 = 250

    private func writeSome(_ bytes: UnsafeRawBufferPointer) -> TLSSession.Outcome {
        if let tls { return unsafe tls.write(bytes) }
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        let count = unsafe Glibc.send(number, bytes.baseAddress, bytes.count, flags)
        if count >= 0 { return .moved(count) }
        return [EAGAIN, EINTR].contains(errno) ? .wantsWrite : .failed
    }

    /// Ends the connection; what was written before still goes out.
    package func end() {
        tls?.sayEnd()
        shutdown(number, Int32(SHUT_RDWR))
    }
}
