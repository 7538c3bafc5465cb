import Glibc
import TestSupport

extension ToolLedger {
    /// Runs the tool on a pseudo-terminal of a size, and returns what came out there: pty(7).
    func runOnTerminal(
        _ arguments: [String], columns: UInt16 = 80, rows: UInt16 = 24, adding variables: [String: String] = [:]
    ) throws -> ToolResult {
        let master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard master >= 0 else { throw ToolError("no pseudo-terminal: errno \(errno)") }
        defer { close(master) }
        // ioctl_tty(2), TIOCSPTLCK and TIOCGPTN; their names do not import.
        var number: CInt = 0
        _ = unsafe ioctl(master, 0x4004_5431, &number)
        _ = unsafe ioctl(master, 0x8004_5430, &number)
        let terminal = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { throw ToolError("no terminal: errno \(errno)") }
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(terminal, UInt(TIOCSWINSZ), &size)
        // Line breaks stay what they are.
        var settings = termios()
        unsafe tcgetattr(terminal, &settings)
        settings.c_oflag &= ~tcflag_t(OPOST)
        unsafe tcsetattr(terminal, TCSANOW, &settings)
        let all = environment.merging(["TERM": "xterm", "PAGER": ""]) { $1 }.merging(variables) { $1 }
        let process = try ToolProcess(Tool.path(), arguments, environment: all, output: terminal)
        close(terminal)
        var output: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(master, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            // EIO: nobody has the terminal open any more.
            guard count > 0 else { break }
            output += piece.prefix(count)
        }
        let result = try process.wait()
        return ToolResult(exitCode: result.exitCode, output: output, errorText: result.errorText)
    }
}
