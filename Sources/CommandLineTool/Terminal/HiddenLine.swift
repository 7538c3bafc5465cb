import Glibc
import Synchronization

/// A line that a person types and nobody sees.
package enum HiddenLine {
    /// What a signal was caught while the terminal did not show what is typed; 0 for none.
    private static let caught = Atomic<CInt>(0)
    /// Those that end a process at a terminal.
    private static let signals = [SIGINT, SIGTERM, SIGQUIT, SIGHUP]

    /// Asks on standard error and reads a line of standard input, without its end, while the terminal shows nothing of it.
    ///
    /// - Returns: Nil where there is nobody to ask, or the input ended.
    package static func read(_ question: String, limit: Int) -> [UInt8]? {
        guard Terminal.isTerminal(STDIN_FILENO), StandardError.isTerminal else { return nil }
        var shown = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &shown) == 0 else { return nil }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        // A signal must not leave a terminal behind that shows nothing: it waits until all is as it was.
        caught.store(0, ordering: .relaxed)
        let former = signals.map { (number: $0, action: catching($0)) }
        guard unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &hidden) == 0 else { return nil }
        StandardError.write(Sanitizer.line(question) + ": ")
        let line = readLine(limit)
        unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &shown)
        StandardError.write("\n")
        for (number, action) in former {
            var action = action
            unsafe sigaction(number, &action, nil)
        }
        let number = caught.load(ordering: .relaxed)
        if number != 0 { raise(number) }
        return line
    }

    /// Lets a signal be noted, and returns what was done about it before.
    private static func catching(_ number: CInt) -> sigaction {
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { HiddenLine.caught.store($0, ordering: .relaxed) }
        // Without SA_RESTART it ends the read: sigaction(2).
        action.sa_flags = 0
        var former = sigaction()
        unsafe sigaction(number, &action, &former)
        return former
    }

    // Byte by byte: what stands behind the line is not ours.
    private static func readLine(_ limit: Int) -> [UInt8]? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count <= limit {
            let count = unsafe Glibc.read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR, caught.load(ordering: .relaxed) == 0 { continue }
            guard count > 0 else { return nil }
            if byte == UInt8(ascii: "\n") { return line }
            line.append(byte)
        }
        return line
    }
}
