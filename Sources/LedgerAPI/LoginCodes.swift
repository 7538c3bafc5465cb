internal import CivilTime
internal import Cryptography
internal import Synchronization

/// Codes by which a browser is let in once, within two minutes.
final class LoginCodes: Sendable {
    private struct Code {
        let end: Timestamp
        let whenSpent: @Sendable () -> Void
    }

    static let seconds: Int64 = 120

    /// By the digest: what is looked up tells nothing of the code.
    private let codes = Mutex<[SHA256Digest: Code]>([:])

    /// Makes a code.
    ///
    /// - Parameter whenSpent: Called once, when it was used, is over, or is given up.
    func issue(at now: Timestamp, whenSpent: @escaping @Sendable () -> Void) -> String {
        let text = randomBytes(16).hex
        let end = Timestamp(microseconds: now.microseconds + Self.seconds * 1_000_000)
        codes.withLock { $0[SHA256Hasher.digest(of: Array(text.utf8))] = Code(end: end, whenSpent: whenSpent) }
        return text
    }

    /// Takes a code that somebody shows; false where there is none such any more.
    func redeem(_ text: String, at now: Timestamp) -> Bool {
        let digest = SHA256Hasher.digest(of: Array(text.utf8))
        guard let code = codes.withLock({ $0.removeValue(forKey: digest) }) else { return false }
        code.whenSpent()
        return now < code.end
    }

    /// Gives up those that are over.
    func sweep(at now: Timestamp) {
        let over = codes.withLock { codes -> [Code] in
            guard !codes.isEmpty else { return [] }
            let over = codes.filter { $0.value.end <= now }
            for digest in over.keys { codes[digest] = nil }
            return Array(over.values)
        }
        for code in over { code.whenSpent() }
    }

    /// Gives up all of them.
    func endAll() {
        let all = codes.withLock { codes in
            defer { codes = [:] }
            return Array(codes.values)
        }
        for code in all { code.whenSpent() }
    }
}
