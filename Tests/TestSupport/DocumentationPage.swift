import Foundation

/// A page of Docs, taken apart: its sections with their tables and their blocks of code.
package struct DocumentationPage: Sendable {
    /// What stands under one heading, up to the next one of any level.
    package struct Section: Sendable {
        /// The heading without its marks.
        package let title: String
        package fileprivate(set) var lines: [String] = []

        package var text: String { lines.joined(separator: "\n") }

        /// The rows of its tables, the headings of the columns first in each; marks of code are taken away.
        package var rows: [[String]] {
            lines.filter { $0.hasPrefix("|") && !$0.hasPrefix("|---") }.map { line in
                line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map {
                    $0.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: "`", with: "")
                }
            }
        }

        /// The blocks of code in a language.
        package func code(_ language: String) -> [String] {
            var blocks: [[String]] = []
            var open: String?
            for line in lines {
                if open == nil, line.hasPrefix("```") {
                    open = String(line.dropFirst(3))
                    if open == language { blocks.append([]) }
                } else if line == "```" {
                    open = nil
                } else if open == language {
                    blocks[blocks.count - 1].append(line)
                }
            }
            return blocks.map { $0.joined(separator: "\n") }
        }
    }

    package let sections: [Section]

    /// Reads a page by its path below the project's root.
    package init(_ path: String) throws {
        let text = try String(contentsOfFile: "\(projectRoot)/\(path)", encoding: .utf8)
        var sections = [Section(title: "")]
        var isCode = false
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("```") { isCode.toggle() }
            let marks = line.prefix { $0 == "#" }
            if !isCode, !marks.isEmpty, line.dropFirst(marks.count).hasPrefix(" ") {
                let title = line.dropFirst(marks.count + 1).replacingOccurrences(of: "`", with: "")
                sections.append(Section(title: title))
            } else {
                sections[sections.count - 1].lines.append(line)
            }
        }
        self.sections = sections
    }

    /// Reads all pages of a folder below the project's root.
    package static func all(in folder: String) throws -> [DocumentationPage] {
        try FileManager.default.contentsOfDirectory(atPath: "\(projectRoot)/\(folder)").sorted()
            .filter { $0.hasSuffix(".md") }.map { try DocumentationPage("\(folder)/\($0)") }
    }

    /// The section with a heading, or nil.
    package func section(_ title: String) -> Section? {
        sections.first { $0.title == title }
    }
}
