import Foundation

/// A directory of its own for a test, which is removed with its last owner.
package final class TemporaryDirectory: Sendable {
    package let path: String

    /// Makes an empty directory in `$TMPDIR`, or else in `/tmp`.
    package init() throws {
        let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        path = "\(parent)/mailledger-\(UUID().uuidString.lowercased())"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of something in the directory.
    package func path(_ name: String) -> String {
        "\(path)/\(name)"
    }
}

/// Lends a directory for the length of a closure.
package func withTemporaryDirectory<Output>(_ body: (String) throws -> Output) throws -> Output {
    let directory = try TemporaryDirectory()
    return try withExtendedLifetime(directory) { try body(directory.path) }
}
