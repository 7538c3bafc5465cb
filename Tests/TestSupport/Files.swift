import Foundation
import Glibc

/// The permission bits of a file or a folder, or nil where there is none.
package func permissions(of path: String) -> UInt32? {
    permissionsAndKind(of: path).map { $0 & 0o7777 }
}

/// The bytes of a file, or nil where there is none.
package func sizeOfFile(_ path: String) -> Int? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? Int(status.st_size) : nil
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

/// The files below a folder that hold some bytes anywhere, in any case of ASCII letters.
package func files(below folder: String, holding text: String) -> [String] {
    files(below: folder, holding: Array(text.lowercased().utf8), foldingCase: true)
}

/// The files below a folder that hold some bytes anywhere.
package func files(below folder: String, holding bytes: [UInt8], foldingCase: Bool = false) -> [String] {
    filesBelow(folder).filter { name in
        guard var data = try? Data(contentsOf: URL(filePath: "\(folder)/\(name)")) else { return false }
        if foldingCase { data = Data([UInt8](data).map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }) }
        return data.range(of: Data(bytes)) != nil
    }
}
