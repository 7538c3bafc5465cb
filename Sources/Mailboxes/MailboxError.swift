/// Why a path cannot be walked or a message not read.
public enum MailboxError: Error, Hashable, Sendable {
    /// Nothing is at the path.
    case notFound(path: String)
    /// The path leads to one file or folder that contains no mail or cannot be opened.
    case refused(SkippedFile)
    /// A message that the walk found can no longer be read, with this `errno`.
    case unreadable(path: String, errno: CInt)
    /// The file changed between the walk and the end of the reading.
    case changedWhileRead(path: String)
    /// No temporary file could be written beside a large mbox message, with this `errno`.
    case noTemporaryFile(directory: String, errno: CInt)

    /// The same as a skipped file, for an import that continues; nil if the file is not at fault.
    public var skipped: SkippedFile? {
        switch self {
        case .notFound(let path): SkippedFile(path: path, reason: .missing, isExpected: false)
        case .refused(let file): file
        case .unreadable(let path, let number):
            SkippedFile(path: path, reason: SkipReason(errno: number), isExpected: false)
        case .changedWhileRead(let path): SkippedFile(path: path, reason: .changedWhileRead, isExpected: false)
        case .noTemporaryFile: nil
        }
    }
}

extension MailboxError: CustomStringConvertible {
    /// The path and the fault, in one line.
    public var description: String {
        switch self {
        case .notFound(let path): "\(path): nothing is there"
        case .refused(let file): "\(file.path): \(file.reason)"
        case .unreadable(let path, let number): "\(path): \(SkipReason(errno: number))"
        case .changedWhileRead(let path): "\(path): \(SkipReason.changedWhileRead)"
        case .noTemporaryFile(let directory, let number):
            "\(directory): no temporary file: \(SkipReason.unreadable(number))"
        }
    }
}
