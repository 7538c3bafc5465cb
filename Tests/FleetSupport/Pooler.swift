import Foundation
package import TestSupport

/// A pgbouncer before a server, which gives each transaction one of two sessions, unless its mode is another.
package final class Pooler: Sendable {
    /// The folder of its socket: libpq's `host`.
    package let folder: String
    private let process: Process
    private let input: Pipe

    /// Whether it is installed; tests of it are skipped where it is not.
    package static let isInstalled: Bool =
        (try? shell("Scripts/pgbouncer.sh check", environment: [:]).status) == 0

    /// The one before the server that all tests of this process share.
    package static let shared: Result<Pooler, any Error> = Result { try Pooler(before: PostgresServer.shared.get()) }

    /// - Parameter mode: `statement` gives each statement another session.
    package init(before server: PostgresServer, mode: String = "transaction") throws {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: "\(projectRoot)/Scripts/pgbouncer.sh")
        process.arguments = ["run", server.folder, "2", mode]
        // It ends when this pipe does.
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        folder = said.trimmingCharacters(in: .whitespacesAndNewlines)
        self.process = process
        self.input = input
        guard !folder.isEmpty else { throw CocoaError(.featureUnsupported) }
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
