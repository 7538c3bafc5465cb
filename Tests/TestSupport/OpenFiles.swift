import Foundation

/// Returns the paths of the files that this process has open; one that was unlinked has " (deleted)" behind its path.
package func openFiles() throws -> [String] {
    let descriptors = "/proc/self/fd"
    return try FileManager.default.contentsOfDirectory(atPath: descriptors).compactMap { name in
        // One that was closed meanwhile leads nowhere.
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\(name)")
    }
}
