internal import DiskFiles
package import EventLog
package import Mail
internal import Synchronization

/// The progress of uploads: a file for each in the folder `uploads`, or memory for a ledger without a folder.
///
/// A lost file does no harm: the uploading program records the next fraction.
package final class UploadFolder: Sendable {
    private let path: String?
    private let files: any Files
    private let memory = Mutex<[String: UploadProgress]>([:])

    init(path: String?, on files: any Files) {
        self.path = path
        self.files = files
    }

    /// Returns the last recorded progress; nil if there is none.
    func progress(ofAttachment number: Int, of message: StreamID) -> UploadProgress? {
        let name = Self.name(number, message)
        guard let path else { return memory.withLock { $0[name] } }
        guard let bytes = (try? NewFile.contents(of: "\(path)/\(name)", limit: 64, on: files)) ?? nil else {
            return nil
        }
        return Double(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)).map { UploadProgress($0) }
    }

    /// Notes how much is done.
    package func note(_ progress: UploadProgress, ofAttachment number: Int, of message: StreamID) throws {
        let name = Self.name(number, message)
        guard let path else { return memory.withLock { $0[name] = progress } }
        try NewFile.makeFolder(path, on: files)
        try NewFile.replace(
            "\(path)/\(name)", with: Array("\(progress.fraction)\n".utf8), isDurable: false,
            on: files)
    }

    /// Forgets it.
    package func remove(ofAttachment number: Int, of message: StreamID) {
        let name = Self.name(number, message)
        guard let path else { return memory.withLock { $0[name] = nil } }
        try? files.remove("\(path)/\(name)")
    }

    // The stream's number does not reveal whose message it is.
    private static func name(_ number: Int, _ message: StreamID) -> String { "\(message.rawValue)-\(number)" }
}
