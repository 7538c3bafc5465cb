public import DiskFiles

/// A program that runs, and reads from its standard input what is written to `descriptor`.
public final class PipedProgram {
    public let descriptor: Descriptor
    private var program: ChildProgram?

    /// Starts a program, which is looked for on the search path; nil where there is none.
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

    /// Says that no more is to come, and waits for the end of the program; returns its exit code as ``ChildProgram/wait()`` tells
    /// it. Nil when that was told before.
    @discardableResult
    public func finish() -> Int32? {
        guard let program = program.take() else { return nil }
        descriptor.close()
        return program.wait()
    }
}
