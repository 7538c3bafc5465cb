internal import DiskFiles

/// What a program writes to its standard output, with its own input and errors those of this process.
public enum ShellOutput {
    /// Runs a line of the shell to its end.
    ///
    /// - Parameter limit: The most bytes that are kept.
    /// - Returns: Its output and its exit code as ``ChildProgram/wait()`` tells it; nil where no shell can be started.
    public static func read(ofShell line: String, limit: Int) -> (bytes: [UInt8], exitCode: Int32)? {
        guard let pipe = Pipe() else { return nil }
        let program = ChildProgram(["/bin/sh", "-c", line], giving: pipe.input, as: .standardOutput)
        pipe.input.close()
        defer { pipe.output.close() }
        guard let program else { return nil }
        var bytes: [UInt8] = []
        // What is beyond the limit is read too, so that the program comes to its end.
        try? pipe.output.forEachPiece { bytes += $0.prefix(max(0, limit - bytes.count)) }
        return (bytes, program.wait())
    }
}
