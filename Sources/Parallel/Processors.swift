internal import Glibc

/// The processors of this machine.
package enum Processors {
    /// The number of usable processors; at least one.
    package static let count = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}
