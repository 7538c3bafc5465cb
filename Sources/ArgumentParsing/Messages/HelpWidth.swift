package import DiskFiles
internal import Terminals

/// How wide the text of help may be.
package enum HelpWidth {
    /// Returns the width of a terminal up to 100, and 80 where there is none.
    package static func columns(on output: Descriptor) -> Int {
        guard Terminal.isTerminal(output), let size = Terminal.size(of: output), size.columns >= 40 else { return 80 }
        return min(size.columns, 100)
    }
}
