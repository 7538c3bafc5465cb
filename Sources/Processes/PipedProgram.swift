public import DiskFiles

/// A running program with a pipe as standard input: it reads the bytes written to `descriptor`.
public final class PipedProgram {
    public let descriptor: Descriptor
    private var program: ChildProgram?

    /// Starts a program from the search path; nil if there is none.
    public init?(_ words: [String]) {
        guard let pipe = Pipe() else { return nil }
        defer { pipe.output.close() }
        guard let program = ChildProgram(words, giving: pipe.output, as: .standardInput) else {
            pipe.input.close()
            return nil
        }
        self.program = program
        descriptor = pipe.input
    }

    deinit {
        finish()
    }

    /// Closes the input and waits for the program's end; returns its exit code, as ``ChildProgram/wait()`` counts it.
    ///
    /// Nil if it was called before.
    @discardableResult
    public func finish() -> Int32? {
        guard let program = program.take() else { return nil }
        descriptor.close()
        return program.wait()
    }
}
