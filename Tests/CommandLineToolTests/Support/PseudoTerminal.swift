import Glibc

/// A terminal that a test holds the other end of: pty(7).
final class PseudoTerminal {
    /// What is typed goes in here, and what is shown comes out.
    let master: CInt
    /// The end that a program has for its terminal.
    private(set) var terminal: CInt

    init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
        master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard master >= 0 else { throw ToolError("no pseudo-terminal: errno \(errno)") }
        // ioctl_tty(2), TIOCSPTLCK and TIOCGPTN; their names do not import.
        var number: CInt = 0
        _ = unsafe ioctl(master, 0x4004_5431, &number)
        _ = unsafe ioctl(master, 0x8004_5430, &number)
        terminal = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { throw ToolError("no terminal: errno \(errno)") }
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(terminal, UInt(TIOCSWINSZ), &size)
        // Line breaks stay what they are.
        var settings = termios()
        unsafe tcgetattr(terminal, &settings)
        settings.c_oflag &= ~tcflag_t(OPOST)
        unsafe tcsetattr(terminal, TCSANOW, &settings)
    }

    deinit {
        closeTerminal()
        close(master)
    }

    /// Leaves the terminal to the programs that have it.
    func closeTerminal() {
        if terminal >= 0 { close(terminal) }
        terminal = -1
    }

    /// Whether the terminal shows what is typed.
    var echoes: Bool {
        var settings = termios()
        return unsafe tcgetattr(terminal, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Types a line.
    func type(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = unsafe write(master, bytes, bytes.count)
    }

    /// Reads what is shown until it ends with a text, within ten seconds.
    func read(until end: String) throws -> String {
        var shown: [UInt8] = []
        var byte: UInt8 = 0
        while !shown.reversed().starts(with: end.utf8.reversed()) {
            var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&ready, 1, 10_000) > 0, unsafe Glibc.read(master, &byte, 1) == 1 else {
                throw ToolError("the terminal shows \(String(decoding: shown, as: UTF8.self)), and never \(end)")
            }
            shown.append(byte)
        }
        return String(decoding: shown, as: UTF8.self)
    }

    /// Reads what is shown until no program has the terminal any more.
    func readToEnd() throws -> String {
        var shown: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while true {
            var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&ready, 1, 60_000) > 0 else {
                throw ToolError("the terminal shows \(String(decoding: shown, as: UTF8.self)), and no end")
            }
            // Behind the last byte it is an error: pty(7).
            let count = unsafe Glibc.read(master, &piece, piece.count)
            guard count > 0 else { return String(decoding: shown, as: UTF8.self) }
            shown += piece.prefix(count)
        }
    }
}
