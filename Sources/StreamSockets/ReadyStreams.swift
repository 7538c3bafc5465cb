internal import Glibc

/// Waits for connections on one thread, and lets other threads wake it.
package final class ReadyStreams: Sendable {
    /// What is waited for on a connection.
    package struct Interest {
        let number: Int32
        let isForWriting: Bool

        package init(_ number: Int32, isForWriting: Bool = false) {
            (self.number, self.isForWriting) = (number, isForWriting)
        }
    }

    private let reader: Int32
    private let writer: Int32

    /// Nil where this process may open nothing more.
    package init?() {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        (reader, writer) = (ends[0], ends[1])
        for number in ends {
            _ = fcntl(number, F_SETFD, FD_CLOEXEC)
            _ = fcntl(number, F_SETFL, O_NONBLOCK)
        }
    }

    deinit {
        close(reader)
        close(writer)
    }

    /// Ends a wait, the one of now or else the next.
    package func wake() {
        var byte: UInt8 = 0
        // A pipe that is full wakes as well.
        unsafe _ = Glibc.write(writer, &byte, 1)
    }

    /// Returns the numbers of the connections that are ready, or ended; none when the time is over or somebody woke it.
    package func wait(for interests: [Interest], milliseconds: Int32) -> [Int32] {
        var entries = interests.map {
            pollfd(fd: $0.number, events: Int16($0.isForWriting ? POLLOUT : POLLIN), revents: 0)
        }
        entries.append(pollfd(fd: reader, events: Int16(POLLIN), revents: 0))
        guard unsafe poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return [] }
        if entries.removeLast().revents != 0 {
            var bytes = [UInt8](repeating: 0, count: 256)
            while unsafe Glibc.read(reader, &bytes, bytes.count) == bytes.count {}
        }
        return entries.lazy.filter { $0.revents != 0 }.map(\.fd)
    }
}
