import Foundation
import Glibc
import Synchronization
internal import TestSupport

/// Stands between a client and a server on a Unix socket, and cuts connections around their commits, or within them.
package final class CuttingProxy: Sendable {
    /// What it does with the next commits.
    package enum Cut: Sendable {
        /// The server never sees the commit.
        case before
        /// The client never sees the answer.
        case after
        /// As `after`, and no connection is taken from then on.
        case afterAndForEver
        /// From the commit on, or from behind it, nothing passes on any connection, and none is closed.
        case swallow(afterCommit: Bool)
        /// The server never sees what the client sends behind a number of bytes, whatever that is.
        case amid(bytes: Int)
    }

    /// The folder of its socket: libpq's `host`.
    package var folder: String { directory.path }
    private let directory: TemporaryDirectory
    private let server: String
    private let listener: Int32
    private let cut = Mutex<(cut: Cut, times: Int)?>(nil)
    private let isClosed = Atomic<Bool>(false)
    private let isSwallowing = Atomic<Bool>(false)
    /// How often clients sent something behind an answer.
    private let turns = Atomic<Int>(0)
    /// Runs once when the server has given a client the lock of a head, before the client knows.
    private let onLock = Mutex<(@Sendable () -> Void)?>(nil)
    /// Runs when the server has lost its connection, before the client loses its own.
    private let onCut = Mutex<@Sendable () -> Void>({})

    /// - Parameter server: The folder of the server's socket.
    package init(before server: String) throws {
        self.server = server
        directory = try TemporaryDirectory()
        listener = try Self.socket()
        try unsafe Self.withAddress("\(directory.path)/.s.PGSQL.5432") { unsafe bind(listener, $0, $1) }
        guard listen(listener, 64) == 0 else { throw PosixFailure() }
        let door = listener
        Thread.detachNewThread { [weak self] in
            while case let client = accept(door, nil, nil), client >= 0 {
                guard let self, !self.isClosed.load(ordering: .relaxed) else {
                    close(client)
                    continue
                }
                self.serve(client)
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// How many round trips have begun on all connections.
    package var roundTrips: Int { turns.load(ordering: .sequentiallyConsistent) }

    /// Cuts the connections of the next commits.
    package func cut(_ cut: Cut, times: Int = 1) {
        self.cut.withLock { $0 = (cut, times) }
    }

    /// Sets what runs between the loss at the server and the loss at the client.
    package func whenCut(_ body: @escaping @Sendable () -> Void) {
        onCut.withLock { $0 = body }
    }

    /// Sets what runs once between the lock of a head at the server and its answer at the client.
    package func whenLocked(_ body: @escaping @Sendable () -> Void) {
        onLock.withLock { $0 = body }
    }

    private func takeWhenLocked() -> (@Sendable () -> Void)? {
        onLock.withLock { body in
            defer { body = nil }
            return body
        }
    }

    /// Returns whether the next cut is within a number of bytes that a client has sent.
    private func isCutAmid(_ count: Int) -> Bool {
        cut.withLock { cut in
            guard case (.amid(let rest), let times)? = cut else { return false }
            cut = rest > count ? (.amid(bytes: rest - count), times) : nil
            return rest <= count
        }
    }

    private func takeCut() -> Cut? {
        cut.withLock { cut in
            guard let next = cut else { return nil }
            if case .amid = next.cut { return nil }
            cut = next.times > 1 ? (next.cut, next.times - 1) : nil
            return next.cut
        }
    }

    private func serve(_ client: Int32) {
        guard let upstream = try? Self.socket(),
            unsafe (try? Self.withAddress("\(server)/.s.PGSQL.5432") { unsafe connect(upstream, $0, $1) }) != nil
        else {
            close(client)
            return
        }
        let (doom, lock, answer) = (Mark(), Mark(), Mark())
        answer.set()
        let cutting = DispatchSemaphore(value: 1)
        Thread.detachNewThread { [self] in
            var (commit, request) = (Lookout("COMMIT\0"), Lookout("FOR UPDATE OF head\0"))
            pump(from: client, to: upstream) { bytes in
                if isSwallowing.load(ordering: .sequentiallyConsistent) { return .drop }
                if answer.take() { turns.add(1, ordering: .sequentiallyConsistent) }
                if request.sees(bytes) { lock.set() }
                if isCutAmid(bytes.count) { return .end }
                guard commit.sees(bytes), let cut = takeCut() else { return .pass }
                switch cut {
                case .before:
                    // The other direction ends with the server's side: it leaves the client alone meanwhile.
                    cutting.wait()
                    defer { cutting.signal() }
                    shutdown(upstream, Int32(SHUT_RDWR))
                    onCut.withLock { $0 }()
                    return .end
                case .swallow(let afterCommit):
                    isSwallowing.store(true, ordering: .sequentiallyConsistent)
                    return afterCommit ? .pass : .drop
                case .afterAndForEver:
                    isClosed.store(true, ordering: .relaxed)
                    doom.set()
                case .after, .amid: doom.set()
                }
                return .pass
            }
        }
        Thread.detachNewThread { [self] in
            pump(from: upstream, to: client) { _ in
                answer.set()
                if lock.isSet { takeWhenLocked()?() }
                if isSwallowing.load(ordering: .sequentiallyConsistent) { return .drop }
                return doom.isSet ? .end : .pass
            } atEnd: {
                cutting.wait()
                cutting.signal()
            }
        }
    }

    /// What becomes of bytes.
    private enum Passage {
        case pass
        case drop
        /// Both sides end.
        case end
    }

    /// Copies until either side ends, or the closure says so of bytes before they are passed on.
    private func pump(
        from source: Int32, to target: Int32, _ passage: ([UInt8]) -> Passage, atEnd: () -> Void = {}
    ) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        copying: while true {
            let count = unsafe read(source, &buffer, buffer.count)
            guard count > 0 else { break }
            switch passage(Array(buffer[..<count])) {
            case .pass: break
            case .drop: continue
            case .end: break copying
            }
            var rest = buffer[..<count]
            while !rest.isEmpty {
                let written = unsafe rest.withUnsafeBytes {
                    unsafe send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard written > 0 else { break copying }
                rest = rest.dropFirst(written)
            }
        }
        atEnd()
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(target, Int32(SHUT_RDWR))
    }

    /// Something that one direction notes for the other.
    private final class Mark: Sendable {
        private let value = Atomic<Bool>(false)
        func set() { value.store(true, ordering: .sequentiallyConsistent) }
        var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }
        /// Returns whether it was set, and takes it away.
        func take() -> Bool { value.exchange(false, ordering: .sequentiallyConsistent) }
    }

    /// Finds a word, which may be cut between two reads.
    private struct Lookout {
        private let word: Data
        private var tail = Data()

        init(_ word: String) {
            self.word = Data(word.utf8)
        }

        mutating func sees(_ bytes: [UInt8]) -> Bool {
            let seen = tail + bytes
            tail = Data(seen.suffix(word.count - 1))
            return seen.range(of: word) != nil
        }
    }

    private struct PosixFailure: Error {}

    private static func socket() throws -> Int32 {
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw PosixFailure() }
        return descriptor
    }

    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
            unsafe room.copyBytes(from: path.utf8.prefix(room.count - 1))
        }
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw PosixFailure() }
    }
}
