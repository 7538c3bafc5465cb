public import DiskFiles

/// A running program with a pipe as standard input: it reads the bytes written to `descriptor`.
public final class PipedProgram {
    public let descriptor: Descriptor
    private var program: ChildProgram?

    /// Scripts give their own files the numbers below.
    private static let firstOfNoScript: Int32 = 10

    /// Starts a program from the search path; nil if there is none.
    ///
    /// - Parameter lock: A lock that the program, and all that it starts, hold as well; nil for none.
    public init?(_ words: [String], holding lock: Descriptor? = nil) {
        guard let pipe = Pipe() else { return nil }
        defer { pipe.output.close() }
        var ends: [(end: Descriptor, as: Descriptor)] = [(end: pipe.output, as: .standardInput)]
        if let lock { ends.append((end: lock, as: Descriptor(max(lock.number, Self.firstOfNoScript)))) }
        guard let program = ChildProgram(words, giving: ends, isOnItsOwn: false) else {
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
