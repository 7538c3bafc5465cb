/// What one server takes.
public struct HTTPLimits: Sendable {
    /// Bytes of a header.
    public var header = 16 << 10
    /// Bytes of a body.
    public var body = 10_000_000
    /// Bytes of all bodies that are coming in.
    public var bodies = 32 << 20
    public var connections = 1_000
    /// Connections of one peer that is on another machine; of a client behind a known proxy, requests at once.
    public var connectionsOfPeer = 64
    /// The addresses of the proxies whose word for their clients counts. They themselves may have any number of connections.
    public var proxies: Set<String> = []
    /// How long a client may take for a header, and between two requests, in seconds.
    public var headerSeconds: Int64 = 10
    public var idleSeconds: Int64 = 30
    /// How many bytes of a body have to come in each second, once ``headerSeconds`` are over.
    public var bodyBytesPerSecond: Int64 = 1_000
    /// Bytes of all answers that clients have still to take.
    public var answers = 64 << 20
    /// In how many seconds a client has to take how much of an answer: this many times ``answerBytesPerSecond``.
    public var answerSeconds: Int64 = 30
    public var answerBytesPerSecond: Int64 = 1_000
    /// After how many seconds a body or an answer may be cut where others have no room.
    public var patienceSeconds: Int64 = 5
    /// How long requests may take to end when the server stops, in seconds.
    public var stopSeconds: Int64 = 3

    public init() {}
}
