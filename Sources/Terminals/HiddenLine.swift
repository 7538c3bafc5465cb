public import DiskFiles
internal import Glibc
internal import Synchronization

/// A line that a person types and that does not appear on the terminal.
public enum HiddenLine {
    /// The signal that was caught while the terminal hid the typed text; 0 for none.
    private static let caught = Atomic<CInt>(0)
    /// Those that end a process at a terminal.
    private static let signals = [SIGINT, SIGTERM, SIGQUIT, SIGHUP]

    /// Reads a line of a terminal, without its end, while that shows nothing of it.
    ///
    /// - Parameters:
    ///   - ask: Writes the question, when nothing is shown any more.
    ///   - endLine: Writes the line's end, which was not shown, either.
    /// - Returns: Nil if there is no terminal, or if the input ended.
    public static func read(
        from input: Descriptor = .standardInput, limit: Int, asking ask: () -> Void, endingLine endLine: () -> Void
    ) -> [UInt8]? {
        var shown = termios()
        guard unsafe tcgetattr(input.number, &shown) == 0 else { return nil }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        // A signal must not leave a terminal that shows no input: it waits until the former settings are back.
        caught.store(0, ordering: .relaxed)
        let former = signals.map { (number: $0, action: catching($0)) }
        guard unsafe tcsetattr(input.number, TCSADRAIN, &hidden) == 0 else { return nil }
        ask()
        let line = readLine(input, limit)
        unsafe tcsetattr(input.number, TCSADRAIN, &shown)
        endLine()
        for (number, action) in former {
            var action = action
            unsafe sigaction(number, &action, nil)
        }
        let number = caught.load(ordering: .relaxed)
        if number != 0 { raise(number) }
        return line
    }

    /// Catches a signal, and returns its former handler.
    private static func catching(_ number: CInt) -> sigaction {
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { HiddenLine.caught.store($0, ordering: .relaxed) }
        // Without SA_RESTART it ends the read: sigaction(2).
        action.sa_flags = 0
        var former = sigaction()
        unsafe sigaction(number, &action, &former)
        return former
    }

    // Byte by byte, because input after the line is not ours. By the system call itself, which a signal has to
    // interrupt.
    private static func readLine(_ input: Descriptor, _ limit: Int) -> [UInt8]? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count <= limit {
            let count = unsafe Glibc.read(input.number, &byte, 1)
            if count < 0, errno == EINTR, caught.load(ordering: .relaxed) == 0 { continue }
            guard count > 0 else { return nil }
            if byte == UInt8(ascii: "\n") { return line }
            line.append(byte)
        }
        return line
    }
}
