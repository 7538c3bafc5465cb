internal import DiskFiles

/// The output of a shell command, which shares this process's input and standard error.
public enum ShellOutput {
    /// Runs a line of the shell to its end.
    ///
    /// - Parameter limit: The most bytes that are kept.
    /// - Returns: Its output and its exit code, as ``ChildProgram/wait()`` counts it; nil if no shell can be started.
    public static func read(ofShell line: String, limit: Int) -> (bytes: [UInt8], exitCode: Int32)? {
        guard let pipe = Pipe() else { return nil }
        let program = ChildProgram(["/bin/sh", "-c", line], giving: pipe.input, as: .standardOutput)
        pipe.input.close()
        defer { pipe.output.close() }
        guard let program else { return nil }
        var bytes: [UInt8] = []
        // Output beyond the limit is read, too, so that the program can end.
        try? pipe.output.forEachPiece { bytes += $0.prefix(max(0, limit - bytes.count)) }
        return (bytes, program.wait())
    }
}
