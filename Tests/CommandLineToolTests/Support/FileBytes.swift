import Foundation
import Glibc

/// Reads a whole file.
func readFile(_ path: String) throws -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ToolError("cannot read \(path): errno \(errno)") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = unsafe read(descriptor, &chunk, chunk.count)
        guard count > 0 else { return bytes }
        bytes.append(contentsOf: chunk.prefix(count))
    }
}

func readText(_ path: String) throws -> String {
    String(decoding: try readFile(path), as: UTF8.self)
}

/// Writes a whole file, and makes the folders above it.
func writeFile(_ path: String, _ bytes: [UInt8], modified: Int? = nil) throws {
    try makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw ToolError("cannot write \(path): errno \(errno)") }
    defer { close(descriptor) }
    var offset = 0
    while offset < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { buffer in
            unsafe write(descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
        }
        guard count > 0 else { throw ToolError("cannot write \(path): errno \(errno)") }
        offset += count
    }
    if let modified {
        let time = timespec(tv_sec: modified, tv_nsec: 0)
        unsafe futimens(descriptor, [time, time])
    }
}

func writeFile(_ path: String, _ text: String, modified: Int? = nil) throws {
    try writeFile(path, Array(text.utf8), modified: modified)
}

/// Makes a folder and those above it.
func makeFolder(_ path: String) throws {
    var made = ""
    for name in path.split(separator: "/") {
        made += "/" + name
        guard unsafe mkdir(made, 0o755) == 0 || errno == EEXIST else {
            throw ToolError("cannot make \(made): errno \(errno)")
        }
    }
}

/// Removes a file or a folder with all in it, as `rm -rf` does.
func removeTree(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
}

/// The paths of all files and folders below a folder, relative to it.
func subpaths(of path: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path)
}

/// What the tests were started with, for programs other than the tool.
var inheritedEnvironment: [String: String] { ProcessInfo.processInfo.environment }

/// Sets the permission bits of a file or a folder.
func setMode(_ path: String, _ mode: mode_t) {
    unsafe chmod(path, mode)
}

/// Whether there is a file.
func isThere(_ path: String) throws -> Bool {
    unsafe access(path, F_OK) == 0
}
