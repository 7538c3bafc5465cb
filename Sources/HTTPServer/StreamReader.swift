internal import CMicroHTTPD
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
    private let connection: UInt
    private let state = Mutex(State())

    // MHD_CONTENT_READER_END_OF_STREAM and MHD_CONTENT_READER_END_WITH_ERROR, macros that do not import.
    private static let endOfStream = -1
    private static let endWithError = -2

    init(_ stream: any HTTPStream, on connection: OpaquePointer) {
        self.stream = stream
        self.connection = UInt(bitPattern: connection)
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
            return nil
        }
        if let count { return count }
        unsafe microHTTPD.MHD_suspend_connection(OpaquePointer(bitPattern: connection))
        stream.next(take)
        return 0
    }

    private func take(_ piece: HTTPPiece) {
        let resumes = state.withLock { state in
            switch piece {
            case .bytes(let bytes): state.piece = bytes[...]
            case .end: state.end = Self.endOfStream
            case .failure: state.end = Self.endWithError
            }
            defer { state.isWaiting = false }
            return state.isWaiting
        }
        if resumes { unsafe microHTTPD.MHD_resume_connection(OpaquePointer(bitPattern: connection)) }
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
