import Foundation
import Glibc

/// What a program wrote and how it ended.
package struct ProgramOutput: Sendable {
    package let text: String
    package let status: Int32
}

/// Whether programs of these names are on the search path.
package func areInstalled(_ names: String...) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return names.allSatisfy { name in folders.contains { unsafe access("\($0)/\(name)", X_OK) == 0 } }
}

/// The tool that was built with the tests, or nil where there is none.
package func mailledgerProgram() -> (folder: String, path: String)? {
    guard let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
    let folder = URL(filePath: tests).deletingLastPathComponent().path
    let path = folder + "/mailledger"
    return unsafe access(path, X_OK) == 0 ? (folder, path) : nil
}

/// Runs a script in a folder, the project's root unless another is given, and returns what it wrote to both outputs.
package func shell(
    _ script: String, environment: [String: String], directory: String = projectRoot
) throws -> ProgramOutput {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = URL(filePath: directory)
    let inherited = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME", "TMPDIR"].contains($0.key) }
    process.environment = inherited.merging(["TZ": "UTC", "NO_COLOR": "1", "LANG": "C.UTF-8"]) { $1 }
        .merging(environment) { $1 }
    // A server that another test starts meanwhile must not inherit the writing end: this would wait for its end.
    var ends: [CInt] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw CocoaError(.fileReadUnknown) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (output, input) = (FileHandle(fileDescriptor: ends[0]), FileHandle(fileDescriptor: ends[1]))
    defer { try? output.close() }
    process.standardOutput = input
    process.standardError = input
    process.standardInput = FileHandle.nullDevice
    do {
        try process.run()
    } catch {
        try? input.close()
        throw error
    }
    try input.close()
    let bytes = output.readDataToEndOfFile()
    process.waitUntilExit()
    return ProgramOutput(text: String(decoding: bytes, as: UTF8.self), status: process.terminationStatus)
}
