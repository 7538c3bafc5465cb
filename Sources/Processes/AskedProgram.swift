internal import DiskFiles
internal import Glibc

/// A program that was given a question on its standard input, and has some time for the answer.
///
/// It has a session of its own, so that it is ended with all that it started.
public final class AskedProgram {
    /// What a program wrote, and how it ended.
    public struct Answer: Sendable {
        public let output: [UInt8]
        /// What it wrote to its standard error, at most 16 KiB.
        public let errors: [UInt8]
        /// Its exit code, or 128 and the number of the signal that ended it; nil if it was ended because it took too long, or
        /// wrote too much.
        public let exitCode: Int32?
    }

    private let program: ChildProgram
    private let output: Stream
    private let errors: Stream

    /// One of its streams, and what came from it.
    private struct Stream {
        let descriptor: Descriptor
        var isOpen = true
        var bytes: [UInt8] = []

        init(_ descriptor: Descriptor) { self.descriptor = descriptor }
    }

    private static let errorLimit = 16 << 10
    /// The most bytes of a question: a pipe takes them before anything is read (pipe(7)).
    public static let questionLimit = 60 << 10

    /// Starts a program from the search path; nil if there is none, or the question is too long.
    public init?(_ words: [String], question: [UInt8]) {
        guard question.count <= Self.questionLimit, let input = Pipe() else { return nil }
        guard let output = Pipe() else {
            Self.close([input.input, input.output])
            return nil
        }
        guard let errors = Pipe() else {
            Self.close([input.input, input.output, output.input, output.output])
            return nil
        }
        let program = ChildProgram(
            words,
            giving: [
                (input.output, .standardInput), (output.input, .standardOutput), (errors.input, .standardError),
            ], isOnItsOwn: true)
        Self.close([input.output, output.input, errors.input])
        // A program that ended already needs no question.
        try? input.input.write(question.span)
        input.input.close()
        guard let program else {
            Self.close([output.output, errors.output])
            return nil
        }
        self.program = program
        self.output = Stream(output.output)
        self.errors = Stream(errors.output)
    }

    private static func close(_ descriptors: [Descriptor]) {
        for descriptor in descriptors { descriptor.close() }
    }

    /// Waits for the ends of programs that run at the same time, and ends those that take too long or write too much.
    ///
    /// - Parameters:
    ///   - time: The time for all of them.
    ///   - limit: The most bytes that one may write to its output.
    public static func answers(
        of programs: [AskedProgram], within time: Duration, limit: Int
    ) -> [Answer] {
        let deadline = ContinuousClock.now + time
        var streams = programs.flatMap { [$0.output, $0.errors] }
        while streams.contains(where: \.isOpen), ContinuousClock.now < deadline {
            let open = streams.indices.filter { streams[$0].isOpen }
            var waits = open.map { pollfd(fd: streams[$0].descriptor.number, events: Int16(POLLIN), revents: 0) }
            let rest = (deadline - ContinuousClock.now) / .milliseconds(1)
            guard unsafe poll(&waits, nfds_t(waits.count), Int32(max(1, min(rest, 60_000)))) >= 0 || errno == EINTR
            else {
                break
            }
            for (index, wait) in zip(open, waits) where wait.revents != 0 {
                let isTooMuch = take(&streams[index], limit: index.isMultiple(of: 2) ? limit : errorLimit)
                if isTooMuch, index.isMultiple(of: 2) { programs[index / 2].program.end() }
            }
        }
        return programs.enumerated().map { number, program in
            let (output, errors) = (streams[2 * number], streams[2 * number + 1])
            let isWhole = !output.isOpen && output.bytes.count <= limit
            let exitCode = program.exitCode(by: isWhole ? deadline : .now)
            close([output.descriptor, errors.descriptor])
            return Answer(
                output: Array(output.bytes.prefix(limit)), errors: Array(errors.bytes.prefix(errorLimit)),
                exitCode: isWhole ? exitCode : nil)
        }
    }

    /// Takes what there is; returns whether it is too much.
    private static func take(_ stream: inout Stream, limit: Int) -> Bool {
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        let count = unsafe read(stream.descriptor.number, &piece, piece.count)
        guard count > 0 else {
            stream.isOpen = count < 0 && (errno == EINTR || errno == EAGAIN)
            return false
        }
        // It reads on beyond the limit, so that the program can end.
        stream.bytes += piece[..<min(count, max(0, limit + 1 - stream.bytes.count))]
        return stream.bytes.count > limit
    }

    /// Returns its exit code, or ends it at a deadline and returns nil.
    private func exitCode(by deadline: ContinuousClock.Instant) -> Int32? {
        repeat {
            if let code = program.exitCode() { return code }
            usleep(2_000)
        } while ContinuousClock.now < deadline
        program.end()
        _ = program.wait()
        return nil
    }
}
