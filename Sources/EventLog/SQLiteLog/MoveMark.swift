package import DiskFiles

/// A file beside a log that names the place to which the ledger has moved: while it is there, nothing is appended.
///
/// A writer looks for it under the lock, so that one that opened the log before the move is refused, too.
package struct MoveMark: Sendable {
    private let path: String
    private let files: any Files

    package init(besideLog logPath: String, on files: any Files) {
        self.files = files
        path = FilePath(logPath).folder.text + "/" + Self.fileName
    }

    /// The name of the file in the folder of the log.
    package static let fileName = "moved-to"
    private static let limit = 4096

    /// Returns the place; nil if the ledger has not moved.
    ///
    /// - Complexity: One call of the system if there is no mark.
    package func place() throws(FileError) -> String? {
        guard let bytes = try files.contents(of: path, limit: Self.limit, links: .refused) else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? "another place"
    }

    /// Leaves the mark; it lasts when this returns.
    package func leave(_ place: String) throws(FileError) {
        let aside = path + "-" + String(files.uniqueNumber(), radix: 16)
        try files.replace(path, with: Array("\(place)\n".utf8), aside: aside)
    }

    /// Removes the mark for good.
    package func remove() throws(FileError) {
        if try files.removeIfThere(path) { try files.syncName(of: path) }
    }
}
