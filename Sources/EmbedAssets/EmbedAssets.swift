internal import DiskFiles

/// Writes files as one Swift file, each as a literal: the output's path first, then a folder and the names of files in it.
///
/// The compiler takes a literal of text in about a fortieth of the time of an array of as many bytes.
@main
enum EmbedAssets {
    static func main() throws {
        let words = CommandLine.arguments.dropFirst()
        guard words.count >= 2, let output = words.first, let folder = words.dropFirst().first else {
            throw EmbeddingError("wants the path of the output, and a folder")
        }
        var texts: [String] = []
        var bytes: [String] = []
        for name in words.dropFirst(2) {
            guard let content = try KernelFiles.shared.contents(of: "\(folder)/\(name)") else {
                throw EmbeddingError("does not find \(folder)/\(name)")
            }
            if let literal = RawLiteral(SlimText.bytes(of: content, named: name)) {
                texts.append("(\"\(name)\", \(literal.text)),")
            } else {
                bytes.append("(\"\(name)\", \(EscapedLiteral(content).text)),")
            }
        }
        let type = "[(name: StaticString, text: StaticString)]"
        let lines =
            ["/// The files of the folder, by name.", "enum EmbeddedAssets {", "    static let all: \(type) = ["]
            + texts + ["    ]", "    /// Those that are no plain text: each scalar stands for the byte of its number."]
            + ["    static let ofBytes: \(type) = ["] + bytes + ["    ]", "}", ""]
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
