internal import Synchronization

/// One request and its answer, from the first byte of its header to the end of the answer.
///
/// The thread of the server reads and answers; the handler hands over the answer, from any thread, by ``finish(_:)``.
final class Exchange: Sendable {
    private enum Progress {
        /// The body comes in.
        case receiving
        /// The connection is suspended until there is an answer.
        case waiting
        case answered(HTTPResponse)
        /// The answer is with the library, or the connection is gone.
        case handedOver
    }

    private struct State {
        var progress = Progress.receiving
        var request: HTTPRequest
        /// Nil until the request was taken.
        var responder: (any HTTPResponder)?
        var stream: StreamReader?
        var whenOver: (@Sendable () -> Void)?
        /// Bytes of the body that came.
        var received = 0
        /// Whether the connection is suspended until the receiver has taken a piece.
        var isPassing = false
    }

    /// Suspended and resumed under a lock of its own: a resumed connection goes on before the waker returns.
    ///
    /// It then takes the answer from the state, and would wait for a lock that both have in common.
    private let connection: Mutex<SuspendableConnection>
    private let state: Mutex<State>

    init(_ request: HTTPRequest, on connection: OpaquePointer) {
        self.connection = unsafe Mutex(SuspendableConnection(connection))
        state = Mutex(State(request: request))
    }

    /// How many bytes of the body have come.
    var received: Int { state.withLock { $0.received } }

    /// What answers the request; nil for one that was not taken.
    var responder: (any HTTPResponder)? { state.withLock { $0.responder } }

    /// What takes the body as it comes.
    var receiver: (any HTTPReceiver)? { state.withLock { $0.request.receiver } }

    /// Has a responder answer the request, once a receiver has taken the body as it comes, or all of it is held.
    func hand(to responder: any HTTPResponder, body receiver: (any HTTPReceiver)?) {
        state.withLock { state in
            state.responder = responder
            state.request.receiver = receiver
        }
    }

    /// Hands a piece of the body on; the connection is suspended until another may come.
    ///
    /// - Returns: Whether it was taken. The library goes on with the next chunk that it has, even where the connection is suspended; that
    ///   one stays with it, and comes once more.
    func pass(_ bytes: UnsafeRawBufferPointer, to receiver: any HTTPReceiver) -> Bool {
        let isTaken = connection.withLock { connection in
            let isFree = state.withLock { state in
                guard !state.isPassing else { return false }
                state.isPassing = true
                state.received += bytes.count
                return true
            }
            if isFree { connection.suspend() }
            return isFree
        }
        guard isTaken else { return false }
        receiver.take(unsafe Array(bytes)) { [self] in goOnReceiving() }
        return true
    }

    private func goOnReceiving() {
        connection.withLock { connection in
            let isPassing = state.withLock { state in
                defer { state.isPassing = false }
                return state.isPassing
            }
            if isPassing { connection.resume() }
        }
    }

    func append(_ bytes: UnsafeRawBufferPointer) {
        state.withLock { state in
            unsafe state.request.body.append(contentsOf: bytes)
            state.received += bytes.count
        }
    }

    /// Suspends the connection, and returns the whole request.
    func suspend() -> HTTPRequest {
        connection.withLock { connection in
            connection.suspend()
            return state.withLock { state in
                state.progress = .waiting
                // The body is read once: it may be large.
                defer { state.request.body = [] }
                return state.request
            }
        }
    }

    /// Hands an answer over; only the first one counts.
    func finish(_ response: HTTPResponse) {
        let isFirst = connection.withLock { connection in
            let isFirst = state.withLock { state in
                guard case .waiting = state.progress else { return false }
                state.progress = .answered(response)
                return true
            }
            if isFirst { connection.resume() }
            return isFirst
        }
        if !isFirst { response.discard() }
    }

    /// Takes the answer that is there, once.
    func takeAnswer() -> HTTPResponse? {
        state.withLock { state in
            guard case .answered(let response) = state.progress else { return nil }
            state.progress = .handedOver
            return response
        }
    }

    /// Notes whom to tell when the answer has gone out.
    func hold(_ response: HTTPResponse) {
        state.withLock { state in
            state.progress = .handedOver
            state.whenOver = response.whenOver
        }
    }

    /// Notes what hands over the bytes of the answer.
    func note(_ stream: StreamReader) {
        state.withLock { $0.stream = stream }
    }

    /// Ends a stream that is under way, or answers what waits for its answer.
    func stop(with response: HTTPResponse) {
        let stream = state.withLock { $0.stream }
        if let stream { stream.end() } else { finish(response) }
    }

    /// The same at once: no connection is suspended behind it.
    func cut(with response: HTTPResponse) {
        if let stream = state.withLock({ $0.stream }) { return stream.cut() }
        goOnReceiving()
        finish(response)
    }

    /// Whether a stream is what it answers with.
    var isStreaming: Bool { state.withLock { $0.stream?.isOfStream ?? false } }

    /// The answer has gone out, or its connection is gone.
    func end() {
        let (stream, whenOver, receiver) = state.withLock { state in
            defer { state.progress = .handedOver }
            return (state.stream, state.whenOver.take(), state.request.receiver)
        }
        stream?.end()
        receiver?.end()
        whenOver?()
    }
}

extension HTTPResponse {
    /// Lets go what nobody waits for any more.
    func discard() {
        if case .stream(let stream, _) = body { stream.end() }
        whenOver()
    }
}
