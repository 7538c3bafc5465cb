import Foundation
import TestSupport

/// What came of commands under faults, as Docs/Reliability.md shows it.
struct FaultTable {
    /// The columns: calls of one kind that fail, processes that die, power that goes.
    private static let columns = ["read", "write", "sync", "open", "names", "lock", "killed", "power"]

    private var outcomes: [String: [String: [FaultTrial.Outcome: Int]]] = [:]
    private var order: [String] = []

    mutating func note(_ outcome: FaultTrial.Outcome, of command: FaultCommand, under fault: Faults.Fault?) {
        let name = command.name
        if outcomes[name] == nil { order.append(name) }
        outcomes[name, default: [:]][Self.column(of: fault), default: [:]][outcome, default: 0] += 1
    }

    private static func column(of fault: Faults.Fault?) -> String {
        guard let fault else { return "power" }
        if fault.manner == .kill { return "killed" }
        return switch fault.kind {
        case .rename, .delete, .make, .resize: "names"
        default: fault.kind.rawValue
        }
    }

    private var rows: [String] {
        let head = "| command | \(Self.columns.joined(separator: " | ")) |"
        let rule = "|---|" + Self.columns.map { _ in "---|" }.joined()
        return [head, rule]
            + order.map { command in
                let cells = Self.columns.map { column in
                    let counts = outcomes[command]?[column] ?? [:]
                    guard !counts.isEmpty else { return "" }
                    return [FaultTrial.Outcome.refused, .done, .part].map { String(counts[$0] ?? 0) }
                        .joined(separator: " · ")
                }
                return "| `\(command)` | \(cells.joined(separator: " | ")) |"
            }
    }

    /// Puts the table in the place of the one that a page has between two marks.
    func write(into page: String, seeds: String) throws {
        let text = try readText(page)
        guard let start = text.range(of: "<!-- faults -->\n"), let end = text.range(of: "<!-- end of faults -->") else {
            throw ToolError("\(page) has no place for the table of faults")
        }
        let table = "\(rows.joined(separator: "\n"))\n\n\(seeds)\n"
        try writeFile(page, text[..<start.upperBound] + table + text[end.lowerBound...])
    }
}
