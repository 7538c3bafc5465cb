import Foundation
import Glibc

/// The permission bits of a file or a folder, or nil where there is none.
package func permissions(of path: String) -> UInt32? {
    permissionsAndKind(of: path).map { $0 & 0o7777 }
}

private func permissionsAndKind(of path: String) -> UInt32? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode : nil
}

/// The paths of all files below a folder, relative to it and sorted.
package func filesBelow(_ folder: String) -> [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return names.filter { permissionsAndKind(of: "\(folder)/\($0)").map { $0 & S_IFMT == S_IFREG } ?? false }.sorted()
}

/// Gives up the rights of the superuser, who may write anywhere: for exit tests only.
package func becomeNobody() {
    if geteuid() == 0 {
        setgid(65534)
        setuid(65534)
    }
}
