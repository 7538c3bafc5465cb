internal import DiskFiles

/// A file beside a log that was found damaged: while it is there, nobody appends to the log.
///
/// Who meets the damage leaves it, where the folder may be written to. A verification of the whole log that finds nothing takes
/// it away again. It is no truth: a mark that is missing makes no log whole, and one that is left over costs a verification.
struct DamageMark: Sendable {
    private let path: String
    private let files: any Files

    init(besideLog logPath: String, on files: any Files) {
        self.files = files
        path = logPath + Self.suffix
    }

    static let suffix = "-damaged"
    private static let limit = 1000

    /// What was found first; nil where there is no mark.
    ///
    /// - Complexity: One call of the system where there is none.
    var finding: String? {
        guard let bytes = try? files.contents(of: path, limit: Self.limit, links: .refused) else { return nil }
        let text = String(decoding: bytes.prefix(Self.limit), as: UTF8.self)
        // Whoever left it may have been killed before it said why.
        return text.isEmpty ? "its mark says no more" : text
    }

    /// Leaves the mark; the first finding stays.
    func leave(_ finding: String) {
        guard let file = try? File(files, path, .createNew, links: .refused) else { return }
        try? file.write(Array(finding.utf8.prefix(Self.limit)).span, at: 0)
    }

    func remove() {
        try? files.remove(path)
    }
}
