/// What mail readers are given by IMAP.
public struct IMAPLimits: Sendable {
    public var connections = 500
    /// Connections of one peer that is on another machine.
    public var connectionsOfPeer = 64
    /// How long a client may take to log in, in seconds.
    public var loginSeconds: Int64 = 60
    /// After this many seconds without a word of the client its session ends (RFC 9051 section 5.4).
    public var silenceSeconds: Int64 = 1_800
    /// How often a client that waits hears that the connection lives, in seconds.
    public var signSeconds: Int64 = 240
    /// How long a client may read nothing of an answer, in seconds.
    public var stallSeconds: Int64 = 30
    /// How many threads work for the sessions.
    public var threads = 8

    public init() {}
}
