import FoundationEssentials
import Glibc
import Mailboxes

/// A folder of a test's own, gone when the test is over.
final class TemporaryFolder {
    let path: String

    init() throws {
        let root = FileManager.default.temporaryDirectory.path
        path = "\(root)/mailboxes-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file below the folder and makes the folders on the way.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        try write(name, Array(text.utf8))
    }

    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let file = "\(path)/\(name)"
        let parent = file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex)
        try FileManager.default.createDirectory(atPath: String(parent), withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: file))
        return file
    }

    @discardableResult
    func makeFolder(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
        return "\(path)/\(name)"
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
    }
}

/// Everything that a walk yields.
struct Walked {
    var messages: [FoundMessage] = []
    var skipped: [SkippedFile] = []

    init(_ path: String, options: MailboxOptions = MailboxOptions()) throws {
        var walk = try MailboxWalk(path: path, options: options)
        walk.forEach { item in
            switch item {
            case .message(let message): messages.append(message)
            case .unchanged: preconditionFailure("nothing was seen before")
            case .skipped(let file): skipped.append(file)
            }
        }
    }

    /// `folder/folder: source name` of each message.
    var places: [String] {
        messages.map { "\($0.folder.joined(separator: "/")): \($0.sourceName)" }
    }

    /// `name: code` of each file that was skipped, with a `!` where that was not expected.
    var reasons: [String] {
        skipped.map { "\($0.path.split(separator: "/").last ?? ""): \($0.reason.code)\($0.isExpected ? "" : "!")" }
    }
}

/// Reads a message that is small.
func bytes(of message: FoundMessage) throws -> [UInt8] {
    let content = try MessageReader().read(message)
    return content.bytes ?? []
}
