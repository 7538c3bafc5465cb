import Foundation
import Glibc

/// Copies a folder with all that is in it, modes and times too, without a program: tests do it hundreds of times.
package func copyTree(_ source: String, to target: String) throws {
    try copyEntry(source, target)
}

/// A file that could not be copied.
private struct CopyFailure: Error {
    let path: String
    let reason = errno
}

private func copyEntry(_ source: String, _ target: String) throws {
    var status = stat()
    guard unsafe lstat(source, &status) == 0 else { throw CopyFailure(path: source) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
        guard unsafe mkdir(target, 0o700) == 0 else { throw CopyFailure(path: target) }
        for name in try FileManager.default.contentsOfDirectory(atPath: source) {
            try copyEntry("\(source)/\(name)", "\(target)/\(name)")
        }
    case S_IFREG: try copyFile(source, target, size: Int(status.st_size))
    default:
        try FileManager.default.createSymbolicLink(
            atPath: target, withDestinationPath: FileManager.default.destinationOfSymbolicLink(atPath: source))
        return
    }
    let times = [status.st_atim, status.st_mtim]
    guard unsafe chmod(target, status.st_mode & 0o7777) == 0, unsafe utimensat(AT_FDCWD, target, times, 0) == 0 else {
        throw CopyFailure(path: target)
    }
}

private func copyFile(_ source: String, _ target: String, size: Int) throws {
    let input = unsafe open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw CopyFailure(path: source) }
    defer { close(input) }
    let output = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw CopyFailure(path: target) }
    defer { close(output) }
    var copied = 0
    while copied < size {
        let count = sendfile(output, input, nil, size - copied)
        guard count > 0 else { throw CopyFailure(path: target) }
        copied += count
    }
}
