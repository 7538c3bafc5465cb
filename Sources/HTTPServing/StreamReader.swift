internal import Synchronization

/// Hands the bytes of an answer to the library as it asks for them; while a stream makes the next ones its connection is suspended.
final class StreamReader: Sendable {
    private struct State {
        var piece: ArraySlice<UInt8> = []
        /// Nil while more may come.
        var end: Int?
        var isWaiting = false
        var isOver = false
    }

    /// Nil for an answer that is there whole.
    private let stream: (any HTTPStream)?
    private let connection: SuspendableConnection
    private let outgoing: OutgoingAnswer
    private let state: Mutex<State>

    // MHD_CONTENT_READER_END_OF_STREAM and MHD_CONTENT_READER_END_WITH_ERROR, macros that do not import.
    private static let endOfStream = -1
    private static let endWithError = -2

    init(_ stream: any HTTPStream, on connection: OpaquePointer, as outgoing: OutgoingAnswer) {
        self.stream = stream
        self.connection = unsafe SuspendableConnection(connection)
        self.outgoing = outgoing
        state = Mutex(State())
    }

    /// Hands over bytes that are held already.
    init(_ bytes: [UInt8], on connection: OpaquePointer, as outgoing: OutgoingAnswer) {
        stream = nil
        self.connection = unsafe SuspendableConnection(connection)
        self.outgoing = outgoing
        state = Mutex(State(piece: bytes[...], end: Self.endOfStream))
    }

    /// Whether the end of the answer is not known yet.
    var isOfStream: Bool { stream != nil }

    /// Fills a buffer with what there is; 0 where the connection is suspended until there is more.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = state.withLock { state -> Int? in
            if !state.piece.isEmpty {
                let part = state.piece.prefix(buffer.count)
                unsafe buffer.copyBytes(from: part)
                // An empty slice would keep the bytes that it is of.
                state.piece = part.count < state.piece.count ? state.piece.dropFirst(part.count) : []
                outgoing.take(part.count)
                return part.count
            }
            if let end = state.end { return end }
            state.isWaiting = true
            outgoing.awaitNext()
            connection.suspend()
            return nil
        }
        if let count { return count }
        stream?.next(take)
        return 0
    }

    private func take(_ piece: HTTPPiece) {
        // What finds no room is missing, and the client has to see that.
        let isHeld = if case .bytes(let bytes) = piece { outgoing.hold(bytes.count) } else { true }
        state.withLock { state in
            switch piece {
            case .bytes(let bytes) where isHeld: state.piece = bytes[...]
            case .end: state.end = Self.endOfStream
            case .bytes, .failure: state.end = Self.endWithError
            }
            goOn(&state)
        }
    }

    private func goOn(_ state: inout State) {
        guard state.isWaiting else { return }
        state.isWaiting = false
        connection.resume()
    }

    /// Ends the answer here and now, whatever the stream is waiting for.
    func cut() {
        end()
        state.withLock { state in
            state.end = state.end ?? Self.endOfStream
            goOn(&state)
        }
    }

    /// Has the stream end soon.
    func end() {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        if isFirst { stream?.end() }
    }
}
