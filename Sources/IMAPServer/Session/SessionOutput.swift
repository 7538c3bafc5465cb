internal import Compression
internal import IMAPProtocol

/// The way to the client: answers are gathered, and sent once there are some.
final class SessionOutput {
    var answer = IMAPAnswer()
    /// Whether no more goes out, or is read.
    var isEnded = false
    /// Whether something has gone out since this was last set back.
    var hasSent = false
    /// How often something has gone out.
    private(set) var pieces = 0
    /// Takes bytes, and whether they are the last word, and returns false once nobody reads them.
    private let send: (ArraySlice<UInt8>, Bool) -> Bool
    private var deflate: DeflateStream?

    /// Enough to be worth sending.
    private static let chunk = 65_536

    init(send: @escaping (ArraySlice<UInt8>, Bool) -> Bool) {
        self.send = send
    }

    /// - Parameter isLast: Whether nothing follows: a goodbye.
    func flush(isLast: Bool = false) {
        guard !answer.bytes.isEmpty else { return }
        hasSent = true
        pieces += 1
        let bytes = deflate?.compress(answer.bytes) ?? answer.bytes
        if !send(bytes[...], isLast) { isEnded = true }
        answer.removeAll()
    }

    var isCompressed: Bool { deflate != nil }

    /// Compresses what goes out from here on.
    func compress() {
        flush()
        deflate = DeflateStream()
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
