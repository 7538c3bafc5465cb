internal import CivilTime
internal import DiskFiles
internal import JSONCoding
internal import MailLedger
internal import Synchronization

/// A line for each request, without anything of mail: who asked for what kind of thing, and what became of it.
final class AccessLog: Sendable {
    /// One line.
    struct Line: Encodable {
        let time: String
        let caller: String
        let peer: String
        let method: String
        /// The name of a request, or the kind of path.
        let request: String
        let status: Int
        let milliseconds: Double
    }

    /// Beyond this many bytes the file gets another name and a new one begins.
    private static let limit: Int64 = 64 << 20

    private struct State {
        var descriptor: Descriptor?
        var size: Int64 = 0
    }

    private let path: String
    private let state = Mutex(State())

    /// - Throws: `FileError` where the file cannot be written to.
    init(_ path: String) throws {
        self.path = path
        try state.withLock { try open(&$0) }
    }

    deinit {
        state.withLock { $0.descriptor.take()?.close() }
    }

    private func open(_ state: inout State) throws {
        let descriptor = try Descriptor.forAppending(path)
        state = State(descriptor: descriptor, size: try descriptor.status().size)
    }

    func write(_ line: Line) {
        guard let bytes = try? JSONBytesEncoder(.answer).encode(line) else { return }
        state.withLock { state in
            if state.size > Self.limit { rotate(&state) }
            let whole = bytes + [0x0A]
            // A line that cannot be written is lost; the request was answered all the same.
            try? state.descriptor?.write(whole.span)
            state.size += Int64(whole.count)
        }
    }

    private func rotate(_ state: inout State) {
        // Nothing is written to its number once it is closed: that may be another's.
        state.descriptor.take()?.close()
        try? KernelFiles.shared.rename(path, to: path + ".1")
        try? open(&state)
    }
}
