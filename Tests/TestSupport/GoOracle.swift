import Foundation

/// `Tests/Fixtures/Go/oracle.go`, built with Debian's golang-go and golang-golang-x-mod-dev.
package enum GoOracle {
    private static let goPath = "/usr/share/gocode"

    package static var isPresent: Bool {
        areInstalled("go")
            && FileManager.default.fileExists(atPath: goPath + "/src/golang.org/x/mod/sumdb/tlog/tlog.go")
    }

    /// The built program, once a process.
    private static let program = Result {
        let folder = projectRoot + "/.build/go-oracle"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/oracle-\(ProcessInfo.processInfo.processIdentifier)"
        let output = try shell(
            "go build -o '\(path)' Tests/Fixtures/Go/oracle.go",
            environment: [
                "GOPATH": goPath, "GO111MODULE": "off", "GOFLAGS": "", "GOCACHE": folder + "/cache",
            ])
        guard output.status == 0 else { throw Failure(text: output.text) }
        return path
    }

    private struct Failure: Error {
        let text: String
    }

    /// Runs it, and returns what it wrote.
    package static func run(_ arguments: [String], input: String = "") throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: try program.get())
        process.arguments = arguments
        let (output, source) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardInput = source
        try process.run()
        let feeding = Thread { [source] in
            source.fileHandleForWriting.write(Data(input.utf8))
            try? source.fileHandleForWriting.close()
        }
        feeding.start()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: bytes, as: UTF8.self)
        guard process.terminationStatus == 0 else { throw Failure(text: text) }
        return text
    }
}
