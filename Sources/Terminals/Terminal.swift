public import DiskFiles
internal import Glibc

/// The terminal of a descriptor, at which people read or type.
public enum Terminal {
    /// Whether the descriptor is a terminal.
    public static func isTerminal(_ descriptor: Descriptor) -> Bool {
        isatty(descriptor.number) == 1
    }

    /// The number of characters on a line, and of lines on the screen; nil if the terminal does not give them.
    ///
    /// By TIOCGWINSZ of ioctl_tty(2); a serial line gives 0.
    public static func size(of descriptor: Descriptor) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard unsafe ioctl(descriptor.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return nil
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
