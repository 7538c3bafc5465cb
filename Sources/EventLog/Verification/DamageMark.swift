internal import Glibc

/// A file beside a log that was found damaged: while it is there, nobody appends to the log.
///
/// Who meets the damage leaves it, where the folder may be written to. A verification of the whole log that finds nothing takes
/// it away again. It is no truth: a mark that is missing makes no log whole, and one that is left over costs a verification.
struct DamageMark: Sendable {
    private let path: String

    init(besideLog logPath: String) {
        path = logPath + Self.suffix
    }

    static let suffix = "-damaged"
    private static let limit = 1000

    /// What was found first; nil where there is no mark.
    ///
    /// - Complexity: One call of the system where there is none.
    var finding: String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.limit)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        // Whoever left it may have been killed before it said why.
        return text.isEmpty ? "its mark says no more" : text
    }

    /// Leaves the mark; the first finding stays.
    func leave(_ finding: String) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        let bytes = Array(finding.utf8.prefix(Self.limit))
        _ = unsafe write(descriptor, bytes, bytes.count)
        close(descriptor)
    }

    func remove() {
        unsafe unlink(path)
    }
}
