import JSONCoding
import TestSupport
import Testing

/// A command line, and what the tool answered to it.
struct MuseumAnswer: Codable {
    let arguments: [String]
    let answer: JSONValue

    /// Asks the tool of today.
    init(of ledger: ToolLedger, to arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let result = try ledger.succeed(arguments + ["--format", "json"], sourceLocation: sourceLocation)
        self.arguments = arguments
        answer = try JSONBytesDecoder().decode(JSONValue.self, from: result.output)
    }

    init(readFrom path: String) throws {
        self = try JSONBytesDecoder().decode(MuseumAnswer.self, from: readFile(path))
    }

    func write(to path: String) throws {
        try writeFile(path, JSONBytesEncoder().encode(self) + [0x0a])
    }

    /// Expects the ledger to answer today what is kept here.
    func expectStillGiven(by ledger: ToolLedger) throws {
        let today = try MuseumAnswer(of: ledger, to: arguments)
        let losses = Self.losses(of: answer, in: today.answer)
        #expect(losses.isEmpty, "mailledger \(arguments.joined(separator: " "))")
    }

    /// What of a kept value is gone or another one today; keys may have been added.
    static func losses(of kept: JSONValue, in today: JSONValue, at path: String = "") -> [String] {
        switch (kept, today) {
        case (.object(let kept), .object(let today)):
            return kept.members.flatMap { member in
                let path = "\(path).\(member.key)"
                guard let value = today[member.key] else { return ["\(path) is gone"] }
                return losses(of: member.value, in: value, at: path)
            }
        case (.array(let kept), .array(let today)) where kept.count == today.count:
            return zip(kept, today).enumerated().flatMap { number, pair in
                losses(of: pair.0, in: pair.1, at: "\(path)[\(number)]")
            }
        default:
            return kept == today ? [] : ["\(path): \(kept) became \(today)"]
        }
    }
}
