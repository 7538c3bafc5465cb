internal import IMAPProtocol

/// The way to the client: answers are gathered, and sent once there are some.
final class SessionOutput {
    var answer = IMAPAnswer()
    /// Whether no more goes out, or is read.
    var isEnded = false
    /// Whether something has gone out since this was last set back.
    var hasSent = false
    /// Takes bytes, and returns false once nobody reads them.
    private let send: (ArraySlice<UInt8>) -> Bool

    /// Enough to be worth sending.
    private static let chunk = 65_536

    init(send: @escaping (ArraySlice<UInt8>) -> Bool) {
        self.send = send
    }

    func flush() {
        guard !answer.bytes.isEmpty else { return }
        hasSent = true
        if !send(answer.bytes[...]) { isEnded = true }
        answer.removeAll()
    }

    /// - Throws: ``ClientLeft`` once nobody reads.
    func flushIfLong() throws {
        guard answer.bytes.count >= Self.chunk else { return }
        flush()
        if isEnded { throw ClientLeft() }
    }
}

/// Nobody reads the answers any more.
struct ClientLeft: Error {}
