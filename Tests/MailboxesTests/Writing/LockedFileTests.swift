import DiskFiles
import Foundation
import Glibc
import Mailboxes
import TestSupport
import Testing

@Suite struct `A file that is locked while it is written` {
    /// Copies the descriptor of an open file, as a process that is being started has a copy of it.
    private func copyOfDescriptor(of path: String) throws -> CInt {
        let folder = "/proc/self/fd"
        let number = try FileManager.default.contentsOfDirectory(atPath: folder).first { name in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")) == path
        }
        return try fcntl(#require(number.flatMap { CInt($0) }), F_DUPFD_CLOEXEC, 0)
    }

    @Test func `is free for the next one, even if a child process has a copy of its descriptor`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("locked")
        var first = try OutputFile(locking: path, on: KernelFiles.shared)
        #expect(first != nil)
        #expect(try OutputFile(locking: path, on: KernelFiles.shared) == nil)
        let copy = try copyOfDescriptor(of: path)
        defer { close(copy) }
        first = nil
        #expect(try OutputFile(locking: path, on: KernelFiles.shared) != nil)
    }
}
