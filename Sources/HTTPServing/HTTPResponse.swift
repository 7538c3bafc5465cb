/// An answer.
public struct HTTPResponse: Sendable {
    public var status: Int
    /// Names and values as they are written; lengths are the server's.
    public var fields: [(name: String, value: String)]
    public var body: HTTPBody
    /// Called once when the answer has gone out or its connection is gone, on the thread of the server: it must not wait.
    public var whenOver: @Sendable () -> Void = {}

    public init(_ status: Int, _ fields: [(name: String, value: String)] = [], _ body: HTTPBody = .bytes([])) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

/// What an answer holds.
public enum HTTPBody: Sendable {
    case bytes([UInt8])
    /// Pieces that are made as they are taken, and no more than one ahead; of an unknown size they go out in chunks.
    case stream(any HTTPStream, size: UInt64? = nil)
}

/// A body that comes piece by piece.
public protocol HTTPStream: Sendable {
    /// Makes the next piece, and hands it over once, now or later, on any thread. Called again when the piece has gone out.
    ///
    /// It must not wait: it is called on the thread of the server.
    func next(_ deliver: @escaping @Sendable (HTTPPiece) -> Void)

    /// Ends it: what is waited for is delivered soon, as the end. Called when the server stops or the connection is gone.
    func end()
}

/// A part of a stream.
public enum HTTPPiece: Sendable {
    /// At least one byte.
    case bytes([UInt8])
    case end
    /// The connection is cut, so that the client sees that something is missing.
    case failure
}
