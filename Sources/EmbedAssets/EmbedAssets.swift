internal import DiskFiles

/// Writes text files as one Swift file, each as a raw literal: the output's path first, then the files.
///
/// The compiler takes a literal of text in about a fortieth of the time of an array of as many bytes.
@main
enum EmbedAssets {
    static func main() throws {
        let paths = CommandLine.arguments.dropFirst()
        guard let output = paths.first else { throw EmbeddingError("wants the path of the output") }
        var lines = ["/// The files of the page, by name.", "enum EmbeddedAssets {"]
        lines.append("    static let all: [(name: StaticString, text: StaticString)] = [")
        for path in paths.dropFirst() {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            guard let bytes = try KernelFiles.shared.contents(of: path) else {
                throw EmbeddingError("does not find \(path)")
            }
            guard let literal = RawLiteral(bytes) else {
                throw EmbeddingError("takes UTF-8 with plain line ends alone; \(path) has other bytes")
            }
            lines.append("(\"\(name)\", \(literal.text)),")
        }
        lines += ["    ]", "}", ""]
        try KernelFiles.shared.replace(
            output, with: Array(lines.joined(separator: "\n").utf8), aside: output + ".new", isDurable: false)
    }
}

/// What keeps files from being written as Swift.
private struct EmbeddingError: Error, CustomStringConvertible {
    let description: String

    init(_ reason: String) {
        description = "embed-assets \(reason)"
    }
}
