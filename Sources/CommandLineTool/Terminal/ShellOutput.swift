import Glibc

/// What a program writes to its standard output, with its own input and errors those of this process.
enum ShellOutput {
    /// Runs a line of the shell to its end.
    ///
    /// - Parameter limit: The most bytes that are kept.
    /// - Returns: Its output and its exit code as ``PipedProgram/finish()`` tells it; nil where no shell can be started.
    static func read(ofShell line: String, limit: Int) -> (bytes: [UInt8], exitCode: CInt)? {
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let process = PipedProgram.spawn(["/bin/sh", "-c", line], giving: ends[1], as: STDOUT_FILENO)
        close(ends[1])
        defer { close(ends[0]) }
        guard let process else { return nil }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1_024)
        while true {
            let count = unsafe Glibc.read(ends[0], &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            // What is beyond the limit is read too, so that the program comes to its end.
            bytes += piece.prefix(max(0, min(count, limit - bytes.count)))
        }
        return (bytes, PipedProgram.wait(for: process))
    }
}
