public import DiskFiles
internal import Glibc

/// What stands behind a descriptor where people read or type.
public enum Terminal {
    /// Whether the descriptor is a terminal.
    public static func isTerminal(_ descriptor: Descriptor) -> Bool {
        isatty(descriptor.number) == 1
    }

    /// How many characters fit on a line, and how many lines on the screen; nil where the terminal does not say.
    ///
    /// By TIOCGWINSZ of ioctl_tty(2); a serial line says 0.
    public static func size(of descriptor: Descriptor) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard unsafe ioctl(descriptor.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return nil
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
