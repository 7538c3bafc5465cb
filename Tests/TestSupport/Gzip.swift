import Foundation

/// Compresses bytes with gzip(1), which every Debian has.
package func gzipped(_ bytes: [UInt8]) throws -> [UInt8] {
    try withTemporaryDirectory { directory in
        try Data(bytes).write(to: URL(filePath: directory + "/plain"))
        let result = try shell("gzip -1nc plain >packed", environment: [:], directory: directory)
        guard result.status == 0 else { throw GzipFailure(text: result.text) }
        return [UInt8](try Data(contentsOf: URL(filePath: directory + "/packed")))
    }
}

private struct GzipFailure: Error {
    let text: String
}
