internal import DiskFiles

/// A file beside a damaged log: while it is there, nobody appends to the log.
///
/// A process that finds damage makes it, if the folder is writable. A verification of the whole log that finds no fault
/// removes it. It is no proof: a missing mark makes no log sound, and a leftover mark costs a verification.
struct DamageMark: Sendable {
    private let path: String
    private let files: any Files

    init(besideLog logPath: String, on files: any Files) {
        self.files = files
        path = logPath + Self.suffix
    }

    static let suffix = "-damaged"
    private static let limit = 1000

    /// The first finding; nil if there is no mark.
    ///
    /// - Complexity: One call of the system if there is none.
    var finding: String? {
        guard let bytes = try? files.contents(of: path, limit: Self.limit, links: .refused) else { return nil }
        let text = String(decoding: bytes.prefix(Self.limit), as: UTF8.self)
        // The process that left the mark may have been killed before it wrote the reason.
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
