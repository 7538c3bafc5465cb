internal import Synchronization

/// Hands the pieces of a stream to the library as it asks for them; while none is there its connection is suspended.
final class StreamReader: Sendable {
    private struct State {
        var piece: ArraySlice<UInt8> = []
        /// Nil while more may come.
        var end: Int?
        var isWaiting = false
        var isOver = false
    }

    private let stream: any HTTPStream
    private let connection: SuspendableConnection
    private let state = Mutex(State())

    // MHD_CONTENT_READER_END_OF_STREAM and MHD_CONTENT_READER_END_WITH_ERROR, macros that do not import.
    private static let endOfStream = -1
    private static let endWithError = -2

    init(_ stream: any HTTPStream, on connection: OpaquePointer) {
        self.stream = stream
        self.connection = unsafe SuspendableConnection(connection)
    }

    /// Fills a buffer with what there is; 0 where the connection is suspended until there is more.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = state.withLock { state -> Int? in
            if !state.piece.isEmpty {
                let part = state.piece.prefix(buffer.count)
                unsafe buffer.copyBytes(from: part)
                state.piece = state.piece.dropFirst(part.count)
                return part.count
            }
            if let end = state.end { return end }
            state.isWaiting = true
            connection.suspend()
            return nil
        }
        if let count { return count }
        stream.next(take)
        return 0
    }

    private func take(_ piece: HTTPPiece) {
        state.withLock { state in
            switch piece {
            case .bytes(let bytes): state.piece = bytes[...]
            case .end: state.end = Self.endOfStream
            case .failure: state.end = Self.endWithError
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
        if isFirst { stream.end() }
    }
}
