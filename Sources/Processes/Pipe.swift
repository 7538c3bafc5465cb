internal import DiskFiles
internal import Glibc

/// A pipe, whose ends no program that is started gets unasked.
struct Pipe {
    /// The end that is written to.
    let input: Descriptor
    /// The end that is read from.
    let output: Descriptor

    /// Nil if the system has none left.
    init?() {
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (output, input) = (Descriptor(ends[0]), Descriptor(ends[1]))
    }
}
