internal import Glibc

/// The files of a run, by the calls of the system.
enum BenchFiles {
    /// Where measured programs write what they say, one after the other.
    static let errorFile = "/tmp/ledger-bench-\(getpid()).err"
    static let outputFile = "/tmp/ledger-bench-\(getpid()).out"

    struct FileError: Error, CustomStringConvertible {
        let description: String

        init(_ path: String) {
            description = "\(path): \(unsafe String(cString: strerror(errno)))"
        }
    }

    static func removeTemporary() {
        for file in [errorFile, outputFile, outputFile + ".err"] { unsafe unlink(file) }
    }

    static func read(_ path: String) throws -> String {
        guard let file = unsafe fopen(path, "re") else { throw FileError(path) }
        defer { unsafe fclose(file) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = unsafe fread(&buffer, 1, buffer.count, file), count > 0 { text += buffer.prefix(count) }
        return String(decoding: text, as: UTF8.self)
    }

    static func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

    /// Writes a file, and makes its folder where there is none.
    static func write(_ bytes: [UInt8], to path: String) throws {
        try makeFolder(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)))
        guard let file = unsafe fopen(path, "we") else { throw FileError(path) }
        let count = unsafe fwrite(bytes, 1, bytes.count, file)
        guard unsafe fclose(file) == 0, count == bytes.count else { throw FileError(path) }
    }

    static func makeFolder(_ path: String) throws {
        var parents = ""
        for name in path.split(separator: "/") {
            parents += "/" + name
            guard unsafe mkdir(parents, 0o755) == 0 || errno == EEXIST else { throw FileError(parents) }
        }
    }

    /// Removes a folder with all in it, where there is one.
    static func remove(_ path: String) throws {
        guard unsafe access(path, F_OK) == 0 else { return }
        try Program("rm", ["-rf", "--", path]).run()
    }

    /// Copies a folder by hard links: renaming and removing in the copy leaves the first one as it is.
    static func link(_ path: String, as copy: String) throws {
        try remove(copy)
        try Program("cp", ["-al", "--", path, copy]).run()
    }

    /// Moves what is in a folder into another one.
    static func moveAll(in folder: String, to other: String) throws {
        try Program("find", [folder, "-type", "f", "-exec", "mv", "-t", other, "{}", "+"]).run()
    }

    static func copy(_ path: String, as copy: String) throws {
        try remove(copy)
        try Program("cp", ["-a", "--", path, copy]).run()
    }

    static func move(_ path: String, to new: String) throws {
        guard unsafe rename(path, new) == 0 else { throw FileError(path) }
    }

    /// Bytes of all files below some paths; those that are not there have none.
    static func bytes(below paths: String...) throws -> Double {
        let there = paths.filter { unsafe access($0, F_OK) == 0 }
        guard !there.isEmpty else { return 0 }
        let words = try Program("du", ["--apparent-size", "-cbs", "--"] + there).output().text
        let total = words.split(separator: "\n").last?.split(separator: "\t").first
        return total.flatMap { Double($0) } ?? 0
    }
}

/// A path from the root; a relative one counts from the working directory.
func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/"), let current = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(current) }
    return unsafe String(cString: current) + "/" + path
}

/// Standard error, where the progress of a run is told.
enum StandardStream {
    case error

    func line(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        unsafe _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
