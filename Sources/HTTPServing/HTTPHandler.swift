/// Takes requests in or refuses them, by their headers.
public protocol HTTPHandler: Sendable {
    /// Decides on a request whose header has come, before its body is taken.
    ///
    /// It must not wait: it is called on the thread of the server.
    func verdict(on request: HTTPRequest) -> HTTPVerdict
}

/// What becomes of a request whose header has come.
public enum HTTPVerdict: Sendable {
    case refused(HTTPResponse)
    /// The responder knows what its handler has read from the header, and takes the next steps.
    case taken(by: any HTTPResponder)
}

/// Answers one request that was not refused.
public protocol HTTPResponder: Sendable {
    /// Returns what takes the body; nil has it held until all of it is there. Called before any of it is read.
    ///
    /// It must not wait: it is called on the thread of the server.
    func receiver(for request: HTTPRequest) -> (any HTTPReceiver)?

    /// Answers once, now or later, on any thread. It must not wait itself.
    func answer(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void)
}
