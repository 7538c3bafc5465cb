internal import CivilTime
internal import Cryptography
internal import DiskFiles
internal import MailLedger

/// The files of a server's certificate, which are read when it starts, and again when it is asked to.
struct CertificateFiles {
    let chain: String
    let key: String

    /// How long before its end a certificate is warned of, in microseconds.
    private static let week: Int64 = 7 * 86_400_000_000

    /// Reads both, and says on standard error if the certificate is not valid now, or not for long.
    ///
    /// - Throws: `LedgerError`, which names the file that cannot be used, and says why.
    func read() throws -> (chain: String, key: String) {
        let (chainBytes, keyBytes) = (try Self.bytes(of: chain), try Self.bytes(of: key))
        let certificate: ServerCertificate
        do throws(ServerCertificate.Fault) {
            certificate = try ServerCertificate(chain: chainBytes, key: keyBytes)
        } catch {
            throw LedgerError.io(path: error.part == .chain ? chain : key, reason: error.reason)
        }
        if let words = Self.notice(of: certificate, at: Surroundings.current.now()) {
            StandardError.line("warning: \(Sanitizer.line(chain)): \(words)")
        }
        return (String(decoding: chainBytes, as: UTF8.self), String(decoding: keyBytes, as: UTF8.self))
    }

    private static func bytes(of path: String) throws -> [UInt8] {
        let limit = 1 << 20
        guard let bytes = try KernelFiles.shared.contents(of: path, limit: limit) else {
            throw LedgerError.io(path: path, reason: "there is no such file")
        }
        guard bytes.count <= limit else { throw LedgerError.io(path: path, reason: "is too long for a file of PEM") }
        return bytes
    }

    /// What there is to say of when a certificate is valid; nil where it is, for more than a week.
    private static func notice(of certificate: ServerCertificate, at now: Timestamp) -> String? {
        let second = Timestamp.microsecondsPerSecond
        if certificate.end <= now.microseconds / second { return "the certificate expired at \(time(certificate.end))" }
        if certificate.start > now.microseconds / second {
            return "the certificate is not valid before \(time(certificate.start))"
        }
        if certificate.end <= (now.microseconds + week) / second {
            return "the certificate expires at \(time(certificate.end))"
        }
        return nil
    }

    /// A second as people read it: `2026-01-02 03:04 UTC`.
    private static func time(_ seconds: Int64) -> String {
        let text = Timestamp(microseconds: seconds * Timestamp.microsecondsPerSecond).iso8601
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
    }
}
